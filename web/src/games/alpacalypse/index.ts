import type { Sound } from '../../lib/sound';
import type { Choice, View } from '../../lib/wire';
import type { GameTable } from '../registry';
import Diagram from './Diagram.svelte';
import { partsOf } from './actions';
import { offersOf } from './offers';
import { COLOURS } from './people';
import { alpacalypse, minus, phaseShown, POINT_PARTS, type Parts } from './table';
import Table from './Table.svelte';
import { ready, say } from './words';

/** The dock asks the question; above the board stands where the game is. */
function prompt(view: View): string {
  const table = alpacalypse(view);
  const phase = phaseShown(table);
  return phase ? say('prompt.where', { round: say('round', { n: table.round, of: table.rounds }), phase: say(`phase.${phase}`) }) : '';
}

/** '23 = Might 8, Culture 4, Milestones 8, …' */
function scoreWords(view: View, seat: number): string {
  const points = alpacalypse(view).tribes[seat]?.points;
  if (!points) return '';
  const parts = POINT_PARTS.filter((part) => points[part] !== 0).map((part) => `${say(`points.${part}`)} ${minus(points[part])}`);
  return parts.length ? `${minus(points.total)} = ${parts.join(', ')}` : minus(points.total);
}

function choiceWords(choice: Choice, view: View): string {
  const parts = partsOf(choice);
  if (parts?.kind === 'no-bid') return say('do.no-bid');
  if (parts?.kind === 'bid') return say('do.bid', { what: bidWords(parts) });
  const [offer] = offersOf([choice], alpacalypse(view));
  return offer ? [offer.verb ? `${offer.verb}:` : '', plainWords(offer.title)].filter(Boolean).join(' ') : choice.text;
}

/** 'Leader, Builder, 2 coins' */
function bidWords({ members = [], coins = 0 }: Parts): string {
  const told = coins ? [say(coins === 1 ? 'bid.coins.told.one' : 'bid.coins.told', { n: coins })] : [];
  return [...members.map((member) => say(`member.${member}`)), ...told].join(', ');
}

const plainWords = (title: string) => title.replaceAll('\u00ad', '');

const SOUNDS: Partial<Record<string, Sound>> = { complete: 'capture', build: 'capture', pass: 'shift', end: 'shift', decline: 'shift', stay: 'shift', trot: 'shift', 'no-bid': 'shift' };

const TIPS: Partial<Record<string, string>> = {
  event: 'tip-event',
  bids: 'tip-bids',
  market: 'tip-market',
  'clean-up': 'tip-clean-up',
  action: 'tip-action',
  resolution: 'tip-resolution',
};

function tip(view: View): string | null {
  const table = alpacalypse(view);
  return table.turn?.bonus ? 'tip-bonus' : (TIPS[table.phase] ?? null);
}

const game: GameTable = {
  table: Table,
  diagram: Diagram,
  ready,
  prompt,
  scoreWords,
  sound: (parts) => SOUNDS[partsOf({ parts })?.kind ?? ''] ?? 'place',
  choiceWords,
  tip,
  seatColours: COLOURS,
  firstTab: 'story',
  keys: () => [
    [['1', '…', '9'], say('key.choice')],
    [['0'], say('key.pass')],
    [['+', '−'], say('key.coins')],
    [['Enter'], say('key.enter')],
  ],
};

export default game;
