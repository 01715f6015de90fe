/** A cave written as text, for the rulebook: `20: 3 5 2 4, boxes 1, delivered 2, fires 1, engineer` and `3/9: cog 3, A`. */
import type { InnerHex, OuterHex } from './table';

export interface Drawing {
  inner: InnerHex[];
  outer: OuterHex[];
  engineer: number | null;
  /** Initials of the Alvos, by inner hex. */
  alvos: { hex: number; initial: string }[];
}

export function readDrawing(lines: string[]): Drawing {
  const drawing: Drawing = { inner: [], outer: [], engineer: null, alvos: [] };
  for (const line of lines) {
    const [name = '', rest = ''] = line.split(':').map((part) => part.trim());
    const words = rest.split(',').map((word) => word.trim()).filter(Boolean);
    if (name.includes('/')) readInner(drawing, name, words);
    else if (name) readOuter(drawing, Number(name), words);
  }
  return drawing;
}

const thingNamed = (name: string): InnerHex['gives'] => (name === 'bolt' ? 'bolt' : Number(name.replace('cog ', '')));

function readInner(drawing: Drawing, label: string, [gives = '', ...more]: string[]): void {
  const hex = Number(label.split('/')[0]);
  drawing.inner.push({ hex, label, gives: thingNamed(gives), closed: more.includes('closed'), alvos: [] });
  for (const initial of more) if (initial !== 'closed') drawing.alvos.push({ hex, initial });
}

function readOuter(drawing: Drawing, hex: number, words: string[]): void {
  const row = words.find((word) => /^[\d ]+$/.test(word));
  const number = (name: string) => Number(words.find((word) => word.startsWith(`${name} `))?.slice(name.length) ?? 0);
  const engineer = words.includes('engineer');
  const part = row ? { row: row.split(' ').map(Number), delivered: number('delivered'), fires: { done: number('fires'), of: 2 } } : null;
  drawing.outer.push({ hex, boxes: { done: number('boxes'), of: 3 }, engineer, part });
  if (engineer) drawing.engineer = hex;
}
