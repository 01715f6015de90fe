import type { GameTable } from '../registry';
import type { Sound } from '../../lib/sound';
import type { Choice, View } from '../../lib/wire';
import { optionsIn, partsOf } from './actions';
import Diagram from './Diagram.svelte';
import Table from './Table.svelte';
import { alvos, linesOf, signed } from './table';
import { say } from './words';

function prompt(view: View, legal: Choice[]): string {
  const { pending, engineer, mode } = alvos(view);
  if (pending === null) return '';
  if (pending === 'fire' && mode === 'sopavre') return say('prompt.strike');
  if (pending !== 'resolve') return say(`prompt.${pending}`);
  const mayDeliver = optionsIn(legal).some(({ kind }) => kind === 'deliver');
  return mayDeliver ? say('prompt.deliver', { part: engineer }) : say('prompt.resolve');
}

/** '17 = last mark 13, further marks +6, cogs −2'; together there is only what is left in hand. */
function scoreWords(view: View, seat: number): string {
  const sheet = alvos(view).alvos[seat];
  if (!sheet) return '';
  if (!sheet.tally) return say('together.left', { n: sheet.cogs_held });
  const parts = linesOf(sheet.tally).filter(([, points]) => points !== 0);
  const words = parts.map(([part, points]) => say(`tally.${part}`, { n: part === 'last_mark' ? points : signed(points) }));
  const score = String(sheet.score).replace('-', '−');
  return words.length > 1 ? `${score} = ${words.join(', ')}` : score;
}

const SOUNDS: Partial<Record<string, Sound>> = { deliver: 'capture', fire: 'refuse', lose: 'shift', pass: 'shift', leave: 'shift' };

const game: GameTable = {
  table: Table,
  diagram: Diagram,
  prompt,
  scoreWords,
  sound: (parts) => SOUNDS[partsOf(parts)?.kind ?? 'pass'] ?? 'place',
};

export default game;
