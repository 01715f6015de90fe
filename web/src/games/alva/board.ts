/** Points, and what a click on one of them means. The legal choices come from the server; no rule is decided here. */
import type { Choice, Json, View } from '../../lib/wire';

export type Side = 0 | 1;
export type Point = string;

export interface AlvaView {
  board: string[];
  to_move: Side;
  hands: [number, number];
  captured: [number, number];
  pending: [number, number];
  edge: [number, number];
  score: [number, number];
  before: number;
  returned: boolean;
  jumper: Point | null;
  taken: number;
  shifted: boolean;
  must_capture: boolean;
}

export function alva(view: View): AlvaView {
  return view.table as Json as unknown as AlvaView;
}

export function pointAt(column: number, row: number): Point {
  return `${String.fromCharCode(97 + column)}${row + 1}`;
}

export function columnOf(point: Point): number {
  return point.charCodeAt(0) - 97;
}

export function rowOf(point: Point): number {
  return Number(point.slice(1)) - 1;
}

export function sideOn(board: string[], point: Point): Side | null {
  const sign = board[rowOf(point)]?.[columnOf(point)];
  return sign === 'w' ? 0 : sign === 'b' ? 1 : null;
}

export function neighbours(point: Point, size: number): Point[] {
  const column = columnOf(point);
  const row = rowOf(point);
  return [
    [column, row + 1],
    [column + 1, row],
    [column, row - 1],
    [column - 1, row],
  ]
    .filter(([c = -1, r = -1]) => c >= 0 && r >= 0 && c < size && r < size)
    .map(([c = 0, r = 0]) => pointAt(c, r));
}

/** The points strictly between two points of one line. */
export function between(from: Point, to: Point): Point[] {
  const columns = columnOf(to) - columnOf(from);
  const rows = rowOf(to) - rowOf(from);
  const steps = Math.max(Math.abs(columns), Math.abs(rows));
  return Array.from({ length: Math.max(0, steps - 1) }, (_, index) =>
    pointAt(columnOf(from) + Math.sign(columns) * (index + 1), rowOf(from) + Math.sign(rows) * (index + 1)),
  );
}

export interface Move {
  kind: 'place' | 'shift' | 'jump';
  from: Point | null;
  to: Point;
}

export function readMove(text: string): Move {
  const [from = '', to] = text.split(/[-x]/);
  if (to === undefined) return { kind: 'place', from: null, to: from };
  return { kind: text.includes('x') ? 'jump' : 'shift', from, to };
}

/** The single moves of a written turn: `c3-c4 e5`, `a3xc3xc5`. */
export function readTurn(turn: string): Move[] {
  return turn.split(' ').flatMap((word) => {
    const points = word.split('x');
    if (points.length < 2) return [readMove(word)];
    return points.slice(1).map((to, index): Move => ({ kind: 'jump', from: points[index] ?? to, to }));
  });
}

export function joinTurn(turn: string, action: string): string {
  const [from = '', to] = action.split('x');
  return to !== undefined && turn.endsWith(from) ? `${turn}x${to}` : `${turn} ${action}`;
}

export interface Moves {
  places: Set<Point>;
  shifts: Map<Point, Point[]>;
  jumps: Map<Point, Point[]>;
}

export function readMoves(legal: Choice[]): Moves {
  const moves: Moves = { places: new Set(), shifts: new Map(), jumps: new Map() };
  for (const { text } of legal) {
    const { kind, from, to } = readMove(text);
    if (from === null) moves.places.add(to);
    else {
      const targets = kind === 'jump' ? moves.jumps : moves.shifts;
      targets.set(from, [...(targets.get(from) ?? []), to]);
    }
  }
  return moves;
}

export type Meaning =
  | { do: 'act'; action: string }
  | { do: 'select'; point: Point }
  | { do: 'release' }
  | { do: 'why'; action: string };

export function meaningOfClick(
  point: Point,
  selected: Point | null,
  moves: Moves,
  table: Pick<AlvaView, 'board' | 'to_move'>,
): Meaning {
  const side = sideOn(table.board, point);
  if (selected !== null && point !== selected) {
    if (moves.jumps.get(selected)?.includes(point)) return { do: 'act', action: `${selected}x${point}` };
    if (moves.shifts.get(selected)?.includes(point)) return { do: 'act', action: `${selected}-${point}` };
  }
  if (moves.jumps.has(point) || moves.shifts.has(point)) {
    return point === selected ? { do: 'release' } : { do: 'select', point };
  }
  const jumpers = [...moves.jumps].filter(([, landings]) => landings.includes(point));
  const only = jumpers.length === 1 ? jumpers[0]?.[0] : undefined;
  if (only !== undefined) return { do: 'act', action: `${only}x${point}` };
  if (selected !== null) return { do: 'why', action: `${selected}${moves.jumps.size ? 'x' : '-'}${point}` };
  if (moves.places.has(point)) return { do: 'act', action: point };
  return { do: 'why', action: side === table.to_move ? hopeOf(point, moves, table) : point };
}

/** What somebody probably hoped for who clicked an own piece that cannot do anything. */
function hopeOf(point: Point, moves: Moves, table: Pick<AlvaView, 'board' | 'to_move'>): string {
  const around = neighbours(point, table.board.length);
  const opposing = around.find((next) => sideOn(table.board, next) === 1 - table.to_move);
  if (moves.jumps.size) return opposing ? `${point}x${opposing}` : point;
  return around[0] ? `${point}-${around[0]}` : point;
}
