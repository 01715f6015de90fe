import { expect, it } from 'vitest';
import { applicable, applies, complete, conditions, inRange } from '../src/lib/options';
import type { GameOption } from '../src/lib/wire';

const size: GameOption = {
  name: 'size',
  title: 'Board',
  help: '',
  clause: '',
  choices: [5, 7, 9].map((value) => ({ value, title: String(value) })),
  default: 9,
};
const pieces: GameOption = {
  name: 'pieces',
  title: 'Pieces',
  help: '',
  clause: '',
  least: 1,
  most: 40,
  default_by: { option: 'size', values: [[5, 10], [7, 20], [9, 34]] },
};

it('takes defaults that follow another option', () => {
  expect(complete([size, pieces], {})).toEqual({ size: 9, pieces: 34 });
  expect(complete([size, pieces], { size: 5 })).toEqual({ size: 5, pieces: 10 });
  expect(complete([size, pieces], { size: 5, pieces: 12 })).toEqual({ size: 5, pieces: 12 });
});

it('knows which values are possible', () => {
  expect(inRange(size, 7)).toBe(true);
  expect(inRange(size, 8)).toBe(false);
  expect(inRange(pieces, 40)).toBe(true);
  expect(inRange(pieces, 41)).toBe(false);
  expect(inRange(pieces, 1.5)).toBe(false);
});

const mode: GameOption = {
  name: 'mode',
  title: 'Mode',
  help: '',
  clause: '',
  choices: [{ value: 'versus', title: 'Against each other' }, { value: 'together', title: 'Together' }],
  default: 'versus',
  only: { players: [2, 3, 4] },
};
const time: GameOption = { name: 'time', title: 'Time', help: '', clause: '', least: 1, most: 3, default: 2, only: { players: [2, 3, 6], mode: ['together'] } };

it('knows where an option means something', () => {
  expect(applies(size, {}, 1)).toBe(true);
  expect(applies(mode, {}, 1)).toBe(false);
  expect(applies(mode, {}, 4)).toBe(true);
  expect(applies(time, { mode: 'versus' }, 2)).toBe(false);
  expect(applies(time, { mode: 'together' }, 2)).toBe(true);
});

it('sends only what means something', () => {
  const chosen = complete([mode, time], { mode: 'versus', time: 9 });
  expect(applicable([mode, time], chosen, 2)).toEqual({ mode: 'versus' });
  expect(applicable([mode, time], chosen, 1)).toEqual({});
});

it('says what an option waits for', () => {
  expect(conditions(time, [mode, time])).toEqual([
    { option: 'players', values: ['2–3', '6'] },
    { option: 'Mode', values: ['Together'] },
  ]);
});
