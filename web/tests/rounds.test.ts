import { expect, it } from 'vitest';
import { inRounds } from '../src/lib/rounds';
import type { Turn } from '../src/lib/wire';

const seats = (...order: number[]): Turn[] => order.map((seat) => [seat, 'x']);
const shape = (turns: Turn[], players: number) => inRounds(turns, players).map((round) => round.turns.map(({ seat }) => seat));

it('begins a round with the seat that began the game', () => {
  expect(shape(seats(2, 0, 1, 2, 0), 3)).toEqual([[2, 0, 1], [2, 0]]);
});

it('begins a round when all have had a turn', () => {
  expect(shape(seats(1, 0, 0, 1), 2)).toEqual([[1, 0], [0], [1]]);
  expect(shape(seats(0, 0), 1)).toEqual([[0], [0]]);
});

it('has no rounds before the first turn', () => {
  expect(inRounds([], 2)).toEqual([]);
});
