import { expect, it } from 'vitest';
import { roughly, written } from '../src/lib/clock.svelte';
import { goodTime, NO_TIME, timeControl } from '../src/lib/time-control';

const units = { day: 'd', hour: 'h', point: '.' };

it('writes what is left, with tenths at the end', () => {
  expect(written(2 * 86_400_000 + 3_600_000, units)).toBe('2 d 1 h');
  expect(written(3_725_000, units)).toBe('1:02:05');
  expect(written(65_999, units)).toBe('1:05');
  expect(written(19_999, units)).toBe('19.9');
  expect(written(0, units)).toBe('0.0');
  expect(written(9_400, { day: 'T', hour: 'Std', point: ',' })).toBe('9,4');
});

it('says roughly how much that is', () => {
  expect(roughly(2.5 * 86_400_000, 'en')).toBe('2 days');
  expect(roughly(86_399_999, 'en')).toBe('23 hours');
  expect(roughly(500, 'en')).toBe('0 seconds');
  expect(roughly(2.5 * 86_400_000, 'de')).toBe('2 Tage');
});

it('makes a time control of what was chosen', () => {
  expect(timeControl(NO_TIME)).toBeNull();
  expect(timeControl({ ...NO_TIME, pace: 'live 1' })).toEqual({ kind: 'live', seconds: 600, added: 5 });
  expect(timeControl({ ...NO_TIME, pace: 'custom', minutes: 1.5, added: 0 })).toEqual({ kind: 'live', seconds: 90, added: 0 });
  const offset = -new Date().getTimezoneOffset();
  expect(timeControl({ ...NO_TIME, pace: 'days 2', weekends: true })).toEqual({
    kind: 'correspondence', seconds: 259_200, sleep: [1320, 420], offset, days_off: [5, 6],
  });
  expect(goodTime({ ...NO_TIME, pace: 'custom', minutes: 0 })).toBe(false);
  expect(goodTime({ ...NO_TIME, pace: 'custom', added: 1.5 })).toBe(false);
});
