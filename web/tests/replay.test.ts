import { expect, it } from 'vitest';
import { turnEnds } from '../src/lib/replay.svelte';
import { routeOf } from '../src/lib/router.svelte';

it('ends a turn before the next one begins, and at the last step', () => {
  const begins = [false, true, true, false, true, false, false].map((one) => ({ begins: one }));
  expect(turnEnds(begins)).toEqual([1, 3, 6]);
  expect(turnEnds([{ begins: false }])).toEqual([]);
});

it('reads addresses', () => {
  expect(routeOf('/')).toEqual({ screen: 'lobby' });
  expect(routeOf('/table/abc')).toEqual({ screen: 'table', id: 'abc' });
  expect(routeOf('/new/alva')).toEqual({ screen: 'new', game: 'alva' });
  expect(routeOf('/table/a/b')).toEqual({ screen: 'lost' });
});
