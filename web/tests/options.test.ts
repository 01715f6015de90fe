import { expect, it } from 'vitest';
import { complete, inRange } from '../src/lib/options';
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
