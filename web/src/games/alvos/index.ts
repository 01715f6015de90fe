import type { GameTable } from '../registry';
import type { Sound } from '../../lib/sound';
import type { Choice, View } from '../../lib/wire';
import { optionsIn, partsOf } from './actions';
import Diagram from './Diagram.svelte';
import Table from './Table.svelte';
import { alvos, linesOf, signed } from './table';
import { COLOURS } from './people';
import { say, thing } from './words';

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

function choiceWords(choice: Choice, view: View): string {
  const { engineer, mode } = alvos(view);
  const done = partsOf(choice.parts);
  if (!done) return choice.text;
  const what = done.what === undefined ? '' : thing(done.what);
  switch (done.kind) {
    case 'collect':
      return say('do.collect', { hex: done.hex ?? '', what });
    case 'deliver':
      return say(done.bolt ? 'do.deliver.bolt' : 'do.deliver', { n: done.load?.length ?? 0, part: engineer });
    case 'fire':
      return say(mode === 'sopavre' ? 'strike' : 'fire', { part: done.part ?? '' });
    case 'pass':
      return say('pass');
    default:
      return say(done.kind, { what });
  }
}

const SOUNDS: Partial<Record<string, Sound>> = { deliver: 'capture', fire: 'refuse', lose: 'shift', pass: 'shift', leave: 'shift' };

const game: GameTable = {
  table: Table,
  diagram: Diagram,
  prompt,
  scoreWords,
  choiceWords,
  seatColours: COLOURS,
  keys: () => [
    [['1', '…', '9'], say('key.choices')],
    [['0'], say('key.pass')],
    [['←', '↑', '→', '↓'], say('key.move')],
    [['Enter', 'Space'], say('key.play')],
    [['Esc'], say('key.let-go')],
  ],
  sound: (parts) => SOUNDS[partsOf(parts)?.kind ?? 'pass'] ?? 'place',
};

export default game;
