import { describe, expect, it } from 'vitest';
import type { ServerState } from '../src/lib/wire';
import { bytes, duration, milliseconds, pace } from '../src/screens/owner/figures';

const STATE = { now: 100, started: 0, cpu: 5, moves: { person: 10, bot: 20 } } as unknown as ServerState;

describe('figures of the owner’s page', () => {
  it('writes sizes and times as people read them', () => {
    expect([0, 999, 1500, 123_456, 7_200_000_000].map((count) => bytes(count, 'en'))).toEqual(['0 B', '999 B', '1.5 kB', '123 kB', '7.2 GB']);
    expect(bytes(1500, 'de')).toBe('1,5 kB');
    expect(milliseconds(0.0005, 'de')).toBe('0,5 ms');
    expect([59, 3_661, 90_000].map(duration)).toEqual(['0 min 59 s', '1 h 1 min', '1 d 1 h']);
  });

  it('works out the pace between two looks', () => {
    const later = { ...STATE, now: 130, cpu: 8, moves: { person: 15, bot: 25 } };
    const found = pace(STATE, later);
    expect(found?.moves).toBe(20);
    expect(found?.cpu).toBeCloseTo(0.1);
    expect(pace(null, later)).toBeNull();
    expect(pace({ ...STATE, started: 50 }, later)).toBeNull();
  });
});
