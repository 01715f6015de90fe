import { expect, it } from 'vitest';
import { turnEnds } from '../src/lib/replay.svelte';
import { routeOf } from '../src/lib/router.svelte';

it('finds where turns end', () => {
  const seats = [null, 0, 1, 1, 0, 0, 0].map((seat) => ({ seat }));
  expect(turnEnds(seats)).toEqual([1, 3, 6]);
  expect(turnEnds([{ seat: null }])).toEqual([]);
});

it('reads addresses', () => {
  expect(routeOf('/')).toEqual({ screen: 'lobby' });
  expect(routeOf('/table/abc')).toEqual({ screen: 'table', id: 'abc' });
  expect(routeOf('/new/alva')).toEqual({ screen: 'new', game: 'alva' });
  expect(routeOf('/table/a/b')).toEqual({ screen: 'lost' });
});
