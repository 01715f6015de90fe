/** What the server shows of a table of Alluvium; the shapes of `view.py`. */
import type { Json, View } from '../../lib/wire';

export type Letter = 'r' | 'b' | 'g' | 'y' | 'n' | 'd';
export type Box = string;
/** Columns to the right and rows up. */
export type Cell = [number, number];

export interface Rectangle {
  boxes: number;
  from: Box | null;
  to: Box | null;
}

export interface Drawing {
  colour: Letter;
  text: string;
  boxes: Box[];
  round: number;
  hop: number;
}

export interface Moment {
  round: number;
  hop: number;
}

export interface Sheet {
  owner: number;
  current: boolean;
  seen: Moment | null;
  /** From row 10 down to row 1, a letter for each box. */
  rows: string[];
  drawings: Drawing[];
  checks: number[];
  rectangle: Rectangle;
  scored: (Rectangle & { round: number })[];
}

export interface Card {
  form: string;
  secret: boolean;
  /** For each rotation that differs, the boxes from the anchor. */
  rotations: Record<string, Cell[]>;
}

export interface Chosen {
  text: string;
  boxes: Box[];
}

export interface Helper {
  colour: Letter;
  checks: number;
  rank: number;
  area: number;
  boxes: Box[];
  share: 'none' | 'all' | 'half' | 'quarter';
  vp: number;
  counts: boolean;
}

export interface AlluviumView {
  round: number;
  rounds: number;
  step: string;
  direction: 'clockwise' | 'counterclockwise';
  colours: Letter[];
  revealed: string[][];
  card: (string | null)[];
  deck: number[];
  solid: Box[];
  forms: Record<string, string[]>;
  sheet_before: (number | null)[];
  forms_drawn: number[];
  round_scores: number[][];
  points: number[];
  to_draw: Card[] | null;
  chosen: { first: Chosen | null; second: Chosen | null; draft: Chosen | null } | null;
  /** How often each seat may still change what it has drawn in this step. */
  changes_left: number[];
  sheet: Sheet | null;
  memories: Sheet[];
  sheets: Sheet[] | null;
  bonus: { owner: number; helpers: Helper[] }[] | null;
}

export function alluvium(view: View): AlluviumView {
  return view.table as Json as unknown as AlluviumView;
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
  return table.step === 'dummy' ? 'd' : (table.colours[seat] ?? 'r');
}

/** What is drawn in the open step, and what still stands below a change that is not finished. */
export function freshOn(table: AlluviumView): { fresh: Chosen[]; standing: Chosen[] } {
  if (!table.chosen) return { fresh: [], standing: [] };
  const { first, second, draft } = table.chosen;
  const pair = [first, second].filter((each) => each !== null);
  return draft ? { fresh: [draft], standing: pair } : { fresh: pair, standing: [] };
}

/** Which of the cards is to be drawn next; null when all are drawn. */
export function cardDue(table: AlluviumView): number | null {
  if (!table.chosen || !table.to_draw) return null;
  const { first, second, draft } = table.chosen;
  if (draft) return 1;
  if (!first) return 0;
  return table.to_draw.length > 1 && !second ? 1 : null;
}

/** Something that differs exactly when another step has begun. */
export function stepKey(table: AlluviumView): string {
  return `${table.round} ${table.step}`;
}

/** The rounds of a sheet's drawings, and the moves of the sheet within a round, as numbers of the steps. */
export function stepsOfRound(table: AlluviumView): string[] {
  const seats = table.sheet_before.length;
  const others = Array.from({ length: seats - 1 }, (_, index) => `other-${index + 1}`);
  return table.colours.includes('d') ? ['own', 'dummy', ...others] : ['own', ...others];
}
