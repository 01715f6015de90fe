/** The one sentence above the board: who is to move, or how it ended. */
import { t } from './i18n';
import { heldSeats } from './seats';
import type { Seat, TableMessage } from './wire';

export interface StatusWords {
  /** Said first and strongly. */
  lead: string;
  /** What to do, if the reader is to do something. */
  more: string;
}

export function statusWords(table: TableMessage, prompt: string): StatusWords {
  const name = (seat: Seat | undefined) => seat?.called ?? '';
  if (table.status === 'over') return { lead: table.ending ?? t('over.title'), more: '' };
  if (table.status === 'waiting') return { lead: t('table.status.waiting'), more: '' };
  const held = heldSeats(table.seats);
  const playing = table.look !== null && table.seats[table.look]?.left === null;
  const mayAct = table.look !== null && playing && table.view.actors.includes(table.look);
  if (table.look !== null && playing && table.view.awaited.includes(table.look)) {
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
