import { describe, expect, it } from 'vitest';
import { deliveriesIn, kindOfAction, lastOf, objectOf, readDelivery, toldShortly } from '../src/games/alvos/actions';
import { describeInner, hexOfAction, marksOf, pawns, waysTo } from '../src/games/alvos/cave';
import { choose, counts, loadOf, mayAddBolt, variants, waysFor } from '../src/games/alvos/delivery';
import { readDrawing } from '../src/games/alvos/diagram';
import { crowd, engineerPlace, innerPlace, outerPlace } from '../src/games/alvos/geometry';
import { noteTurn, people } from '../src/games/alvos/people';
import type { AlvosView, Way } from '../src/games/alvos/table';
import type { Choice, Game, Seat } from '../src/lib/wire';

const choices = (...texts: string[]): Choice[] => texts.map((text, index) => ({ text, index }));

describe('written actions', () => {
  it('are told apart', () => {
    expect(kindOfAction('d5+u2→7 bolt')).toBe('collect');
    expect(kindOfAction('d3+d5→8 deliver 3 5* +bolt')).toBe('deliver');
    expect(kindOfAction('fire 30')).toBe('fire');
    expect(kindOfAction('pass')).toBe('pass');
    expect(objectOf('lose cog 4')).toBe('cog 4');
  });

  it('of deliveries are read with dice, load, wilds and bolt', () => {
    expect(readDelivery('d3+d5→8 deliver 3 5* +bolt')).toEqual({
      text: 'd3+d5→8 deliver 3 5* +bolt',
      way: 'd3+d5→8',
      cogs: [3, 5],
      wild: [false, true],
      bolt: true,
    });
    expect(readDelivery('u2→20 deliver 3 keep 4')).toMatchObject({ way: 'u2 keep 4', cogs: [3], bolt: false });
    expect(readDelivery('d5+u2→7 bolt')).toBeNull();
  });

  it('of somebody who plays alone are told by the last turn', () => {
    expect(lastOf('d1+d2→3 cog 3; lose cog 3; d1+d5→6 cog 6')).toEqual(['lose cog 3', 'd1+d5→6 cog 6']);
    expect(lastOf('d1+d2→3 cog 3; pass')).toEqual(['pass']);
    expect(toldShortly('d1+d2→3 cog 3; d1+d5→6 cog 6')).toBe('6: cog 6');
  });
});

describe('a delivery', () => {
  const possible = deliveriesIn(
    choices(
      'd3+d5→8 deliver 3',
      'd3+d5→8 deliver 3 +bolt',
      'd3+d5→8 deliver 3*',
      'd3+d5→8 deliver 3 5',
      'd3+d5→8 deliver 3 5*',
      'u2→20 deliver 3 5 keep 3',
      'u2→20 deliver 3 5 keep 5',
      'pass',
    ),
  );

  it('begins with the most cogs, the fewest wilds and no bolt', () => {
    expect(choose(possible, {})?.text).toBe('d3+d5→8 deliver 3 5');
    expect(counts(possible)).toEqual([1, 2]);
  });

  it('follows the wish as far as it goes', () => {
    expect(choose(possible, { count: 1, bolt: true })?.text).toBe('d3+d5→8 deliver 3 +bolt');
    expect(choose(possible, { bolt: true })?.text).toBe('d3+d5→8 deliver 3 5');
    expect(choose(possible, { way: 'u2 keep 5' })?.text).toBe('u2→20 deliver 3 5 keep 5');
    expect(choose(possible, { load: '3 5*' })?.text).toBe('d3+d5→8 deliver 3 5*');
    expect(choose([], {})).toBeNull();
  });

  it('knows its variants', () => {
    const chosen = choose(possible, { count: 1 });
    if (!chosen) throw new Error('nothing chosen');
    expect(variants(possible, chosen)).toEqual(['3', '3*']);
    expect(waysFor(possible)).toEqual(['d3+d5→8', 'u2 keep 3', 'u2 keep 5']);
    expect(mayAddBolt(possible, chosen)).toBe(true);
    expect(loadOf(chosen)).toBe('3');
  });
});

function way(action: string, hex: number): Way {
  return { kind: 'collect', dice: [1], unused: 2, keeps: 3, risk: null, sum: hex, hex, gives: `cog ${hex}`, closed: false, action };
}

const table = {
  engineer: 40,
  to_move: 0,
  ways: [way('d1+u2→3 cog 3', 3), way('d2+u2→4 cog 4', 4)],
  inner: [1, 2, 3, 4, 5, 6].map((hex) => ({
    hex,
    label: `${hex}/${hex + 6}`,
    gives: hex === 1 ? 'bolt' : `cog ${hex}`,
    closed: false,
    alvos: hex === 3 ? [0, 1] : [],
  })),
  alvos: [
    { seat: 0, hex: 3, eliminated: false },
    { seat: 1, hex: 3, eliminated: false },
    { seat: 2, hex: null, eliminated: false },
    { seat: 3, hex: null, eliminated: true },
  ],
} as unknown as AlvosView;

const game = { seat_names: [] } as unknown as Game;
const seat = (number: number, kind: Seat['kind'], name = ''): Seat => ({ seat: number, name, kind, level: 1, mine: false, online: true, thinking: false });
const four = people(game, [seat(0, 'human', 'Anna'), seat(1, 'human', 'Bruno'), seat(2, 'bot'), seat(3, 'bot')]);

describe('the cave', () => {
  const situation = { table, legal: choices('d1+u2→3 cog 3', 'd3+d1→4 deliver 5', 'pass'), picked: null, previewed: null, hint: 'd3+d1→4 deliver 5' };

  it('marks where the dice lead and where cogs can be delivered', () => {
    expect(marksOf(3, situation)).toEqual({ legal: 'collect', picked: false, previewed: false, hinted: false });
    expect(marksOf(4, situation).legal).toBeNull();
    expect(marksOf(40, situation)).toMatchObject({ legal: 'deliver', hinted: true });
    expect(marksOf(30, { ...situation, legal: choices('fire 30') }).legal).toBe('fire');
    expect(waysTo(3, table, situation.legal).map(({ action }) => action)).toEqual(['d1+u2→3 cog 3']);
    expect(hexOfAction('fire 30', table)).toBe(30);
  });

  it('is described in words', () => {
    const hex = table.inner[2];
    if (!hex) throw new Error('no hex');
    expect(describeInner(hex, four, marksOf(3, situation))).toBe('Hex 3/9, gives cog 3; Anna, Bruno here; your dice lead here');
  });

  it('has a place for everybody who is still in the game', () => {
    const standing = pawns(table, four);
    expect(standing.map(({ person }) => person.seat)).toEqual([0, 1, 2]);
    expect(new Set(standing.map(({ x, y }) => `${x} ${y}`)).size).toBe(3);
    for (const count of [1, 2, 3, 4, 5, 6]) expect(new Set(crowd(count).map(({ x, y }) => `${x} ${y}`)).size).toBe(count);
  });

  it('is laid out clockwise from the top', () => {
    expect(innerPlace(1).x).toBeCloseTo(0);
    expect(innerPlace(1).y).toBeLessThan(0);
    expect(innerPlace(2).x).toBeGreaterThan(0);
    expect(outerPlace(40).y).toBeGreaterThan(300);
    expect(engineerPlace(60).x).toBeLessThan(outerPlace(60).x);
    expect(engineerPlace(20).x).toBeGreaterThan(outerPlace(20).x);
  });
});

describe('people', () => {
  it('have initials that are never the same', () => {
    expect(four.map(({ initial }) => initial)).toEqual(['A', 'B', '3', '4']);
    const twins = people(game, [seat(0, 'human', 'Anna'), seat(1, 'human', 'anton'), seat(2, 'human', '!?')]);
    expect(twins.map(({ initial }) => initial)).toEqual(['A1', 'A2', '3']);
  });

  it('are remembered by what they did last, until one looks back', () => {
    const turn = (seat: number, text: string) => ({ number: 0, seat, text, parts: [] });
    const first = noteTurn({ round: 1, turns: {} }, turn(0, 'pass'), 2);
    const second = noteTurn(first, turn(1, 'd1+d2→3 cog 3'), 2);
    expect(second.turns).toEqual({ 0: 'pass', 1: 'd1+d2→3 cog 3' });
    expect(noteTurn(second, turn(0, 'pass'), 1).turns).toEqual({ 0: 'pass' });
  });
});

it('reads the cave of the rulebook', () => {
  const drawing = readDrawing(['10: boxes 1', '30: 4 6 3 5, boxes 2, delivered 1, fires 1, engineer', '1/7: bolt, closed', '3/9: cog 3, A', '']);
  expect(drawing.engineer).toBe(30);
  expect(drawing.outer).toEqual([
    { hex: 10, boxes: 1, engineer: false, part: null },
    { hex: 30, boxes: 2, engineer: true, part: { row: [4, 6, 3, 5], delivered: 1, fires: 1 } },
  ]);
  expect(drawing.inner[0]).toMatchObject({ hex: 1, label: '1/7', gives: 'bolt', closed: true });
  expect(drawing.alvos).toEqual([{ hex: 3, initial: 'A' }]);
});
