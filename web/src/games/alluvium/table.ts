/** What the server shows of a table of Alluvium, and where boxes lie. */
import type { Json, View } from '../../lib/wire';
import type { Card, Chosen, Choice as Parts, Drawing, Helper, Moment, Rectangle, Sheet, View as AlluviumView } from './view.gen';

export type { AlluviumView, Card, Chosen, Drawing, Helper, Moment, Parts, Rectangle, Sheet };
export type Letter = AlluviumView['colours'][number];
export type Box = string;
/** Columns to the right and rows up. */
export type Cell = [number, number];

export function alluvium(view: View): AlluviumView {
  // Games of older rules were kept without these when they ended.
  return { stage: 'over', steps: [], ...(view.table as Json as object) } as unknown as AlluviumView;
}

export const WIDTH = 10;

export function boxAt(column: number, row: number): Box {
  return `${String.fromCharCode(97 + column)}${row + 1}`;
}

export function columnOf(box: Box): number {
  return box.charCodeAt(0) - 97;
}

export function rowOf(box: Box): number {
  return Number(box.slice(1)) - 1;
}

export const BOXES: Box[] = Array.from({ length: WIDTH * WIDTH }, (_, index) =>
  boxAt(index % WIDTH, WIDTH - 1 - Math.floor(index / WIDTH)),
);

export function letterOn(sheet: Pick<Sheet, 'rows'>, box: Box): Letter | null {
  const sign = sheet.rows[WIDTH - 1 - rowOf(box)]?.[columnOf(box)];
  return sign === undefined || sign === '.' ? null : (sign as Letter);
}

/** In which colour the viewer draws in this step: the own one, or the dummy's. */
export function colourInHand(table: AlluviumView, seat: number): Letter {
  return table.stage === 'dummy' ? 'd' : (table.colours[seat] ?? 'r');
}

/** What is drawn in the open step, and what still stands below a change that is not finished. */
export function freshOn(table: AlluviumView): { fresh: Chosen[]; standing: Chosen[] } {
  if (!table.chosen) return { fresh: [], standing: [] };
  const { first, second, draft } = table.chosen;
  const pair = [first, second].filter((each) => each !== null);
  return draft ? { fresh: [draft], standing: pair } : { fresh: pair, standing: [] };
}

/** Something that differs exactly when another step has begun. */
export function stepKey(table: AlluviumView): string {
  return `${table.round} ${table.step}`;
}

/** The numbers of the drawings that were made last, before the sheet came here. */
export function lastDrawn({ drawings }: Pick<Sheet, 'drawings'>): Set<number> {
  const last = drawings.at(-1);
  return new Set(drawings.flatMap(({ round, hop }, nth) => (round === last?.round && hop === last.hop ? [nth] : [])));
}
