/** Written by scripts/write_types.py; changes belong in alcove.games.alluvium.view. */

export interface Card {
  form: string;
  secret: boolean;
  /** For each rotation that differs, the boxes from the anchor. */
  rotations: Record<string, [number, number][]>;
}

/** What the next drawing is added to: the sheet before the viewer, with what is drawn of an unfinished pair. */
export interface Before {
  rectangle: number;
  /** The viewer's largest area; None at home, where areas count for nothing. */
  area: number | null;
}

export interface Chosen {
  kind: 'form' | 'pass' | 'plug';
  form?: string;
  turn?: string;
  at?: string;
  checks?: number;
  rectangle?: number;
  area?: number;
  text: string;
  boxes: string[];
}

/** What the viewer has drawn in this step. */
export interface Choices {
  first: Chosen | null;
  second: Chosen | null;
  draft: Chosen | null;
}

/** A round, and how often the sheets had moved in it. */
export interface Moment {
  round: number;
  hop: number;
}

export interface Drawing {
  round: number;
  hop: number;
  colour: 'b' | 'd' | 'g' | 'n' | 'r' | 'y';
  text: string;
  boxes: string[];
}

export interface Rectangle {
  boxes: number;
  from: string | null;
  to: string | null;
}

export interface Scored {
  boxes: number;
  from: string | null;
  to: string | null;
  round: number;
}

export interface Sheet {
  owner: number;
  current: boolean;
  /** When a viewer last had it. */
  seen: Moment | null;
  /** From row 10 down to row 1, a letter for each box. */
  rows: string[];
  drawings: Drawing[];
  /** On the Helper Track, by colour. */
  checks: number[];
  /** The viewer's largest area on it; None for a spectator. */
  area: number | null;
  rectangle: Rectangle;
  scored: Scored[];
}

export interface Helper {
  colour: 'b' | 'd' | 'g' | 'n' | 'r' | 'y';
  checks: number;
  rank: number;
  area: number;
  boxes: string[];
  share: 'all' | 'half' | 'none' | 'quarter';
  vp: number;
  counts: boolean;
}

export interface Bonus {
  owner: number;
  helpers: Helper[];
}

export interface View {
  round: number;
  rounds: number;
  /** The name of the step, one of `steps`, or `over`. */
  step: string;
  /** The steps of a round, one after the other. */
  steps: string[];
  stage: 'dummy' | 'other' | 'over' | 'own';
  /** How often the sheets have moved in this round. */
  hop: number;
  direction: 'clockwise' | 'counterclockwise';
  colours: ('b' | 'd' | 'g' | 'n' | 'r' | 'y')[];
  revealed: string[][];
  card: (string | null)[];
  deck: number[];
  solid: string[];
  forms: Record<string, string[]>;
  sheet_before: (number | null)[];
  forms_drawn: number[];
  round_scores: number[][];
  points: number[];
  to_draw: Card[] | null;
  /** Which of these cards the viewer has to draw next; None when all are drawn. */
  due: number | null;
  before: Before | null;
  chosen: Choices | null;
  /** How often each seat may still change what it has drawn in this step. */
  changes_left: number[];
  sheet: Sheet | null;
  memories: Sheet[];
  sheets: Sheet[] | null;
  bonus: Bonus[] | null;
}

/** A drawing: a form of a card, a single box (action B), or a pass. */
export interface Choice {
  kind: 'form' | 'pass' | 'plug';
  form?: string;
  turn?: string;
  /** The anchor of the form, or the single box. */
  at?: string;
  /** What it earns on the Helper Track. */
  checks?: number;
  /** The boxes of the largest rectangle on the sheet after it. */
  rectangle?: number;
  /** The boxes of the viewer's largest area after it, on another player's sheet. */
  area?: number;
}
