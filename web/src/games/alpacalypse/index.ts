import type { Sound } from '../../lib/sound';
import type { View } from '../../lib/wire';
import type { GameTable } from '../registry';
import { partsOf } from './actions';
import { alpacalypse, minus, phaseShown, POINT_PARTS } from './table';
import Table from './Table.svelte';
import { say } from './words';

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

const SOUNDS: Partial<Record<string, Sound>> = { complete: 'capture', build: 'capture', pass: 'shift', end: 'shift', decline: 'shift', stay: 'shift', trot: 'shift', 'no-bid': 'shift' };

const game: GameTable = {
  table: Table,
  prompt,
  scoreWords,
  sound: (parts) => SOUNDS[partsOf({ parts })?.kind ?? ''] ?? 'place',
  firstTab: 'story',
  keys: () => [
    [['1', '…', '9'], say('key.choice')],
    [['0'], say('key.pass')],
    [['+', '−'], say('key.coins')],
    [['Enter'], say('key.enter')],
  ],
};

export default game;
