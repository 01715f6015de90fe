import type { Sound } from '../../lib/sound';
import type { Choice, View } from '../../lib/wire';
import type { GameTable } from '../registry';
import { lastOf, readAction } from './actions';
import { question } from './offers';
import { alpacalypse, minus, POINT_PARTS } from './table';
import Table from './Table.svelte';
import { say } from './words';

function prompt(view: View, legal: Choice[]): string {
  const table = alpacalypse(view);
  if (!table.choice) return '';
  if (table.choice.kind === 'bid') return legal.length ? say('prompt.bid') : '';
  if (table.choice.kind === 'turn') return say('prompt.turn');
  if (table.choice.kind === 'day') return say('prompt.day');
  return question(table);
}

/** '23 = Might 8, Culture 4, Milestones 8, …' */
function scoreWords(view: View, seat: number): string {
  const points = alpacalypse(view).tribes[seat]?.points;
  if (!points) return '';
  const parts = POINT_PARTS.filter((part) => points[part] !== 0).map((part) => `${say(`points.${part}`)} ${minus(points[part])}`);
  return parts.length ? `${minus(points.total)} = ${parts.join(', ')}` : minus(points.total);
}

const SOUNDS: Partial<Record<string, Sound>> = { complete: 'capture', build: 'capture', pass: 'shift', stay: 'shift', trot: 'shift', 'no-bid': 'shift' };
const PLACEMENTS = new Set(['member', 'assistant']);

const game: GameTable = {
  table: Table,
  prompt,
  scoreWords,
  join: (turn, action) => `${turn}${PLACEMENTS.has(lastOf(turn).kind) ? ':' : ','} ${action}`,
  sound: (action) => SOUNDS[readAction(action).kind] ?? 'place',
  firstTab: 'story',
  keys: () => [
    [['1', '…', '9'], say('key.choice')],
    [['0'], say('key.pass')],
    [['+', '−'], say('key.coins')],
    [['Enter'], say('key.enter')],
  ],
};

export default game;
