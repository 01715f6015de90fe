/** What a drawing would make of a sheet: the largest rectangle on it, and the largest area of one colour. */
import { BOXES, boxAt, columnOf, freshOn, letterOn, rowOf, WIDTH, type AlluviumView, type Box, type Letter } from './table';

export interface Preview {
  rectangle: [before: number, after: number];
  /** Of the colour that is drawn; null at home, where areas count for nothing. */
  area: [before: number, after: number] | null;
}

type Colours = Map<Box, Letter>;

export function preview(table: AlluviumView, letter: Letter, boxes: Box[]): Preview | null {
  const { sheet } = table;
  if (!sheet) return null;
  const before: Colours = new Map();
  for (const box of BOXES) {
    const there = letterOn(sheet, box);
    if (there) before.set(box, there);
  }
  // A pair that is drawn already counts, unless one of the two is being changed.
  const { fresh } = freshOn(table);
  if (table.due !== null) for (const box of fresh.flatMap((drawn) => drawn.boxes)) before.set(box, letter);
  const after: Colours = new Map([...before, ...boxes.map((box): [Box, Letter] => [box, letter])]);
  const away = table.step.startsWith('other');
  return {
    rectangle: [largestRectangle(before), largestRectangle(after)],
    area: away ? [largestArea(before, letter), largestArea(after, letter)] : null,
  };
}

/** The number of boxes of the largest rectangle that is coloured throughout. */
export function largestRectangle(colours: Colours): number {
  let best = 0;
  for (const corner of BOXES) {
    let width = WIDTH - columnOf(corner);
    for (let height = 1; height <= WIDTH - rowOf(corner) && width > 0; height += 1) {
      let run = 0;
      while (run < width && colours.has(boxAt(columnOf(corner) + run, rowOf(corner) + height - 1))) run += 1;
      width = run;
      best = Math.max(best, width * height);
    }
  }
  return best;
}

/** The number of boxes of one colour that hang together side by side. */
export function largestArea(colours: Colours, letter: Letter): number {
  const seen = new Set<Box>();
  let best = 0;
  for (const start of colours.keys()) {
    const waiting = [start];
    let size = 0;
    for (let box = waiting.pop(); box !== undefined; box = waiting.pop()) {
      if (seen.has(box) || colours.get(box) !== letter) continue;
      seen.add(box);
      size += 1;
      const [column, row] = [columnOf(box), rowOf(box)];
      waiting.push(boxAt(column + 1, row), boxAt(column - 1, row), boxAt(column, row + 1), boxAt(column, row - 1));
    }
    best = Math.max(best, size);
  }
  return best;
}
