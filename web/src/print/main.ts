/** The drawings of the table for paper: the components of each game, rendered without a browser, as plain SVG. */
import { render } from 'svelte/server';
import { loadTable } from '../games/registry';
import { parse } from '../lib/markdown';
import { settings, type Language } from '../lib/settings.svelte';
import page from '../app.css?raw';
import type { Drawing, Drawings, Known } from './drawing';
import { flatten } from './flatten';
import { rootVariables, Styles } from './styles';

const LANGUAGES: Language[] = ['en', 'de'];
const FAMILIES = new Map([
  ['--serif', 'Libertinus Serif'],
  ['--sans', 'Source Sans Pro'],
  ['--mono', 'DejaVu Sans Mono'],
]);
const games = import.meta.glob<{ default: Drawings }>('../games/*/print.ts');
const sheets = import.meta.glob<string>('../games/*/*.css', { query: '?raw', import: 'default', eager: true });
const rulebooks = import.meta.glob<string>('../../../src/alcove/games/*/rulebook.*.md', { query: '?raw', import: 'default', eager: true });

const css = [page, ...Object.values(sheets)].join('\n');
const variables = new Map([...rootVariables(css), ...FAMILIES]);

/** The drawings of every game by name, each in one language or in both. */
export async function drawings(all: Record<string, Known>): Promise<Record<string, Record<string, string[]>>> {
  const drawn: Record<string, Record<string, string[]>> = {};
  for (const [path, load] of Object.entries(games)) {
    const game = path.split('/').at(-2) ?? '';
    drawn[game] = await allOf(game, (await load()).default, all[game] ?? { steps: {}, print: {} });
  }
  return drawn;
}

async function allOf(game: string, { parts, diagram, colour }: Drawings, known: Known): Promise<Record<string, string[]>> {
  const drawn: Record<string, string[]> = {};
  const coloured = new Map([...variables, ['--game', colour]]);
  const { diagram: table } = await loadTable(game);
  const draw = (name: string, drawing: Drawing) => {
    drawn[name] = [...new Set(LANGUAGES.map((language) => drawnIn(language, drawing, coloured)))];
  };
  for (const [name, drawing] of Object.entries(parts(known))) draw(name, drawing);
  for (const { lines } of diagramsOf(game)) {
    const drawing = diagram ? diagram(lines, known) : table && { component: table, props: { lines, caption: '' } };
    if (drawing) draw(['diagram', ...lines].join('\n'), drawing);
  }
  return drawn;
}

function diagramsOf(game: string): { lines: string[] }[] {
  const books = Object.entries(rulebooks).filter(([path]) => path.includes(`/${game}/`));
  return books.flatMap(([, book]) => parse(book).flatMap((block) => (block.kind === 'fence' && block.language === game ? [block] : [])));
}

function drawnIn(language: Language, { component, props, box }: Drawing, known: Map<string, string>): string {
  settings.language = language;
  const { body, head } = render(component, { props });
  const own = [...head.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, style]) => style).join('\n');
  const markup = box === undefined ? body : `<svg viewBox="${box}">${body}</svg>`;
  return flatten(markup, new Styles(`${css}\n${own}`), known);
}
