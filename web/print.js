// Writes the drawings of each game, and the steps that its rulebook shows, to files: node print.js POSITIONS.json FOLDER
import { readFileSync, writeFileSync } from 'node:fs';
import { drawings } from './node_modules/.alcove-print/drawings.js';

const [, , positions, folder] = process.argv;
const known = JSON.parse(readFileSync(positions, 'utf8'));
for (const [game, drawn] of Object.entries(await drawings(known))) {
  writeFileSync(`${folder}/${game}.json`, `${JSON.stringify(drawn)}\n`);
  writeFileSync(`${folder}/${game}.steps.json`, `${JSON.stringify(known[game].steps)}\n`);
}
