/** What the server shows of a game of Alvos. No rule is decided here. */
import type { Json, View } from '../../lib/wire';

export type EventName = 'sneeze' | 'sabotage' | 'windfall' | 'trip' | 'attack' | 'cave-in';
export type Stage = 'resolve' | 'skip' | 'fire' | 'gift' | 'lose' | 'extra';
export type Mode = 'versus' | 'cooperative' | 'axel' | 'sopavre';

export interface InnerHex {
  hex: number;
  label: string;
  /** 'bolt' or 'cog 4' */
  gives: string;
  closed: boolean;
  alvos: number[];
}

export interface Part {
  row: number[];
  delivered: number;
  fires: number;
}

export interface OuterHex {
  hex: number;
  boxes: number;
  engineer: boolean;
  part: Part | null;
}

export interface Tally {
  last_mark: number;
  marks: number;
  rows: number;
  cogs: number;
  bolts: number;
  shards: number;
}

export interface Sheet {
  seat: number;
  hex: number | null;
  health: number;
  eliminated: boolean;
  cogs: Record<string, number>;
  bolts: number;
  shards: number;
  shards_spent: number;
  wilds: number;
  unused_die: number;
  unused_rows: number[][];
  marks: number[];
  score: number | null;
  tally: Tally | null;
}

/** One way to use the dice, whether or not it is possible now. */
export interface Way {
  kind: 'collect' | 'deliver';
  dice: number[];
  /** The unused die, if it is used. */
  unused: number | null;
  /** The unused die after it, and the event that it would bring on a 10. */
  keeps: number;
  risk: EventName | null;
  sum: number | null;
  hex: number | null;
  gives?: string;
  closed?: boolean;
  part?: number;
  fits?: boolean;
  action: string;
}

/** What a delivery of so many cogs would score. */
export interface Load {
  cogs: number;
  bolt: boolean;
  points: number | null;
  space: number | null;
  completes: boolean;
}

export type Owner = number | 'axel' | null;

export interface AlvosView {
  mode: Mode;
  difficulty: 'easy' | 'normal' | 'hard' | null;
  round: number;
  rounds_left: number | null;
  first: number;
  to_move: number | null;
  pending: Stage | null;
  dice: [number, number];
  unused_die: number | null;
  total: number | null;
  event: EventName | 'advance' | null;
  engineer: number;
  next_cogs: number[];
  ways: Way[];
  loads: Load[];
  cave_ins: number;
  inner: InnerHex[];
  outer: OuterHex[];
  track: Owner[];
  sneezed: number[];
  alvos: Sheet[];
  axel: { marks: number[]; score: number } | null;
}

export function alvos(view: View): AlvosView {
  return view.table as Json as unknown as AlvosView;
}

/** 4 for 'cog 4', null for a bolt. */
export function kindOf(thing: string): number | null {
  return thing.startsWith('cog ') ? Number(thing.slice(4)) : null;
}

/** '+2', '−3' */
export function signed(points: number): string {
  return points < 0 ? `−${-points}` : `+${points}`;
}

export const COG_KINDS = [2, 3, 4, 5, 6];
export const BOXES = 3;
export const FIRES = 2;
export const SHARDS = 9;

export function cogsDelivered(table: AlvosView): number {
  return table.outer.reduce((sum, { part }) => sum + (part?.delivered ?? 0), 0);
}

export function cogsNeeded(table: AlvosView): number {
  return table.outer.reduce((sum, { part }) => sum + (part?.row.length ?? 0), 0);
}

export function boxesChecked(table: AlvosView): number {
  return table.outer.reduce((sum, { boxes }) => sum + boxes, 0);
}
