/** The same game once more, against bots of one level more. */
import { settings } from './settings.svelte';
import type { Game, NewTable, SeatWish, TableMessage } from './wire';

/** Null where nobody looks through an own seat, other people play along, or the bots are at their best already. */
export function harderTable(game: Game, table: TableMessage): NewTable | null {
  const most = Math.max(...game.levels.map((each) => each.level));
  const bots = table.seats.filter((seat) => seat.kind === 'bot' && seat.left === null);
  const alone = table.seats.every((seat) => seat.kind === 'bot' || seat.mine);
  if (table.look === null || !alone || table.origin || !bots.some((seat) => (seat.level ?? most) < most)) return null;
  return {
    game: table.game,
    players: table.seats.length,
    options: table.options,
    name: table.seats[table.look]?.name ?? settings.name,
    stand_in: table.stand_in,
    seats: table.seats.map((seat): SeatWish => {
      if (seat.kind === 'bot' && seat.left === null) return { kind: 'bot', level: Math.min(most, (seat.level ?? most) + 1) };
      return seat.seat === table.look ? { kind: 'me' } : { kind: 'local', name: seat.left ?? seat.name };
    }),
  };
}
