import type { Choice, View } from '../../lib/wire';
import type { GameTable } from '../registry';
import Diagram from './Diagram.svelte';
import { Offer } from './form';
import { alluvium, type Parts } from './table';
import Table from './Table.svelte';
import { formName, say } from './words';

function prompt(view: View, legal: Choice[]): string {
  const table = alluvium(view);
  const { due } = table;
  const offer = new Offer(legal);
  if (due === null) return table.chosen && legal.length && view.awaited.length ? say('prompt.drawn') : '';
  if (offer.pass) return say('prompt.pass');
  const form = formName(table.to_draw?.[due]?.form ?? '');
  if (table.to_draw && table.to_draw.length > 1) return say(due === 0 ? 'prompt.first' : 'prompt.second', { form });
  if (table.step === 'own') return say('prompt.own', { form });
  if (table.step === 'dummy') return say('prompt.dummy', { form });
  return say(offer.plugs.length ? 'prompt.other.hole' : 'prompt.other', { form });
}

function scoreWords(view: View, seat: number): string {
  const table = alluvium(view);
  const total = view.outcome?.scores[seat] ?? 0;
  if (!table.bonus) return String(total);
  const rounds = table.points[seat] ?? 0;
  return say('final.score', { total, rounds, bonus: total - rounds });
}

const game: GameTable = {
  table: Table,
  diagram: Diagram,
  prompt,
  scoreWords,
  sound: (parts) => (!parts || (parts as unknown as Parts).kind === 'pass' ? 'shift' : 'place'),
  firstTab: 'story',
  keys: () => [
    [['R', 'Shift R'], say('key.turn')],
    [['←', '↑', '→', '↓'], say('key.move')],
    [['Enter'], say('key.draw')],
    [['Esc'], say('key.let-go')],
  ],
};

export default game;
