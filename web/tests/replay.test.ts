import { expect, it, vi } from 'vitest';
import { api, RefusedError } from '../src/lib/api';
import { Replay, turnEnds } from '../src/lib/replay.svelte';
import { pack, packedIn } from '../src/lib/packed';
import { routeOf } from '../src/lib/router.svelte';
import type { ReplayStep } from '../src/lib/wire';

it('ends a turn with its last step', () => {
  const turn = (number: number) => ({ turn: { number, seat: 0, text: '', parts: [] } });
  expect(turnEnds([{ turn: null }, ...[0, 1, 1, 2, 2, 2].map(turn)])).toEqual([1, 3, 6]);
  expect(turnEnds([{ turn: null }])).toEqual([]);
});

it('packs a record as the server does, and takes nothing else from an address', async () => {
  expect(await pack('a record')).toBe('S1QoSk3OL0oBAA');
  expect(packedIn('#S1QoSk3OL0oBAA')).toBe('S1QoSk3OL0oBAA');
  expect(packedIn('')).toBeNull();
  expect(packedIn('#<script>')).toBeNull();
});

it('reads addresses', () => {
  expect(routeOf('/replay')).toEqual({ screen: 'replay' });
  expect(routeOf('/')).toEqual({ screen: 'lobby' });
  expect(routeOf('/table/abc')).toEqual({ screen: 'table', id: 'abc' });
  expect(routeOf('/new/alva')).toEqual({ screen: 'new', game: 'alva' });
  expect(routeOf('/table/a/b')).toEqual({ screen: 'lost' });
});

it('shows the view that was asked for last, whichever answer comes first', async () => {
  const answers = new Map<number | null, (steps: ReplayStep[]) => void>();
  vi.spyOn(api, 'replay').mockImplementation((_, seat) => new Promise((answer) => answers.set(seat, answer)));
  const replay = new Replay();
  const first = replay.load('table', 0, 3, 'en');
  const second = replay.load('table', 1, 3, 'en');
  const steps: ReplayStep[] = [];
  answers.get(1)?.(steps);
  await second;
  answers.get(0)?.([]);
  await first;
  expect(replay.seat).toBe(1);
  expect(replay.steps).toBe(steps);
  vi.restoreAllMocks();
});

it('asks again where many ask at once, and says when it came to nothing', async () => {
  vi.useFakeTimers();
  const busy = new RefusedError({ code: 'too-many', message: 'Wait a moment.' });
  const asked = vi.spyOn(api, 'replay').mockRejectedValueOnce(busy).mockRejectedValueOnce(busy).mockResolvedValueOnce([]);
  const replay = new Replay();
  const patient = replay.load('table', 0, 3, 'en');
  await vi.runAllTimersAsync();
  await patient;
  expect(asked).toHaveBeenCalledTimes(3);
  expect(replay.failed).toBe(false);
  asked.mockRejectedValue(busy);
  const given = expect(replay.load('table', 1, 3, 'en')).rejects.toBe(busy);
  await vi.runAllTimersAsync();
  await given;
  expect(replay.failed).toBe(true);
  vi.useRealTimers();
  vi.restoreAllMocks();
});
