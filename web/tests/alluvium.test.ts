import { describe, expect, it } from 'vitest';
import { asked, boxesOf, firstPlace, lay, MIDDLE, nextBox, nudge, Offer, placeOf, PLUG, toolFor, toolOf, turned } from '../src/games/alluvium/form';
import { hatch, outline, squares, tally } from '../src/games/alluvium/pencil';
import {
  boxAt,
  BOXES,
  columnOf,
  freshOn,
  letterOn,
  rowOf,
  type AlluviumView,
  type Card,
  type Chosen,
  type Parts,
} from '../src/games/alluvium/table';
import { lastDrawn } from '../src/games/alluvium/table';
import { Twist, Wheel } from '../src/games/alluvium/twist';
import { words } from '../src/games/alluvium/words';
import type { Json } from '../src/lib/wire';

// As the server describes them: boxes right and up from the leftmost box of the lowest row.
const HOOK: Card = {
  form: 'Hook',
  secret: false,
  rotations: {
    '0': [[0, 0], [1, 0], [0, 1], [0, 2]],
    '90': [[0, 0], [0, 1], [1, 1], [2, 1]],
    '180': [[0, 0], [0, 1], [-1, 2], [0, 2]],
    '270': [[0, 0], [1, 0], [2, 0], [2, 1]],
  },
};
const BAR: Card = {
  form: 'Bar',
  secret: true,
  rotations: { '0': [[0, 0], [1, 0], [2, 0], [3, 0]], '90': [[0, 0], [0, 1], [0, 2], [0, 3]] },
};
const form = (name: string, turn: string, at: string): Parts => ({ kind: 'form', form: name, turn, at });
const offerOf = (...parts: Parts[]) => new Offer(parts.map((one, index) => ({ text: `choice ${index}`, index, parts: { ...one } as Record<string, Json> })));
const hook = toolOf(HOOK);
const bar = toolOf(BAR);

describe('boxes', () => {
  it('have names from a1 at the lower left', () => {
    expect(boxAt(0, 0)).toBe('a1');
    expect(boxAt(9, 9)).toBe('j10');
    expect([columnOf('j10'), rowOf('j10')]).toEqual([9, 9]);
    expect([BOXES[0], BOXES[99]]).toEqual(['a10', 'j1']);
  });

  it('are read from rows that begin at the top', () => {
    const rows = ['r.........', ...Array.from({ length: 8 }, () => '..........'), '.........b'];
    expect(letterOn({ rows }, 'a10')).toBe('r');
    expect(letterOn({ rows }, 'j1')).toBe('b');
    expect(letterOn({ rows }, 'a1')).toBeNull();
  });
});

describe('a form in the hand', () => {
  it('is asked about by its rotation and the leftmost box of its lowest row', () => {
    expect(asked(lay(hook, { column: 2, row: 4, turn: 0 }))).toEqual(form('Hook', '0', 'c4'));
    expect(asked(lay(hook, { column: 2, row: 4, turn: 2 }))).toEqual(form('Hook', '180', 'd4'));
    expect(asked(lay(PLUG, { column: 2, row: 4, turn: 0 }))).toEqual({ kind: 'plug', at: 'c5' });
    expect(lay(hook, { column: 2, row: 4, turn: 2 }).boxes.sort()).toEqual(['c6', 'd4', 'd5', 'd6']);
  });

  it('always lies wholly on the sheet', () => {
    for (const tool of [hook, bar, PLUG]) {
      for (const turn of tool.turns.keys()) {
        for (const [column, row] of [[0, 0], [9, 0], [0, 9], [9, 9]] as const) {
          for (const box of lay(tool, { column, row, turn }).boxes) expect(BOXES).toContain(box);
        }
      }
    }
  });

  it('moves by one box from where it lies, also at the edge', () => {
    const corner = nudge(bar, { column: 9, row: 0, turn: 0 }, 1, -1);
    expect(asked(lay(bar, corner))).toEqual(form('Bar', '0', 'g1'));
    expect(asked(lay(bar, nudge(bar, corner, -1, 1)))).toEqual(form('Bar', '0', 'f2'));
  });

  it('turns round and round through the rotations that differ', () => {
    expect(turned(bar, MIDDLE, 1).turn).toBe(1);
    expect(turned(bar, MIDDLE, 2).turn).toBe(0);
    expect(turned(hook, MIDDLE, -1).turn).toBe(3);
  });

  it('begins where it fits, next to the middle', () => {
    expect(asked(lay(bar, firstPlace(bar, offerOf(form('Bar', '0', 'a1'), form('Bar', '0', 'd5'), form('Bar', '90', 'e4')))))).toEqual(form('Bar', '0', 'd5'));
    expect(asked(lay(bar, firstPlace(bar, offerOf(form('Bar', '90', 'a1')))))).toEqual(form('Bar', '90', 'a1'));
    expect(firstPlace(bar, offerOf())).toBe(MIDDLE);
  });

  it('is found again where it was drawn', () => {
    for (const drawn of [form('Hook', '0', 'c4'), form('Hook', '180', 'd4'), form('Hook', '90', 'a1'), form('Bar', '90', 'j7')]) {
      const tool = toolFor([hook, bar], drawn);
      expect(tool && lay(tool, placeOf(tool, drawn))).toMatchObject({ form: drawn.form, turn: drawn.turn, at: drawn.at });
    }
    expect(toolFor([hook, bar], { kind: 'plug', at: 'e5' })).toBe(PLUG);
    expect(boxesOf([hook, bar], { kind: 'plug', at: 'e5' })).toEqual(['e5']);
    expect(boxesOf([hook, bar], { kind: 'pass' })).toEqual([]);
  });
});

describe('what is offered', () => {
  it('is found by where a form lies', () => {
    const offer = offerOf({ ...form('Bar', '0', 'a1'), checks: 3 }, { kind: 'plug', at: 'e5' }, { kind: 'plug', at: 'b2' });
    expect(offer.of(lay(bar, { column: 0, row: 0, turn: 0 }))).toMatchObject({ text: 'choice 0', checks: 3 });
    expect(offer.of(lay(bar, { column: 5, row: 5, turn: 0 }))).toBeUndefined();
    expect(offer.of(lay(PLUG, { column: 4, row: 4, turn: 0 }))?.text).toBe('choice 1');
    expect(offer.plugs).toEqual(['e5', 'b2']);
    expect(offer.pass).toBeUndefined();
    expect(offerOf({ kind: 'pass' }).pass?.text).toBe('choice 0');
  });

  it('leads from hole to hole', () => {
    expect(nextBox(['e5', 'b2'], '')).toBe('e5');
    expect(nextBox(['e5', 'b2'], 'e5')).toBe('b2');
    expect(nextBox(['e5', 'b2'], 'b2')).toBe('e5');
    expect(nextBox([], 'b2')).toBeUndefined();
  });
});

describe('the first land', () => {
  const drawn = (text: string): Chosen => ({ kind: 'form', text, boxes: [] });
  const view = (chosen: AlluviumView['chosen']) => ({ chosen, to_draw: [HOOK, BAR] }) as AlluviumView;

  it('keeps the old pair until a change is complete', () => {
    const pair = { first: drawn('a'), second: drawn('b') };
    expect(freshOn(view({ ...pair, draft: null }))).toEqual({ fresh: [drawn('a'), drawn('b')], standing: [] });
    expect(freshOn(view({ ...pair, draft: drawn('c') }))).toEqual({ fresh: [drawn('c')], standing: [drawn('a'), drawn('b')] });
  });
});

describe('turning', () => {
  it('needs an eighth of a turn of two fingers, and then a quarter for each', () => {
    const twist = new Twist(0);
    expect(twist.to(30)).toBe(0);
    expect(twist.to(50)).toBe(1);
    expect(twist.to(90)).toBe(0);
    expect(twist.to(140)).toBe(1);
    expect(twist.to(60)).toBe(-1);
  });

  it('goes the short way over the half turn', () => {
    const twist = new Twist(170);
    expect(twist.to(-170)).toBe(0);
    expect(twist.to(-130)).toBe(1);
  });

  it('is one quarter for a notch of the wheel, however finely it counts', () => {
    const wheel = new Wheel();
    expect(wheel.by(100, 0)).toBe(1);
    expect(wheel.by(-100, 500)).toBe(-1);
    expect([wheel.by(25, 1000), wheel.by(25, 1010), wheel.by(25, 1020)]).toEqual([0, 0, 1]);
    expect([wheel.by(40, 2000), wheel.by(40, 3000)]).toEqual([0, 0]);
  });
});

describe('the pencil', () => {
  it('draws a box the same every time, and each colour in its own way', () => {
    expect(hatch('c4', 'r')).toBe(hatch('c4', 'r'));
    expect(new Set((['r', 'b', 'g', 'y', 'n', 'd'] as const).map((letter) => hatch('c4', letter))).size).toBe(6);
  });

  it('draws the line around boxes and none between them', () => {
    expect(outline(['a1']).match(/M/g)).toHaveLength(4);
    expect(outline(['a1', 'b1']).match(/M/g)).toHaveLength(6);
    expect(squares(['a1', 'j10'])).toBe('M0 9h1v1h-1zM9 0h1v1h-1z');
  });

  it('counts checks with a stroke each', () => {
    expect(tally(7).path.match(/M/g)).toHaveLength(7);
    expect(tally(0).path).toBe('');
  });
});

describe('words', () => {
  it('have the same gaps in both languages', () => {
    const gaps = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
    for (const key of Object.keys(words.en) as (keyof typeof words.en)[]) {
      expect(gaps(words.de[key]), key).toEqual(gaps(words.en[key]));
    }
  });
});

describe('what was drawn last on a sheet', () => {
  it('is all of the last step', () => {
    const at = (round: number, hop: number) => ({ round, hop, boxes: [], colour: 'r', text: '' }) as never;
    expect([...lastDrawn({ drawings: [at(1, 0), at(1, 0), at(1, 1)] })]).toEqual([2]);
    expect([...lastDrawn({ drawings: [at(1, 0), at(1, 0)] })]).toEqual([0, 1]);
    expect(lastDrawn({ drawings: [] }).size).toBe(0);
  });
});
