import { expect, it } from 'vitest';
import { turnEnds } from '../src/lib/replay.svelte';
import { routeOf } from '../src/lib/router.svelte';

it('ends a turn with its last step', () => {
  const turn = (number: number) => ({ turn: { number, seat: 0, text: '', parts: [] } });
  expect(turnEnds([{ turn: null }, ...[0, 1, 1, 2, 2, 2].map(turn)])).toEqual([1, 3, 6]);
  expect(turnEnds([{ turn: null }])).toEqual([]);
});

it('reads addresses', () => {
  expect(routeOf('/')).toEqual({ screen: 'lobby' });
  expect(routeOf('/table/abc')).toEqual({ screen: 'table', id: 'abc' });
  expect(routeOf('/new/alva')).toEqual({ screen: 'new', game: 'alva' });
  expect(routeOf('/table/a/b')).toEqual({ screen: 'lost' });
});
