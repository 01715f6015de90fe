/** What somebody has played, summed up by game and opponents. */
import type { PastGame } from '../../lib/wire';

export interface Row {
  game: string;
  /** The bots' level, 'mixed', 'people' or 'none'. */
  against: number | 'mixed' | 'people' | 'none';
  played: number;
  won: number;
  drawn: number;
  lost: number;
  accuracy: number | null;
}

export function againstOf(one: PastGame): Row['against'] {
  if (one.people > 0) return 'people';
  const levels = new Set(one.levels);
  const [only] = levels;
  if (only === undefined) return 'none';
  return levels.size === 1 ? only : 'mixed';
}

/** A row for each game and kind of opponent, in the order of the shelf; tried games tell nothing of strength. */
export function summedUp(games: PastGame[], order: string[]): Row[] {
  const groups = new Map<string, PastGame[]>();
  for (const one of games.filter(({ tried }) => !tried)) {
    const key = `${one.game} ${againstOf(one)}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const rows = [...groups.values()].flatMap((group) => {
    const first = group[0];
    if (!first) return [];
    const count = (result: PastGame['result']) => group.filter((one) => one.result === result).length;
    const known = group.map(({ accuracy }) => accuracy).filter((value) => value !== null);
    const accuracy = known.length ? known.reduce((sum, value) => sum + value, 0) / known.length : null;
    return [{ game: first.game, against: againstOf(first), played: group.length, won: count('won'), drawn: count('drawn'), lost: count('lost'), accuracy }];
  });
  return rows.sort((a, b) => order.indexOf(a.game) - order.indexOf(b.game) || String(a.against).localeCompare(String(b.against)));
}
