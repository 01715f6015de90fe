/** Written by scripts/write_types.py; changes belong in alcove.games.alva.view. */

export interface View {
  /** The rows from row 1 up, a sign for each point: `w`, `b`, or `.` if vacant. */
  board: string[];
  to_move: 0 | 1;
  hands: [number, number];
  captured: [number, number];
  /** Of the captured pieces, those that still lie beside the board. */
  pending: [number, number];
  /** How many of the other's pieces stand on the edge. */
  edge: [number, number];
  score: [number, number];
  /** How many pieces the turn before has captured. */
  before: number;
  /** Whether they went back at once. */
  returned: boolean;
  /** The piece that must go on jumping. */
  jumper: string | null;
  taken: number;
  shifted: boolean;
  must_capture: boolean;
}

export interface Choice {
  kind: 'jump' | 'place' | 'shift';
  from?: string;
  to: string;
  takes?: string[];
}
