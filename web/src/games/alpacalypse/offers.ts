/** Every legal choice as something to press: what it is called, and what comes of it. */
import type { Choice } from '../../lib/wire';
import { partsOf, placesOf } from './actions';
import { library, toldBreakable, type Part, type Printed } from './printed.svelte';
import { DECKS, minus, signed, type AlpacaView, type Cost, type Frame, type MemberName, type Parts } from './table';
import { say, sayAny, type Word } from './words';

export interface Offer {
  text: string;
  /** Where on the table it can be taken as well. */
  places: string[];
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

export function offersOf(legal: Choice[], table: AlpacaView): Offer[] {
  const offers = legal.map((choice) => offerOf(choice, table));
  return [...offers.filter(({ quiet }) => !quiet), ...offers.filter(({ quiet }) => quiet)];
}

function offerOf(choice: Choice, table: AlpacaView): Offer {
  const parts = partsOf(choice);
  const offer: Offer = { text: choice.text, places: placesOf(parts), title: choice.text, detail: '' };
  if (!parts) return offer;
  const id = parts.tribe ?? parts.item ?? parts.card ?? parts.tile ?? '';
  const card = CARDS.has(parts.kind) ? library.find(id) : null;
  if (card) return { ...offer, title: library.name(card.id), card, verb: say(`offer.${parts.kind}` as Word) };
  return { ...offer, ...(DESCRIBE[parts.kind]?.(parts, table) ?? {}) };
}

type Described = Partial<Offer>;
type Describe = (parts: Parts, table: AlpacaView) => Described;

const good = (what = 'any') => sayAny(`good.${what}`, 'good.any');
const becomes = ({ before = 0, after = 0 }: Parts) => say('offer.becomes', { from: minus(before), to: minus(after) });

const DESCRIBE: Partial<Record<Parts['kind'], Describe>> = {
  send: ({ member = 'leader' }, table) => ({
    title: say('offer.send', { who: say(`member.${member}`) }),
    detail: say('offer.send.detail'),
    member,
    parts: library.find(table.new_day?.card ?? '')?.bonus ?? [],
  }),
  stay: (_, table) => ({
    title: say('offer.stay'),
    detail: say('offer.stay.detail'),
    glyph: 'home',
    parts: library.find(table.new_day?.card ?? '')?.fail ?? [],
  }),
  token: () => ({ title: say('market.token'), detail: say('offer.token.detail'), glyph: 'token' }),
  member: ({ space = '', member }) => ({ title: breakable(space), member, ...work(space) }),
  assistant: ({ space = '', item = '' }) => ({
    title: breakable(space),
    detail: say('offer.assistant', { card: library.name(item) }),
    member: 'assistant',
  }),
  trot: ({ member = 'leader', coins = 1 }) => ({
    title: say('offer.trot', { who: say(`member.${member}`) }),
    detail: say('offer.trot.detail'),
    glyph: 'trot',
    parts: [{ icon: 'coin', n: coins }],
  }),
  play: ({ item = '' }) => {
    const parts = library.find(item)?.face ?? [];
    return { title: library.name(item), parts, detail: parts.length ? '' : library.text(item), glyph: 'ability' };
  },
  pass: () => ({ title: say('offer.pass.turn'), detail: say('offer.pass.detail'), quiet: true }),
  end: () => ({ title: say('offer.end'), detail: say('offer.end.detail'), quiet: true }),
  decline: () => ({ title: say('offer.pass'), quiet: true }),
  acquire: ({ deck = '' }) => ({ title: `${say('offer.acquire')}: ${breakable(deck)}`, detail: say('offer.acquire.detail'), glyph: deck }),
  draw: ({ deck = '', left = 0 }) => ({ title: breakable(deck), detail: say('offer.left', { n: left }), glyph: deck }),
  gain: (parts) => ({ title: `1 ${good(parts.good)}`, detail: becomes(parts), glyph: parts.good }),
  'pay-own': ({ cost }) => ({ title: say('offer.pay.own'), parts: costParts(cost) }),
  pay: (parts) => ({ title: say('offer.pay', { what: good(parts.good) }), detail: becomes(parts), glyph: parts.good }),
  'cube-for': (parts) => ({ title: say('offer.pay.cube', { what: good(parts.good) }), detail: becomes(parts), glyph: 'cube' }),
  less: (parts) => ({ title: say('offer.less', { what: good(parts.good) }), glyph: parts.good }),
  track: (parts, table) => ({
    title: `${say(`track.${parts.track ?? 'might'}`)} ${signed(table.choice?.amount ?? 1)}`,
    detail: parts.earns ? `${becomes(parts)}, ${say('offer.shield')}` : becomes(parts),
    glyph: parts.track,
  }),
  build: ({ building = '', cost }) => ({
    title: say('offer.build', { name: library.name(building) }),
    glyph: 'production',
    parts: [{ pay: costParts(cost), for: library.find(building)?.face ?? [] }],
  }),
  trade: ({ cost }, table) => ({ title: say('offer.trade'), parts: tradeParts(table.choice, cost) }),
};

/** Whether it wants more room than the name of a space does. */
export function isLong({ parts = [], glyph = '' }: Offer): boolean {
  return parts.length > 2 || glyph === 'ability' || glyph === 'trot';
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

export function costParts(cost: Cost | undefined): Part[] {
  return Object.entries(cost ?? {}).map(([icon, n]) => ({ icon, n }));
}

function tradeParts(frame: Frame | null, cost: Cost | undefined): Part[] {
  const source = frame?.source ? library.find(frame.source.id) : null;
  const printed = [...(source?.face ?? []), ...(source?.resolution ?? [])].filter(({ pay }) => pay);
  return printed.length ? printed.slice(0, 1) : costParts(cost);
}

/** What is asked, as the heading of the choices. */
export function question(table: AlpacaView): string {
  const { choice, new_day } = table;
  if (!choice) return '';
  if (choice.kind === 'turn') return askTurn(choice.actions ?? 1, table.turn?.bonus ?? false);
  if (choice.kind === 'track') return say('ask.track', { n: signed(choice.amount ?? 1) });
  if (choice.kind === 'pick') return (choice.count ?? 1) > 1 ? say('ask.pick.more', { n: choice.count ?? 1 }) : say('ask.pick');
  if (choice.kind === 'day') return say('ask.day', { whom: say(`whom.${new_day?.responder ?? 'leader'}`) });
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
