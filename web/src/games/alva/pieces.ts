/** Pieces that keep their identity from one position to the next, so that a moved piece is seen moving. */
import { pointAt, sideOn, type Move, type Point, type Side } from './board';

export interface Piece {
  id: number;
  side: Side;
  point: Point;
  /** Captured just now: drawn once more while it fades. */
  leaving: boolean;
}

let nextId = 1;

export function follow(before: Piece[], board: string[], last: Move | null): Piece[] {
  const standing = new Map(before.filter((piece) => !piece.leaving).map((piece) => [piece.point, piece]));
  const mover = last?.from ? standing.get(last.from) : undefined;
  if (mover && last?.from && !standing.has(last.to) && sideOn(board, last.to) === mover.side) {
    standing.delete(last.from);
    standing.set(last.to, { ...mover, point: last.to });
  }
  const after: Piece[] = [];
  board.forEach((signs, row) => {
    for (let column = 0; column < signs.length; column += 1) {
      const point = pointAt(column, row);
      const side = sideOn(board, point);
      if (side === null) continue;
      const piece = standing.get(point);
      standing.delete(point);
      after.push(piece?.side === side ? piece : { id: nextId++, side, point, leaving: false });
    }
  });
  for (const piece of standing.values()) after.push({ ...piece, leaving: true });
  return after.sort((one, other) => one.id - other.id);
}
