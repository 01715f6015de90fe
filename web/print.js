// Writes the drawings of each game to a file of their own: node print.js POSITIONS.json FOLDER
import { readFileSync, writeFileSync } from 'node:fs';
import { drawings } from './node_modules/.alcove-print/drawings.js';

const [, , positions, folder] = process.argv;
for (const [game, drawn] of Object.entries(await drawings(JSON.parse(readFileSync(positions, 'utf8'))))) {
  writeFileSync(`${folder}/${game}.json`, `${JSON.stringify(drawn)}\n`);
}
