import { describe, expect, it } from 'vitest';
import { choicesByPlace, placesOf, readAction } from '../src/games/alpacalypse/actions';
import { bidOffer, bidText, readBid, strength, toggled, withCoins } from '../src/games/alpacalypse/bid';
import game from '../src/games/alpacalypse/index';
import { hyphenated } from '../src/games/alpacalypse/hyphens';
import { doing, offersOf, question } from '../src/games/alpacalypse/offers';
import { library } from '../src/games/alpacalypse/printed.svelte';
import { minus, phaseShown, signed, type AlpacaView, type Frame, type Tribe } from '../src/games/alpacalypse/table';
import { swiped, WATCHED } from '../src/games/alpacalypse/tabs';
import { lanes, spaceShare } from '../src/games/alpacalypse/tracks';
import { say, sayAny, words } from '../src/games/alpacalypse/words';
import type { Choice, View } from '../src/lib/wire';

const choices = (...texts: string[]): Choice[] => texts.map((text, index) => ({ text, index }));
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

describe('written actions', () => {
  it('are told apart', () => {
    expect(readAction('warrior MD')).toMatchObject({ kind: 'member', member: 'warrior', what: 'MD' });
    expect(readAction('leader trot')).toMatchObject({ kind: 'trot', member: 'leader' });
    expect(readAction('assistant field-test')).toMatchObject({ kind: 'assistant', what: 'field-test' });
    expect(readAction('pay cube for worker')).toMatchObject({ kind: 'cube-for', what: 'worker' });
    expect(readAction('pay own')).toMatchObject({ kind: 'pay', what: 'own' });
    expect(readAction('no bid').kind).toBe('no-bid');
    expect(readAction('bid WL+3').kind).toBe('bid');
    expect(readAction('hum loudly').kind).toBe('other');
  });

  it('have their places on the table', () => {
    expect(placesOf(readAction('warrior MD'))).toEqual(['space:MD', 'member:warrior']);
    expect(placesOf(readAction('take token'))).toEqual(['token']);
    expect(placesOf(readAction('complete torpedos'))).toEqual(['hand:torpedos']);
    expect(placesOf(readAction('pass'))).toEqual([]);
    const places = choicesByPlace(choices('warrior MD', 'assistant MD', 'warrior scavenge', 'pass'));
    expect(places.get('space:MD')).toEqual(['warrior MD', 'assistant MD']);
    expect(places.get('member:warrior')).toEqual(['warrior MD', 'warrior scavenge']);
  });
});

describe('a bid', () => {
  it('is written with letters in the order of the members', () => {
    expect(bidText({ members: ['leader', 'warrior'], coins: 3 })).toBe('bid WL+3');
    expect(bidText({ members: ['builder'], coins: 0 })).toBe('bid B');
    expect(bidText({ members: [], coins: 2 })).toBe('no bid');
    expect(readBid('bid WL+3')).toEqual({ members: ['warrior', 'leader'], coins: 3 });
    expect(readBid('no bid')).toBeNull();
  });

  it('is offered as the legal choices allow', () => {
    const offer = bidOffer(choices('bid W', 'bid W+1', 'bid L', 'bid WL+2', 'no bid'));
    expect(offer).toMatchObject({ members: ['warrior', 'leader'], coins: 2 });
    expect(bidOffer(choices('pass'))).toBeNull();
  });

  it('weighs influence, coins and powers, and nothing without members', () => {
    expect(strength({ members: ['warrior', 'leader'], coins: 2 }, tribe).total).toBe(13);
    expect(strength({ members: ['warrior'], coins: 0 }, { ...tribe, powers: { bid: 2 } })).toEqual({ influence: 4, coins: 0, bonus: 2, total: 6 });
    expect(strength({ members: [], coins: 2 }, { ...tribe, powers: { bid: 2 } }).total).toBe(0);
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
    const offers = offersOf(choices('pass', 'complete torpedos', 'acquire MD'), table({ kind: 'work' }), 0);
    expect(offers.map(({ text }) => text)).toEqual(['complete torpedos', 'acquire MD', 'pass']);
    expect(offers[0]?.card?.id).toBe('torpedos');
    expect(offers[2]).toMatchObject({ title: 'No, thank you', quiet: true });
  });

  it('tell what comes of a choice', () => {
    const one = (text: string, at: AlpacaView) => offersOf(choices(text), at, 0)[0];
    expect(one('track might', table({ kind: 'track', amount: 2 }))).toMatchObject({ title: 'Might +2', detail: '3 → 5, a shield on the way' });
    expect(one('gain coin', table({ kind: 'pick' }))).toMatchObject({ title: '1 coin', detail: '3 → 4' });
    expect(one('warrior MD', table({}))).toMatchObject({ detail: 'acquire or complete', member: 'warrior' });
    expect(one('financier resources', table({}))).toMatchObject({ title: 'Resources', parts: [{ icon: 'any', n: 2 }] });
    expect(one('assistant AT', table({}))).toMatchObject({ title: 'Advanced Tech', detail: 'by your Lab Tech' });
    expect(one('stay', table({ kind: 'day' }))?.parts).toEqual([{ icon: 'tech', n: -2 }]);
    expect(one('build palace', table({ kind: 'build' }))?.parts).toEqual([{ pay: [{ icon: 'worker', n: 2 }], for: [{ icon: 'coin', n: 1 }] }]);
    const trade = table({ kind: 'trade', source: { id: 'back-door', part: 'effect' }, cost: { any: 2 } });
    expect(one('trade', trade)?.parts?.[0]?.for).toEqual([{ icon: 'track', n: 3 }]);
  });

  it('stop a pawn where the track ends, or before one that stands there', () => {
    const high = (...pawns: number[]) => ({ ...table({ kind: 'track', amount: 3 }), tracks: { might: pawns } }) as unknown as AlpacaView;
    expect(offersOf(choices('track might'), high(11, 2), 0)[0]?.detail).toBe('11 → 12');
    expect(offersOf(choices('track might'), high(9, 12), 0)[0]?.detail).toBe('9 → 11');
  });

  it('break long words between syllables', () => {
    expect(hyphenated('Scheunenverkauf am Abend').split('\u00ad')).toEqual(['Scheu', 'nen', 'ver', 'kauf am Abend']);
    expect(hyphenated('Torpedos')).toBe('Torpedos');
  });

  it('never hide a choice that is not known', () => {
    expect(offersOf(choices('hum loudly'), table({}), 0)).toMatchObject([{ text: 'hum loudly', title: 'hum loudly' }]);
  });

  it('come with a question, and with words for those who wait', () => {
    expect(question(table({ kind: 'track', amount: 2 }))).toBe('Choose a track for +2');
    expect(question(table({ kind: 'day' }))).toBe('Do you send the Researcher?');
    expect(question(table({ kind: 'turn', actions: 2 }))).toBe('Your turn: 2 actions');
    expect(question(table({ kind: 'hum' }))).toBe('Make your choice');
    expect(doing(table({ kind: 'keep', count: 3 }), 'Bruno')).toBe('Bruno keeps one of 3 cards.');
  });
});

describe('tracks', () => {
  it('have their middle between the ends', () => {
    expect(spaceShare(-2)).toBe('3.33%');
    expect(spaceShare(5)).toBe('50.00%');
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
    expect(Object.keys(words.de).sort()).toEqual(Object.keys(words.en).sort());
    for (const [key, text] of Object.entries(words.en)) expect([key, blanks(words.de[key as keyof typeof words.en])]).toEqual([key, blanks(text)]);
  });

  it('fall back to a word that there is', () => {
    expect(sayAny('ask.hum', 'ask.other')).toBe(say('ask.other'));
  });
});
