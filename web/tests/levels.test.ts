import { expect, test } from 'vitest';
import { levelOption, levelTitle } from '../src/lib/levels';
import type { Level } from '../src/lib/wire';

const level = (elo: number | null): Level => ({ level: 1, title: 'Child', about: '', seconds: [], elo });

test('a level tells its Elo where that was measured, also below whoever plays at random', () => {
  expect(levelOption(level(74))).toBe('1: Child · 74');
  expect(levelTitle(level(-145))).toBe('Child · −145');
  expect(levelTitle(level(null))).toBe('Child');
});
