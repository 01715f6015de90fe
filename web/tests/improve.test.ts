import { describe, expect, it } from 'vitest';
import { harderTable } from '../src/lib/harder';
import { marksByTurn } from '../src/lib/marks.svelte';
import { routeOf } from '../src/lib/router.svelte';
import type { Decision, Game, Outcome, Seat, TableMessage } from '../src/lib/wire';
import { chancesOf, judgedFirst, wordsOf } from '../src/screens/improve/chances';
import { Solved } from '../src/screens/improve/solved.svelte';
import { words } from '../src/screens/improve/words';

const game = { levels: [1, 2, 3].map((level) => ({ level, title: `${level}` })) } as Game;
const seat = (number: number, more: Partial<Seat>): Seat => ({
  seat: number,
  name: 'Anna',
  called: 'Anna',
  kind: 'human',
  level: null,
  mine: true,
  online: true,
  thinking: false,
  left: null,
  absent: false,
  muted: false,
  seconds: null,
  ...more,
});
const tableWith = (...seats: Seat[]) => ({ game: 'toy', options: { a: 1 }, look: 0, seats, stand_in: 3, origin: null }) as unknown as TableMessage;
const bot = (number: number, level: number) => seat(number, { kind: 'bot', level, mine: false });

describe('again, one level harder', () => {
  it('asks for bots of one level more, in the same seats', () => {
    const wish = harderTable(game, tableWith(seat(0, {}), bot(1, 2), bot(2, 3)));
    expect(wish?.seats).toEqual([{ kind: 'me' }, { kind: 'bot', level: 3 }, { kind: 'bot', level: 3 }]);
    expect(wish?.options).toEqual({ a: 1 });
  });

  it('is not offered against the strongest, with other people, or to spectators', () => {
    expect(harderTable(game, tableWith(seat(0, {}), bot(1, 3)))).toBeNull();
    expect(harderTable(game, tableWith(seat(0, {}), bot(1, 1), seat(2, { mine: false })))).toBeNull();
    expect(harderTable(game, { ...tableWith(seat(0, {}), bot(1, 1)), look: null })).toBeNull();
  });
});

describe('chances', () => {
  const decision = (step: number, who: number, value: number): Decision => ({ step, seat: who, mark: 'good', value, best: value, better: null });
  const outcome = { shares: [1, 0, 0] } as unknown as Outcome;

  it('come from both sides where two play against each other, and from one seat where more do', () => {
    const decisions = [decision(1, 0, 0.6), decision(2, 1, 0.3)];
    expect(chancesOf(0, 2, false, decisions, outcome, 2).map(({ value }) => value)).toEqual([0.6, 0.7, 1]);
    expect(chancesOf(1, 2, false, decisions, outcome, 2).map(({ value }) => value)).toEqual([0.4, 0.3, 0]);
    expect(chancesOf(0, 3, false, decisions, outcome, 2).map(({ value }) => value)).toEqual([0.6, 1]);
    expect(chancesOf(0, 3, true, decisions, outcome, 2).map(({ value }) => value)).toEqual([0.6, 0.3, 1]);
  });
});

describe('whose decisions are shown first', () => {
  it('are the own ones, else the first that were judged, and a person\u2019s before any are', () => {
    const shared = tableWith(bot(0, 2), seat(1, {}), seat(2, {}));
    expect(judgedFirst({ ...shared, look: 2 }, [1, 2])).toBe(2);
    expect(judgedFirst({ ...shared, look: null }, [2])).toBe(2);
    expect(judgedFirst({ ...shared, look: null }, [])).toBe(1);
    expect(judgedFirst({ ...shared, look: 0 }, [1, 2])).toBe(1);
    expect(judgedFirst(null, [])).toBe(0);
  });
});

describe('puzzles', () => {
  it('count a streak of first tries, which a wrong one ends', () => {
    const solved = new Solved('toy');
    solved.right('a', true);
    solved.right('b', true);
    solved.right('b', true);
    expect([solved.streak, solved.best, solved.count]).toEqual([2, 2, 2]);
    solved.wrong('c');
    solved.right('c', false);
    expect([solved.streak, solved.best, solved.count]).toEqual([0, 2, 3]);
    solved.wrong('a');
    solved.forget();
    expect([solved.streak, solved.best, solved.count]).toEqual([0, 0, 0]);
  });

  it('have addresses of their own', () => {
    expect(routeOf('/puzzles/toy')).toEqual({ screen: 'puzzles', game: 'toy', id: null });
    expect(routeOf('/puzzles/toy/12ab')).toEqual({ screen: 'puzzles', game: 'toy', id: '12ab' });
    expect(routeOf('/puzzles/toy/1/2')).toEqual({ screen: 'lost' });
    expect(routeOf('/analysis/abc')).toEqual({ screen: 'analysis', id: 'abc' });
    expect(routeOf('/me')).toEqual({ screen: 'me' });
  });
});

it('speaks both languages with the same blanks', () => {
  const blanks = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
  for (const [key, text] of Object.entries(words.en)) expect([key, blanks(words.de[key as keyof typeof words.de])]).toEqual([key, blanks(text)]);
});

it('marks a turn by the worst of its decisions', () => {
  const decision = (step: number, mark: Decision['mark']): Decision => ({ step, seat: 0, mark, value: 0, best: 0, better: null });
  const steps = [null, 0, 0, 1, 2].map((number) => ({ turn: number === null ? null : { number, seat: 0, text: '', parts: [] } }));
  const marks = marksByTurn([decision(1, 'mistake'), decision(2, 'good'), decision(3, 'best'), decision(9, 'good')], steps);
  expect([...marks]).toEqual([
    [0, 'mistake'],
    [1, 'best'],
  ]);
});

it('tells the end of a game in a line', () => {
  const reckoning = ['Blue draws.', 'Round 4: 3.', 'Green: 4.', 'Blue wins.'];
  expect(wordsOf(reckoning, false, 'Over.')).toBe(reckoning.join(' '));
  expect(wordsOf(reckoning, true, 'Over.')).toBe('Blue draws. Over.');
  expect(wordsOf(['a1', 'White wins.'], true, 'Over.')).toBe('a1 White wins.');
  expect(wordsOf([], true, 'Over.')).toBe('Over.');
});
