/** The turns of a game in rounds, for the move list. */
import type { Turn } from './wire';

export interface Round {
  number: number;
  turns: { index: number; seat: number; text: string }[];
}

/** A round begins with the seat that began the game, or when all have had a turn. */
export function inRounds(turns: Turn[], players: number): Round[] {
  const rounds: Round[] = [];
  const starter = turns[0]?.[0];
  turns.forEach(([seat, text], index) => {
    const last = rounds.at(-1);
    if (!last || seat === starter || last.turns.length >= players) rounds.push({ number: rounds.length + 1, turns: [] });
    rounds.at(-1)?.turns.push({ index, seat, text });
  });
  return rounds;
}
