/** Where pawns stand on a track, so that none hides another. */

/** The middle of a space, from the left end of the track. */
export function spaceShare(space: number, spaces: number[]): string {
  return `${(((spaces.indexOf(space) + 0.5) / spaces.length) * 100).toFixed(2)}%`;
}

export interface Lane {
  seat: number;
  at: number;
  /** Away from the middle of the space, in percent of a pawn. */
  across: number;
  down: number;
}

/** Those who share a space stand side by side in two rows. */
export function lanes(pawns: number[]): Lane[] {
  return pawns.map((at, seat) => {
    const here = pawns.flatMap((other, index) => (other === at ? [index] : []));
    const nth = here.indexOf(seat);
    const rows = here.length > 1 ? 2 : 1;
    const columns = Math.ceil(here.length / rows);
    const column = Math.floor(nth / rows) - (columns - 1) / 2;
    return { seat, at, across: Math.round(column * 62), down: rows === 1 ? 0 : nth % rows ? 48 : -48 };
  });
}
