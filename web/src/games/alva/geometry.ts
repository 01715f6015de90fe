/** Room around the outermost lines, in steps of the grid: wide where the coordinates stand, narrow elsewhere. */
export const MARGIN = 0.96;
export const NARROW = 0.66;

export function viewBox(size: number): string {
  const side = size - 1 + MARGIN + NARROW;
  return `${-MARGIN} ${-NARROW} ${side} ${side}`;
}
