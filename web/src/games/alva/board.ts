/** Points, and what a click on one of them means. The legal choices come from the server; no rule is decided here. */
import type { Choice, Json, LastTurn, View } from '../../lib/wire';
import type { Choice as Move, View as AlvaView } from './view.gen';

export type { AlvaView, Move };

export type Side = 0 | 1;
export type Point = string;

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

export function moveOf({ parts }: { parts?: Json }): Move | null {
  return (parts ?? null) as Move | null;
}

/** The moves of a turn. */
export function movesOf(turn: LastTurn | null): Move[] {
  return (turn?.parts ?? []) as Json[] as unknown as Move[];
}

/** A move that can be made, and what is sent to make it. */
export interface Possible extends Move {
  action: string;
}

export interface Moves {
  places: Map<Point, Possible>;
  shifts: Map<Point, Possible[]>;
  jumps: Map<Point, Possible[]>;
}

export function sorted(legal: Choice[]): Moves {
  const moves: Moves = { places: new Map(), shifts: new Map(), jumps: new Map() };
  for (const choice of legal) {
    const move = moveOf(choice);
    if (!move) continue;
    const possible = { ...move, action: choice.text };
    if (move.from === undefined) moves.places.set(move.to, possible);
    else {
      const targets = move.kind === 'jump' ? moves.jumps : moves.shifts;
      targets.set(move.from, [...(targets.get(move.from) ?? []), possible]);
    }
  }
  return moves;
}

/** What the piece on a point would do to come to another one. */
export function wayTo(to: Point, from: Point, { jumps, shifts }: Moves): Possible | undefined {
  return [...(jumps.get(from) ?? []), ...(shifts.get(from) ?? [])].find((move) => move.to === to);
}

/** A move by its points, to ask why it is not possible. */
export type Asked = { kind: 'place'; to: Point } | { kind: 'shift' | 'jump'; from: Point; to: Point };

export type Meaning =
  | { do: 'act'; action: string }
  | { do: 'select'; point: Point }
  | { do: 'release' }
  | { do: 'why'; action: Asked };

export function meaningOfClick(
  point: Point,
  selected: Point | null,
  moves: Moves,
  table: Pick<AlvaView, 'board' | 'to_move'>,
): Meaning {
  const side = sideOn(table.board, point);
  if (selected !== null && point !== selected) {
    const way = wayTo(point, selected, moves);
    if (way) return { do: 'act', action: way.action };
  }
  if (moves.jumps.has(point) || moves.shifts.has(point)) {
    return point === selected ? { do: 'release' } : { do: 'select', point };
  }
  const [only, ...others] = [...moves.jumps.values()].flat().filter(({ to }) => to === point);
  if (only && !others.length) return { do: 'act', action: only.action };
  if (selected !== null) return { do: 'why', action: { kind: moves.jumps.size ? 'jump' : 'shift', from: selected, to: point } };
  const place = moves.places.get(point);
  if (place) return { do: 'act', action: place.action };
  return { do: 'why', action: side === table.to_move ? hopeOf(point, moves, table) : { kind: 'place', to: point } };
}

/** What somebody probably hoped for who clicked an own piece that cannot do anything. */
function hopeOf(point: Point, moves: Moves, table: Pick<AlvaView, 'board' | 'to_move'>): Asked {
  const around = neighbours(point, table.board.length);
  const opposing = around.find((next) => sideOn(table.board, next) === 1 - table.to_move);
  const to = moves.jumps.size ? opposing : around[0];
  return to === undefined ? { kind: 'place', to: point } : { kind: moves.jumps.size ? 'jump' : 'shift', from: point, to };
}
