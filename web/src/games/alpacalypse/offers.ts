/** Every legal choice as something to press: what it is called, and what comes of it. */
import type { Choice } from '../../lib/wire';
import { readAction, type Action } from './actions';
import { library, toldBreakable, type Part, type Printed } from './printed.svelte';
import { DECKS, minus, signed, type AlpacaView, type Deck, type Frame, type Good, type MemberName, type Track } from './table';
import { SPACES } from './tracks';
import { say, sayAny, type Word } from './words';

export interface Offer {
  text: string;
  action: Action;
  title: string;
  detail: string;
  glyph?: string;
  member?: MemberName | 'assistant';
  parts?: Part[];
  /** A component that is drawn as it looks. */
  card?: Printed;
  /** The word on a card's button. */
  verb?: string;
  /** Declining, or doing nothing. */
  quiet?: boolean;
}

const SOFT_HYPHEN = '\u00ad';
const isDeck = (id: string) => (DECKS as readonly string[]).includes(id);
const CARDS = new Set(['tribe', 'take', 'complete', 'keep', 'scavenge', 'tile']);

export function offersOf(legal: Choice[], table: AlpacaView, seat: number): Offer[] {
  const offers = legal.map(({ text }) => offerOf(readAction(text), table, seat));
  return [...offers.filter(({ quiet }) => !quiet), ...offers.filter(({ quiet }) => quiet)];
}

function offerOf(action: Action, table: AlpacaView, seat: number): Offer {
  const offer: Offer = { text: action.text, action, title: action.text, detail: '' };
  const card = CARDS.has(action.kind) ? library.find(action.what) : null;
  if (card) return { ...offer, title: library.name(card.id), card, verb: say(`offer.${action.kind}` as Word) };
  return { ...offer, ...(DESCRIBE[action.kind]?.(action, table, seat) ?? {}) };
}

type Described = Partial<Offer>;
type Describe = (action: Action, table: AlpacaView, seat: number) => Described;

const goods = (table: AlpacaView, seat: number, what: string) => table.tribes[seat]?.goods[what as Good] ?? 0;
const good = (what: string) => sayAny(`good.${what}`, 'good.any');
const becomes = (now: number, by: number) => say('offer.becomes', { from: minus(now), to: minus(now + by) });

const DESCRIBE: Partial<Record<Action['kind'], Describe>> = {
  send: (_, table) => {
    const who = table.new_day?.responder ?? 'leader';
    return {
      title: say('offer.send', { who: say(`member.${who}`) }),
      detail: say('offer.send.detail'),
      member: who,
      parts: library.find(table.new_day?.card ?? '')?.bonus ?? [],
    };
  },
  stay: (_, table) => ({
    title: say('offer.stay'),
    detail: say('offer.stay.detail'),
    glyph: 'home',
    parts: library.find(table.new_day?.card ?? '')?.fail ?? [],
  }),
  take: () => ({ title: say('market.token'), detail: say('offer.token.detail'), glyph: 'token' }),
  member: ({ what, member }) => ({ title: breakable(what), member, ...work(what) }),
  assistant: ({ what }, table, seat) => ({
    title: breakable(what),
    detail: say('offer.assistant', { card: assistantFor(what, table, seat) }),
    member: 'assistant',
  }),
  trot: ({ member = 'leader' }, table, seat) => ({
    title: say('offer.trot', { who: say(`member.${member}`) }),
    detail: say('offer.trot.detail'),
    glyph: 'trot',
    parts: [{ icon: 'coin', n: table.tribes[seat]?.powers['trot'] ?? 1 }],
  }),
  play: ({ what }) => {
    const parts = library.find(what)?.face ?? [];
    return { title: library.name(what), parts, detail: parts.length ? '' : library.text(what), glyph: 'ability' };
  },
  pass: (_, table) => {
    if (table.choice?.kind !== 'turn') return { title: say('offer.pass'), quiet: true };
    const end = table.choice.actions === 0;
    return { title: say(end ? 'offer.end' : 'offer.pass.turn'), detail: say(end ? 'offer.end.detail' : 'offer.pass.detail'), quiet: true };
  },
  acquire: ({ what }) => ({ title: `${say('offer.acquire')}: ${breakable(what)}`, detail: say('offer.acquire.detail'), glyph: what }),
  draw: ({ what }, table) => ({
    title: breakable(what),
    detail: say('offer.left', { n: table.decks[what as Deck]?.left ?? 0 }),
    glyph: what,
  }),
  gain: ({ what }, table, seat) => ({ title: `1 ${good(what)}`, detail: becomes(goods(table, seat, what), 1), glyph: what }),
  pay: ({ what }, table, seat) =>
    what === 'own'
      ? { title: say('offer.pay.own'), parts: costParts(table.choice) }
      : { title: say('offer.pay', { what: good(what) }), detail: becomes(goods(table, seat, what), -1), glyph: what },
  'cube-for': ({ what }, table, seat) => ({
    title: say('offer.pay.cube', { what: good(what) }),
    detail: becomes(goods(table, seat, 'cube'), -1),
    glyph: 'cube',
  }),
  less: ({ what }) => ({ title: say('offer.less', { what: good(what) }), glyph: what }),
  track: ({ what }, table, seat) => describeTrack(what as Track, table, seat),
  build: ({ what }, table, seat) => {
    const tribe = library.find(table.tribes[seat]?.tribe ?? '');
    const building = library.find(what);
    const costs = (tribe?.costs ?? {}) as Record<string, Part[]>;
    return {
      title: say('offer.build', { name: library.name(what) }),
      glyph: 'production',
      parts: [{ pay: costs[what] ?? [], for: building?.face ?? [] }],
    };
  },
  trade: (_, table) => ({ title: say('offer.trade'), parts: tradeParts(table.choice) }),
};

function describeTrack(track: Track, table: AlpacaView, seat: number): Described {
  const at = table.tracks[track]?.[seat] ?? 0;
  const amount = table.choice?.amount ?? 1;
  const others = table.tracks[track]?.filter((_, other) => other !== seat) ?? [];
  const top = others.includes(SPACES.at(-1) ?? 0) ? SPACES.at(-2) : SPACES.at(-1); // only one pawn stands on the last space (ALPAC-6)
  const to = Math.max(SPACES[0] ?? 0, Math.min(top ?? 0, at + amount));
  const shield = table.shields.some((space) => (amount > 0 ? space > at && space <= to : space < at && space >= to));
  const from = becomes(at, to - at);
  return {
    title: `${say(`track.${track}`)} ${signed(amount)}`,
    detail: shield ? `${from}, ${say('offer.shield')}` : from,
    glyph: track,
  };
}

/** What can be done on a space: in words where its face has a choice, else as icons. */
function work(space: string): Described {
  const face = library.space(space)?.face ?? [];
  const verbs = face.flatMap((part) => (part.or ?? []).map((one) => one.do ?? ''));
  return verbs.length ? { detail: sayAny(`space.${verbs.join('-')}`, 'ask.work') } : { parts: face };
}

export function spaceName(id: string): string {
  if (isDeck(id)) return deckName(id);
  return library.space(id) ? library.name(id) : id;
}

export function deckName(deck: string): string {
  return sayAny(`deck.${deck}`, 'ask.other').replaceAll(SOFT_HYPHEN, '');
}

/** The name of a space where there is little room: long words say where they may be broken. */
export function breakable(space: string): string {
  return isDeck(space) ? sayAny(`deck.${space}`, 'ask.other') : toldBreakable(library.space(space)?.name);
}

/** Where a member is, in words. */
export function whereWords(where: string): string {
  return library.space(where) ? say('where.space', { space: spaceName(where) }) : sayAny(`where.${where}`, 'where.home');
}

function assistantFor(space: string, table: AlpacaView, seat: number): string {
  const role = library.space(space)?.member;
  const card = table.tribes[seat]?.kept.find((id) => library.find(id)?.role === role);
  return card ? library.name(card) : say('member.assistant');
}

export function costParts(frame: Frame | null): Part[] {
  return Object.entries(frame?.cost ?? {}).map(([icon, n]) => ({ icon, n }));
}

function tradeParts(frame: Frame | null): Part[] {
  const source = frame?.source ? library.find(frame.source.id) : null;
  const printed = [...(source?.face ?? []), ...(source?.resolution ?? [])].filter(({ pay }) => pay);
  return printed.length ? printed.slice(0, 1) : costParts(frame);
}

/** What is asked, as the heading of the choices. */
export function question(table: AlpacaView): string {
  const { choice, new_day } = table;
  if (!choice) return '';
  if (choice.kind === 'turn') return askTurn(choice.actions ?? 1, table.turn?.bonus ?? false);
  if (choice.kind === 'track') return say('ask.track', { n: signed(choice.amount ?? 1) });
  if (choice.kind === 'pick') return (choice.count ?? 1) > 1 ? say('ask.pick.more', { n: choice.count ?? 1 }) : say('ask.pick');
  if (choice.kind === 'day') return say('ask.day', { who: say(`member.${new_day?.responder ?? 'leader'}`) });
  return sayAny(`ask.${choice.kind}`, 'ask.other');
}

function askTurn(actions: number, bonus: boolean): string {
  if (actions === 0) return say('ask.turn.done');
  if (actions > 1) return say('ask.turn.two', { n: actions });
  return say(bonus ? 'ask.turn.bonus' : 'ask.turn');
}

/** What somebody else is doing. */
export function doing(table: AlpacaView, name: string): string {
  const { choice } = table;
  if (!choice) return '';
  if (choice.kind === 'bid') return say('waiting.bids');
  return say('waiting', { name, does: sayAny(`does.${choice.kind}`, 'does.other', { n: choice.count ?? 0 }) });
}
