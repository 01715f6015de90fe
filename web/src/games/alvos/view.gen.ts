/** Written by scripts/write_types.py; changes belong in alcove.games.alvos.view. */

/** One way to use the dice, whether or not it is possible now. */
export interface Way {
  kind: 'collect' | 'deliver';
  /** The rolled dice that it uses. */
  dice: number[];
  /** The unused die, if it is used. */
  unused: number | null;
  /** The unused die after it. */
  keeps: number;
  /** The event that this die would bring on a 10. */
  risk: 'attack' | 'cave-in' | 'sabotage' | 'sneeze' | 'trip' | 'windfall' | null;
  sum: number | null;
  /** Where the Alvo goes. */
  hex: number | null;
  gives?: number | 'bolt' | 'wild';
  closed?: boolean;
  part?: number;
  /** Whether the dice reach the engineer. */
  fits?: boolean;
  /** How its dice are written. */
  by: string;
  /** What is sent to do it, or to ask why not. */
  action: string;
}

export interface Inner {
  hex: number;
  label: string;
  gives: number | 'bolt' | 'wild';
  closed: boolean;
  alvos: number[];
}

/** How much of something is done. */
export interface Progress {
  done: number;
  of: number;
}

export interface Part {
  row: number[];
  delivered: number;
  fires: Progress;
}

export interface Outer {
  hex: number;
  boxes: Progress;
  engineer: boolean;
  part: Part | null;
}

/** ALVOS-28: what makes up a score. */
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
  /** How many of each kind. */
  cogs: Record<string, number>;
  cogs_held: number;
  bolts: number;
  shards: number;
  shards_spent: number;
  /** Those that can still be shaded. */
  shards_left: number;
  wilds: number;
  unused_die: number;
  unused_rows: number[][];
  /** How many dice fill a row. */
  unused_row: number;
  marks: number[];
  score: number | null;
  tally: Tally | null;
}

export interface Axel {
  marks: number[];
  score: number;
  tally: Tally;
}

export interface View {
  mode: 'cooperative' | 'versus' | 'axel' | 'sopavre';
  difficulty: 'easy' | 'hard' | 'normal' | null;
  round: number;
  /** How many rounds follow this one, once an end is in sight. */
  rounds_left: number | null;
  first: number;
  to_move: number | null;
  pending: 'extra' | 'fire' | 'gift' | 'lose' | 'resolve' | 'skip' | null;
  dice: [number, number];
  unused_die: number | null;
  total: number | null;
  event: 'attack' | 'cave-in' | 'sabotage' | 'sneeze' | 'trip' | 'windfall' | 'advance' | null;
  engineer: number;
  next_cogs: number[];
  ways: Way[];
  cave_ins: number;
  inner: Inner[];
  outer: Outer[];
  /** The cogs of all parts. */
  machine: Progress;
  /** The boxes of all outer hexes. */
  time: Progress;
  track: (number | 'axel' | null)[];
  sneezed: number[];
  alvos: Sheet[];
  axel: Axel | null;
}

export interface Cog {
  kind: number;
  /** Whether a wild cog takes its place. */
  wild: boolean;
}

/** What somebody can do, and what it would do. */
export interface Choice {
  kind: 'collect' | 'deliver' | 'fire' | 'gain' | 'leave' | 'lose' | 'pass' | 'take';
  dice?: number[];
  unused?: number | null;
  keeps?: number;
  sum?: number | null;
  /** Where the Alvo goes. */
  hex?: number;
  /** What is gained or lost. */
  what?: number | 'bolt' | 'wild';
  /** How many of it the player has now. */
  held?: number;
  part?: number;
  load?: Cog[];
  bolt?: boolean;
  /** How far a delivery goes on the track; None together. */
  points?: number | null;
  /** The space that it marks. */
  space?: number | null;
  completes?: boolean;
  /** Those that the part has now. */
  fires?: number;
}
