/** What the server shows of a game of Alvos. No rule is decided here. */
import type { Json, View } from '../../lib/wire';
import type { Inner as InnerHex, Outer as OuterHex, Sheet, Tally, View as AlvosView, Way } from './view.gen';

export type { AlvosView, InnerHex, OuterHex, Sheet, Tally, Way };
/** A cog by its kind, a bolt or a wild cog. */
export type Thing = InnerHex['gives'];
export type EventName = NonNullable<Way['risk']>;

export function alvos(view: View): AlvosView {
  return view.table as Json as unknown as AlvosView;
}

/** '+2', '−3' */
export function signed(points: number): string {
  return points < 0 ? `−${-points}` : `+${points}`;
}

/** The lines of a tally, in the order of the rules. */
export function linesOf(tally: Tally): [keyof Tally, number][] {
  return Object.entries(tally) as [keyof Tally, number][];
}
