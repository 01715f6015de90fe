import { beforeAll, describe, expect, it } from 'vitest';
import { choicesByPlace, movedPawns, placesOf, tracesOf } from '../src/games/alpacalypse/actions';
import { bidIn, bidOffer, suggested, toggled, withCoins } from '../src/games/alpacalypse/bid';
import game from '../src/games/alpacalypse/index';
import { hyphenated } from '../src/games/alpacalypse/hyphens';
import { doing, offersOf, question } from '../src/games/alpacalypse/offers';
import { library } from '../src/games/alpacalypse/printed.svelte';
import { minus, phaseShown, signed, type AlpacaView, type Frame, type Parts, type Tribe } from '../src/games/alpacalypse/table';
import { swiped, WATCHED } from '../src/games/alpacalypse/tabs';
import { lanes, spaceShare } from '../src/games/alpacalypse/tracks';
import { ready, say, sayAny } from '../src/games/alpacalypse/words';
import { de } from '../src/games/alpacalypse/words.de';
import { en } from '../src/games/alpacalypse/words.en';
import type { Choice, View } from '../src/lib/wire';

beforeAll(ready);

const choices = (...parts: Parts[]): Choice[] => parts.map((one, index) => ({ text: `${one.kind} ${index}`, index, parts: one as unknown as Choice['parts'] }));
const both = (text: string) => ({ en: text, de: text });

library.take({
  cards: [{ id: 'torpedos', name: both('Torpedos'), text: both('+1 Might, +1 Wealth.'), deck: 'MD', cost: [{ icon: 'soldier', n: 1 }], face: [{ icon: 'might', n: 1 }] }],
  market: [
    { id: 'lab-tech', name: both('Lab Tech'), kind: 'assistant', role: 'researcher', face: [] },
    { id: 'back-door', name: both('Back Door'), kind: 'ability', face: [{ pay: [{ icon: 'any', n: 2 }], for: [{ icon: 'track', n: 3 }] }] },
  ],
  days: [{ id: 'asteroids', name: both('Asteroids'), responder: 'researcher', fail: [{ icon: 'tech', n: -2 }] }],
  ages: [],
  wonders: [],
  tribes: [{ id: 'peru', name: both('Peru'), number: 3, costs: { palace: [{ icon: 'worker', n: 2 }] } }],
  spaces: [
    { id: 'MD', name: both('Military Deployment'), member: 'warrior', face: [{ or: [{ do: 'acquire', icon: 'MD' }, { do: 'complete', icon: 'MD' }] }] },
    { id: 'AT', name: both('Advanced Tech'), member: 'researcher', face: [] },
    { id: 'resources', name: both('Resources'), member: 'financier', face: [{ icon: 'any', n: 2 }] },
  ],
  buildings: [{ id: 'palace', name: both('Palace'), face: [{ icon: 'coin', n: 1 }] }],
  milestones: [],
});

const tribe = {
  tribe: 'peru',
  goods: { soldier: 2, coin: 3, worker: 0, material: 1, cube: 1 },
  members: [
    { id: 'warrior', where: 'home', influence: 4 },
    { id: 'financier', where: 'market', influence: 3 },
    { id: 'builder', where: 'home', influence: 2 },
    { id: 'researcher', where: 'MD', influence: 3 },
    { id: 'leader', where: 'home', influence: 7 },
  ],
  kept: ['lab-tech'],
  powers: {},
  points: { might: 8, wealth: -1, culture: 0, tech: 0, milestones: 4, ages: 0, artifacts: 0, heroes: 0, tiles: 0, cards: 0, total: 11 },
} as unknown as Tribe;

function table(choice: Partial<Frame>, more: Partial<AlpacaView> = {}): AlpacaView {
  return {
    phase: 'action',
    choice: { kind: 'turn', seat: 0, source: null, ...choice },
    new_day: { card: 'asteroids', responder: 'researcher', met: [null], past: [] },
    tracks: { might: [3], wealth: [0], culture: [0], tech: [0] },
    shields: [4, 8],
    decks: { MD: { left: 17, discards: [] } },
    tribes: [tribe],
    ...more,
  } as unknown as AlpacaView;
}

describe('choices', () => {
  it('have their places on the table', () => {
    expect(placesOf({ kind: 'member', space: 'MD', member: 'warrior' })).toEqual(['space:MD', 'member:warrior']);
    expect(placesOf({ kind: 'token' })).toEqual(['token']);
    expect(placesOf({ kind: 'complete', card: 'torpedos' })).toEqual(['hand:torpedos']);
    expect(placesOf({ kind: 'cube-for', good: 'worker' })).toEqual(['good:cube']);
    expect(placesOf({ kind: 'pass' })).toEqual([]);
    expect(placesOf(null)).toEqual([]);
    const places = choicesByPlace(
      choices({ kind: 'member', space: 'MD', member: 'warrior' }, { kind: 'assistant', space: 'MD' }, { kind: 'trot', member: 'warrior' }, { kind: 'pass' }),
    );
    expect(places.get('space:MD')).toEqual(['member 0', 'assistant 1']);
    expect(places.get('member:warrior')).toEqual(['member 0', 'trot 2']);
  });
});

describe('a bid', () => {
  const offer = bidOffer(
    choices(
      { kind: 'bid', members: ['warrior'], influence: 4, coins: 0, strength: 6 },
      { kind: 'bid', members: ['warrior', 'leader'], influence: 11, coins: 2, strength: 15 },
      { kind: 'no-bid' },
    ),
  );

  it('is offered as the legal choices allow', () => {
    expect(offer).toMatchObject({ members: ['warrior', 'leader'], coins: 2, none: 'no-bid 2' });
    expect(bidOffer(choices({ kind: 'pass' }))).toBeNull();
  });

  it('is as strong as the server says, and nothing without members', () => {
    if (!offer) throw new Error('no offer');
    expect(bidIn({ members: ['leader', 'warrior'], coins: 2 }, offer)).toMatchObject({ strength: 15, text: 'bid 1' });
    expect(bidIn({ members: [], coins: 2 }, offer)).toBeNull();
    expect(suggested('bid 0', offer)?.members).toEqual(['warrior']);
    expect(suggested('no-bid 2', offer)).toBeNull();
  });

  it('is filled and emptied', () => {
    const one = toggled({ members: ['leader'], coins: 0 }, 'warrior');
    expect(one.members).toEqual(['warrior', 'leader']);
    expect(toggled(one, 'leader').members).toEqual(['warrior']);
    expect(withCoins(one, 9, 3).coins).toBe(3);
    expect(withCoins(one, -1, 3).coins).toBe(0);
  });
});

describe('offers', () => {
  it('show a card where the choice is a card, and put declining last', () => {
    const offers = offersOf(choices({ kind: 'decline' }, { kind: 'complete', card: 'torpedos' }, { kind: 'acquire', deck: 'MD', left: 17 }), table({ kind: 'work' }));
    expect(offers.map(({ text }) => text)).toEqual(['complete 1', 'acquire 2', 'decline 0']);
    expect(offers[0]?.card?.id).toBe('torpedos');
    expect(offers[2]).toMatchObject({ title: 'No, thank you', quiet: true });
  });

  it('tell what comes of a choice', () => {
    const one = (parts: Parts, at: AlpacaView = table({})) => offersOf(choices(parts), at)[0];
    const up = table({ kind: 'track', amount: 2 });
    expect(one({ kind: 'track', track: 'might', before: 3, after: 5, earns: 1 }, up)).toMatchObject({ title: 'Might +2', detail: '3 → 5, a shield on the way' });
    expect(one({ kind: 'track', track: 'might', before: 11, after: 11, earns: 0 }, up)).toMatchObject({ detail: '11 → 11' });
    expect(one({ kind: 'gain', good: 'coin', before: 3, after: 4 })).toMatchObject({ title: '1 coin', detail: '3 → 4' });
    expect(one({ kind: 'member', space: 'MD', member: 'warrior' })).toMatchObject({ detail: 'acquire or complete', member: 'warrior' });
    expect(one({ kind: 'member', space: 'resources', member: 'financier' })).toMatchObject({ title: 'Resources', parts: [{ icon: 'any', n: 2 }] });
    expect(one({ kind: 'assistant', space: 'AT', item: 'lab-tech' })).toMatchObject({ title: 'Advanced Tech', detail: 'by your Lab Tech' });
    expect(one({ kind: 'stay' }, table({ kind: 'day' }))?.parts).toEqual([{ icon: 'tech', n: -2 }]);
    expect(one({ kind: 'build', building: 'palace', cost: { worker: 2 } })?.parts).toEqual([{ pay: [{ icon: 'worker', n: 2 }], for: [{ icon: 'coin', n: 1 }] }]);
    expect(one({ kind: 'end' })).toMatchObject({ title: 'End the turn', quiet: true });
    const trade = table({ kind: 'trade', source: { id: 'back-door', part: 'effect' } });
    expect(one({ kind: 'trade', cost: { any: 2 } }, trade)?.parts?.[0]?.for).toEqual([{ icon: 'track', n: 3 }]);
  });

  it('break long words between syllables', () => {
    expect(hyphenated('Scheunenverkauf am Abend').split('\u00ad')).toEqual(['Scheu', 'nen', 'ver', 'kauf am Abend']);
    expect(hyphenated('Ressourcen').split('\u00ad')).toEqual(['Ressour', 'cen']);
    expect(hyphenated('Torpedos')).toBe('Torpedos');
  });

  it('never hide a choice that is not known', () => {
    const unknown = [{ text: 'hum loudly', index: 0 }, { text: 'hum', index: 1, parts: { kind: 'hum' } }];
    expect(offersOf(unknown, table({}))).toMatchObject([{ text: 'hum loudly', title: 'hum loudly' }, { text: 'hum', title: 'hum' }]);
  });

  it('come with a question, and with words for those who wait', () => {
    expect(question(table({ kind: 'track', amount: 2 }))).toBe('Choose a track for +2');
    expect(question(table({ kind: 'day' }))).toBe('Do you send the Researcher?');
    expect(question(table({ kind: 'turn', actions: 2 }))).toBe('Your turn: 2 actions');
    expect(question(table({ kind: 'turn', actions: 0 }))).toBe('Play an ability, or end your turn');
    const bonus = { seat: 0, number: 3, bonus: true, actions: 1, to_come: [] };
    expect(question(table({ kind: 'turn', actions: 1 }, { turn: bonus }))).toBe('Your bonus action: send a member to work');
    expect(question(table({ kind: 'hum' }))).toBe('Make your choice');
    expect(doing(table({ kind: 'keep', count: 3 }), 'Bruno')).toBe('Bruno keeps one of 3 cards.');
  });
});

describe('tracks', () => {
  it('have their middle between the ends', () => {
    const spaces = Array.from({ length: 15 }, (_, nth) => nth - 2);
    expect(spaceShare(-2, spaces)).toBe('3.33%');
    expect(spaceShare(5, spaces)).toBe('50.00%');
  });

  it('give everybody a place of their own', () => {
    for (const pawns of [[0], [0, 0], [0, 0, 0], [0, 0, 0, 0, 0], [3, 0, 3, 0, 3]]) {
      const placed = lanes(pawns).map(({ at, across, down }) => `${at} ${across} ${down}`);
      expect(new Set(placed).size).toBe(pawns.length);
    }
  });
});

it('turns a page by a long swipe to a side only', () => {
  expect(swiped('board', -90, 10)).toBe('tribe');
  expect(swiped('tribe', 90, 10)).toBe('board');
  expect(swiped('board', 90, 0)).toBe('board');
  expect(swiped('board', -90, 10, WATCHED)).toBe('others');
  expect(swiped('board', -90, 80)).toBe('board');
  expect(swiped('others', -90, 0)).toBe('others');
});

it('writes numbers and phases as people read them', () => {
  expect([signed(2), signed(-2), minus(-3)]).toEqual(['+2', '−2', '−3']);
  expect(phaseShown(table({}, { phase: 'bids' }))).toBe('market');
  expect(phaseShown(table({}, { phase: 'over' }))).toBeNull();
  const view = { table: table({}) } as unknown as View;
  expect(game.scoreWords?.(view, 0)).toBe('11 = Might 8, Wealth −1, Milestones 4');
});

describe('words', () => {
  it('are the same in both languages, blanks too', () => {
    const blanks = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
    expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
    for (const [key, text] of Object.entries(en)) expect([key, blanks(de[key as keyof typeof en])]).toEqual([key, blanks(text)]);
  });

  it('fall back to a word that there is', () => {
    expect(sayAny('ask.hum', 'ask.other')).toBe(say('ask.other'));
  });
});

describe('what the last turn has touched', () => {
  it('is where everybody can see it', () => {
    expect(tracesOf({ kind: 'member', member: 'warrior', space: 'MD' } as unknown as Parts, 1)).toEqual(['space:MD']);
    expect(tracesOf({ kind: 'complete', card: 'torpedos' } as unknown as Parts, 1)).toEqual(['card:torpedos']);
    expect(tracesOf({ kind: 'build', building: 'palace' } as unknown as Parts, 1)).toEqual(['house:1:palace']);
    expect(tracesOf({ kind: 'gain', good: 'coin' } as unknown as Parts, 1)).toEqual([]);
    expect(tracesOf(null, 1)).toEqual([]);
  });

  it('are also the pawns that have moved', () => {
    const before = { might: [0, 1], wealth: [0, 0], culture: [0, 0], tech: [2, 3] };
    expect([...movedPawns(before, { ...before, might: [0, 2], tech: [1, 3] })]).toEqual(['might:1', 'tech:0']);
    expect(movedPawns(before, before).size).toBe(0);
  });
});
