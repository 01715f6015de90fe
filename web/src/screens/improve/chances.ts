/** How the chances of a seat went over a game, as far as its decisions tell. */
import type { Analysis, Decision, Outcome, TableMessage } from '../../lib/wire';

export interface Point {
  step: number;
  value: number;
  /** The decision that it comes from; null at the end of the game. */
  decision: Decision | null;
}

/** Others' decisions tell a seat's chances, too, where two play against each other or all as one. */
export function chancesOf(seat: number, players: number, together: boolean, decisions: Decision[], outcome: Outcome | null, last: number): Point[] {
  const points: Point[] = [];
  for (const decision of decisions) {
    const own = decision.seat === seat || together;
    if (!own && players !== 2) continue;
    points.push({ step: decision.step, value: own ? decision.value : 1 - decision.value, decision: decision.seat === seat ? decision : null });
  }
  const share = outcome?.shares[seat];
  if (share !== undefined) points.push({ step: last, value: share, decision: null });
  return points;
}

/** Whose decisions are shown first: the reader's own, else those of the first who had any; until that is known, of a person. */
export function judgedFirst(table: Pick<TableMessage, 'look' | 'seats'> | null, judged: number[]): number {
  const look = table?.look ?? null;
  if (look !== null && (judged.includes(look) || !judged.length)) return look;
  return judged[0] ?? table?.seats.find(({ kind, left }) => kind === 'human' || left !== null)?.seat ?? 0;
}

export function isDone(analysis: Analysis): boolean {
  return analysis.done >= analysis.of;
}

export const percent = (value: number): number => Math.round(value * 100);

/** The end of a game may be a long reckoning, which the table shows as well: what led there is enough beside it. */
export function wordsOf(story: string[], atEnd: boolean, over: string): string {
  if (!atEnd || (story.length > 0 && story.length < 4)) return story.join(' ');
  return [...story.slice(0, 1), over].join(' ');
}
