/** Where everything in the cave is drawn. A hex is 200 wide; the middle of the cave is 0, 0. */

export interface Place {
  x: number;
  y: number;
}

const SIDE = 100;
const STEP = SIDE * Math.sqrt(3);
export const HEXES = 6;
export const VIEW_BOX = '-436 -452 872 904';

/** The first hex lies at the top, the others follow clockwise. */
function at(number: number, ring: 1 | 2): Place {
  const angle = ((number - 1) / HEXES) * 2 * Math.PI - Math.PI / 2;
  return { x: round(Math.cos(angle) * STEP * ring), y: round(Math.sin(angle) * STEP * ring) };
}

const round = (length: number) => Math.round(length * 10) / 10;

export function innerPlace(hex: number): Place {
  return at(hex, 1);
}

export function outerPlace(hex: number): Place {
  return at(hex / 10, 2);
}

/** He stands beside his hex, on the side away from the middle. */
export function engineerPlace(hex: number): Place {
  const { x, y } = outerPlace(hex);
  return { x: x + (x < 0 ? -92 : 92), y: y - 50 };
}

export function hexPath(scale = 1): string {
  const points = Array.from({ length: HEXES }, (_, corner) => {
    const angle = (corner / HEXES) * 2 * Math.PI;
    return `${round(Math.cos(angle) * SIDE * scale)} ${round(Math.sin(angle) * SIDE * scale)}`;
  });
  return `M${points.join('L')}Z`;
}

export function cogPath(teeth: number, radius: number): string {
  const root = radius * 0.78;
  const points: string[] = [];
  for (let tooth = 0; tooth < teeth; tooth += 1) {
    for (const [turn, reach] of [[-0.34, root], [-0.2, radius], [0.2, radius], [0.34, root]] as const) {
      const angle = ((tooth + turn) / teeth) * 2 * Math.PI - Math.PI / 2;
      points.push(`${round(Math.cos(angle) * reach)} ${round(Math.sin(angle) * reach)}`);
    }
  }
  return `M${points.join('L')}Z`;
}

export interface PawnPlace extends Place {
  scale: number;
}

/** Places for the Alvos of one hex, as seen from its middle: one row, or two smaller ones for more than three. */
export function crowd(count: number): PawnPlace[] {
  const scale = count > 3 ? 0.72 : 1;
  const step = 46 * scale;
  const rows = count > 3 ? [Math.ceil(count / 2), Math.floor(count / 2)] : [count];
  return rows.flatMap((inRow, row) =>
    Array.from({ length: inRow }, (_, nth) => ({
      x: (nth - (inRow - 1) / 2) * step,
      y: (count > 3 ? 8 : 30) + row * 34,
      scale,
    })),
  );
}

/** Alvos that are not in the cave yet wait at its mouth, in the lower left corner. */
export function waitingPlace(nth: number): PawnPlace {
  return { x: -398 + (nth % 3) * 46, y: 392 - Math.floor(nth / 3) * 52, scale: 0.9 };
}
