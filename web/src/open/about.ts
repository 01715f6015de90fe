/** An open table in words. */
import { t } from '../lib/i18n';
import { applies, defaultOf } from '../lib/options';
import type { Game, OpenTable, TimeControl } from '../lib/wire';
import { say } from './words';
import { word } from '../lib/time-words';

const DAY = 86_400;

export const freeSeats = (table: OpenTable): number[] => table.seats.flatMap(({ kind }, seat) => (kind === 'open' ? [seat] : []));

/** Who sits there: people by their names, bots by their levels. */
export const company = (table: OpenTable): string[] =>
  table.seats.flatMap(({ kind, name, level }) => (kind === 'human' ? [name] : kind === 'bot' ? [t('table.bot', { level: level ?? '' })] : []));

export function timeWords(time: TimeControl | null): string {
  if (!time) return say('no-clock');
  if (time.kind === 'live') return word('time.live.option', { minutes: Math.round(time.seconds / 6) / 10, added: time.added ?? 0 });
  const days = Math.round((time.seconds / DAY) * 10) / 10;
  return days === 1 ? word('time.day') : word('time.days', { n: days });
}

/** What is otherwise than usual. */
export function optionWords(game: Game, { options, seats }: OpenTable): string[] {
  return game.options
    .filter((option) => applies(option, options, seats.length) && options[option.name] !== undefined)
    .filter((option) => options[option.name] !== defaultOf(option, options))
    .map((option) => {
      const value = options[option.name];
      return `${option.title}: ${option.choices?.find((choice) => choice.value === value)?.title ?? value}`;
    });
}
