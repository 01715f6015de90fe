/** Who sits where, seen from this browser. */
import type { Game, Seat, TableMessage } from './wire';

/** People of these names, one of whom reads this: for boards that are no tables. */
export function peopleCalled(names: string[], mine: number | null = null): Seat[] {
  return names.map((name, seat) => {
    return { seat, name, called: name, kind: 'human', level: null, mine: seat === mine, online: true, thinking: false, left: null, absent: false, muted: false, seconds: null };
  });
}

export function heldSeats(seats: Seat[]): number[] {
  return seats.filter((seat) => seat.mine).map((seat) => seat.seat);
}

/** Whether no other person is there to go on with: bots do not mind how a game ends. */
export function isAlone(seats: Seat[]): boolean {
  return seats.every((seat) => seat.kind !== 'human' || seat.mine || seat.absent || seat.left !== null);
}

/** The held seat that should be looked through now: the one that is awaited, else the present one. */
export function seatToLook(table: TableMessage): number | null {
  const held = heldSeats(table.seats.filter((seat) => seat.left === null));
  const { awaited } = table.view;
  if (table.look !== null && (awaited.includes(table.look) || table.status === 'over')) return table.look;
  return held.find((seat) => awaited.includes(seat)) ?? table.look ?? held[0] ?? heldSeats(table.seats)[0] ?? null;
}

/** People share this device and must not see each other's secrets. */
export function needsCurtain(game: Game, table: TableMessage): boolean {
  return game.secrets && table.status !== 'over' && heldSeats(table.seats).length > 1;
}

export function seatTitle(game: Game, seat: number, otherwise: (number: number) => string): string {
  return game.seat_names[seat] ?? otherwise(seat + 1);
}

