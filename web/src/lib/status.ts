/** The one sentence above the board: who is to move, or how it ended. */
import { t } from './i18n';
import { displayName, heldSeats } from './seats';
import type { Game, Seat, TableMessage } from './wire';

export interface StatusWords {
  /** Said first and strongly. */
  lead: string;
  /** What to do, if the reader is to do something. */
  more: string;
}

/** `told` is how the game itself puts its end; a resignation is told here. */
export function statusWords(game: Game, table: TableMessage, prompt: string, told?: string | null): StatusWords {
  const name = (seat: Seat | undefined) => (seat ? displayName(game, seat, (n) => t('seat.number', { n })) : '');
  if (table.status === 'over') return { lead: (table.resigned === null && told) || ending(table, name), more: '' };
  if (table.status === 'waiting') return { lead: t('table.status.waiting'), more: '' };
  const held = heldSeats(table.seats);
  const mayAct = table.look !== null && table.view.actors.includes(table.look);
  if (table.look !== null && table.view.awaited.includes(table.look)) {
    const lead = held.length > 1 ? t('table.status.turn', { name: name(table.seats[table.look]) }) : t('table.status.yours');
    return { lead, more: prompt };
  }
  const awaited = table.view.awaited.map((seat) => table.seats[seat]);
  const [first, ...rest] = awaited;
  // Where all choose at once, those who have chosen wait, and may still change it.
  if (rest.length || mayAct) return { lead: t('table.status.several', { names: awaited.map(name).join(', ') }), more: mayAct ? prompt : '' };
  const word = first?.thinking ? 'table.status.thinking' : 'table.status.turn';
  return { lead: t(word, { name: name(first) }), more: held.length ? '' : t('table.watching') };
}

function ending(table: TableMessage, name: (seat: Seat | undefined) => string): string {
  const outcome = table.view.outcome;
  const resigned = table.resigned === null ? undefined : table.seats[table.resigned];
  if (resigned) {
    const winner = outcome?.winners.map((seat) => name(table.seats[seat])).join(', ');
    const gaveUp = t('table.status.resigned', { name: name(resigned) });
    return winner ? `${gaveUp} ${t('table.status.winner', { name: winner })}` : gaveUp;
  }
  if (!outcome) return t('over.title');
  const { winners, scores } = outcome;
  const score = scores.join(' : ');
  if (winners.length === 0) return t('table.status.all-lost');
  if (winners.length === table.seats.length && table.seats.length > 1) return t('table.status.draw', { score });
  const won = winners.map((seat) => table.seats[seat]);
  const held = heldSeats(table.seats);
  if (held.length === 1 && winners.length === 1 && won[0]?.mine) return t('table.status.you-won', { score });
  return t('table.status.won', { name: won.map(name).join(', '), score });
}
