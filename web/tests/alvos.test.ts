import { describe, expect, it } from 'vitest';
import { deliveriesIn, optionsIn, toldShortly, type Option, type Parts } from '../src/games/alvos/actions';
import { describeInner, fireOn, hexOf, marksOf, pawns, waysTo } from '../src/games/alvos/cave';
import { choose, counts, loadOf, mayAddBolt, variants, wayOf, waysFor, wishFor } from '../src/games/alvos/delivery';
import { crowd, engineerPlace, innerPlace, outerPlace } from '../src/games/alvos/geometry';
import { noteTurn, people } from '../src/games/alvos/people';
import type { AlvosView, Way } from '../src/games/alvos/table';
import type { Choice, Json, Seat } from '../src/lib/wire';

const option = (text: string, parts: Partial<Parts> & Pick<Parts, 'kind'>): Option => ({ ...parts, text });

/** A delivery as the server describes it; `load` is '35*', a star behind each wild cog. */
function deliver(text: string, load: string, more: Partial<Parts> = {}): Option {
  const cogs = [...load.matchAll(/(\d)(\*?)/g)].map(([, kind, star]) => ({ kind: Number(kind), wild: star === '*' }));
  const byRoll = { dice: [3, 5], unused: null, keeps: 2, hex: 2 };
  return option(text, { kind: 'deliver', part: 20, load: cogs, bolt: false, points: 1, space: 1, completes: false, ...byRoll, ...more });
}

describe('choices', () => {
  it('come as data, with what is sent to take them', () => {
    const legal: Choice[] = [{ text: 'fire 30', index: 3, parts: { kind: 'fire', part: 30, fires: 1 } }, { text: 'pass', index: 7, parts: { kind: 'pass' } }];
    expect(optionsIn(legal)).toEqual([{ text: 'fire 30', kind: 'fire', part: 30, fires: 1 }, { text: 'pass', kind: 'pass' }]);
  });

  it('are told in a few words once they were taken', () => {
    expect(toldShortly([{ kind: 'lose', what: 3 }, { kind: 'collect', sum: 6, what: 6 }])).toBe('lost cog 3 · 6: cog 6');
    expect(toldShortly([{ kind: 'lose', what: 'wild' }])).toBe('lost a wild cog');
    expect(toldShortly([{ kind: 'pass' }])).toBe('passed');
  });
});

describe('a delivery', () => {
  const possible = deliveriesIn([
    deliver('one', '3'),
    deliver('one with a bolt', '3', { bolt: true }),
    deliver('one wild', '3*'),
    deliver('two', '35'),
    deliver('two, one wild', '35*'),
    deliver('two, keep 3', '35', { dice: [], unused: 2, keeps: 3 }),
    deliver('two, keep 5', '35', { dice: [], unused: 2, keeps: 5 }),
    option('pass', { kind: 'pass' }),
  ]);

  it('begins with the most cogs, the fewest wilds and no bolt', () => {
    expect(choose(possible, {})?.text).toBe('two');
    expect(counts(possible)).toEqual([1, 2]);
  });

  it('follows the wish as far as it goes', () => {
    expect(choose(possible, { count: 1, bolt: true })?.text).toBe('one with a bolt');
    expect(choose(possible, { bolt: true })?.text).toBe('two');
    expect(choose(possible, { way: 'keep 5' })?.text).toBe('two, keep 5');
    expect(choose(possible, { load: '.*' })?.text).toBe('two, one wild');
    expect(choose([], {})).toBeNull();
    for (const one of possible) expect(choose(possible, wishFor(one))?.text).toBe(one.text);
  });

  it('knows its variants', () => {
    const chosen = choose(possible, { count: 1 });
    if (!chosen) throw new Error('nothing chosen');
    expect(variants(possible, chosen).map(loadOf)).toEqual(['.', '*']);
    expect(waysFor(possible).map(wayOf)).toEqual(['roll', 'keep 3', 'keep 5']);
    expect(mayAddBolt(possible, chosen)).toBe(true);
    expect(loadOf(chosen)).toBe('.');
  });
});

function way(action: string, hex: number): Way {
  return { kind: 'collect', dice: [1], unused: 2, keeps: 3, risk: null, sum: hex, hex, gives: hex, closed: false, by: action, action };
}

const table = {
  engineer: 40,
  to_move: 0,
  ways: [way('to 3', 3), way('to 4', 4)],
  inner: [1, 2, 3, 4, 5, 6].map((hex) => ({
    hex,
    label: `${hex}/${hex + 6}`,
    gives: hex === 1 ? 'bolt' : hex,
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

const seat = (number: number, kind: Seat['kind'], name = ''): Seat => ({ seat: number, name, called: name || `Player ${number + 1}`, kind, level: 1, mine: false, online: true, thinking: false, left: null, absent: false, muted: false, seconds: null });
const four = people([seat(0, 'human', 'Anna'), seat(1, 'human', 'Bruno'), seat(2, 'bot'), seat(3, 'bot')]);

describe('the cave', () => {
  const options = [option('to 3', { kind: 'collect', hex: 3 }), deliver('deliver', '5', { part: 40 }), option('pass', { kind: 'pass' })];
  const situation = { table, options, picked: null, previewed: null, hint: 'deliver' };

  it('marks where the dice lead and where cogs can be delivered', () => {
    expect(marksOf(3, situation)).toEqual({ legal: 'collect', picked: false, previewed: false, hinted: false });
    expect(marksOf(4, situation).legal).toBeNull();
    expect(marksOf(40, situation)).toMatchObject({ legal: 'deliver', hinted: true });
    const fire = option('burn it', { kind: 'fire', part: 30, fires: 0 });
    expect(marksOf(30, { ...situation, options: [fire] }).legal).toBe('fire');
    expect(fireOn(30, [fire])).toBe(fire);
    expect(waysTo(3, table, options).map(({ action }) => action)).toEqual(['to 3']);
    expect(options.map(hexOf)).toEqual([3, 40, null]);
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
    const twins = people([seat(0, 'human', 'Anna'), seat(1, 'human', 'anton'), seat(2, 'human', '!?')]);
    expect(twins.map(({ initial }) => initial)).toEqual(['A1', 'A2', '3']);
  });

  it('are remembered by what they did last, until one looks back', () => {
    const turn = (seat: number, ...parts: Parts[]) => ({ number: 0, seat, text: '', parts: parts as unknown as Record<string, Json>[] });
    const first = noteTurn({ round: 1, turns: {} }, turn(0, { kind: 'pass' }), 2);
    const second = noteTurn(first, turn(1, { kind: 'collect', hex: 3 }), 2);
    expect(second.turns).toEqual({ 0: [{ kind: 'pass' }], 1: [{ kind: 'collect', hex: 3 }] });
    expect(noteTurn(second, turn(0, { kind: 'pass' }), 1).turns).toEqual({ 0: [{ kind: 'pass' }] });
  });
});
