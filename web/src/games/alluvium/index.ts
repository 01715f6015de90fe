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
  if (table.stage === 'own') return say('prompt.own', { form });
  if (table.stage === 'dummy') return say('prompt.dummy', { form });
  return say(offer.plugs.length ? 'prompt.other.hole' : 'prompt.other', { form });
}

function scoreWords(view: View, seat: number): string {
  const table = alluvium(view);
  const total = view.outcome?.scores[seat] ?? 0;
  if (!table.bonus) return String(total);
  const rounds = table.points[seat] ?? 0;
  return say('final.score', { total, rounds, bonus: total - rounds });
}

function choiceWords(choice: Choice): string {
  const parts = (choice.parts ?? null) as unknown as Parts | null;
  if (!parts) return choice.text;
  const { kind, form = '', turn, at = '' } = parts;
  if (kind !== 'form') return say(kind === 'plug' ? 'do.plug' : 'do.pass', { at });
  return say(turn && turn !== 'r0' ? 'do.form.turn' : 'do.form', { form: formName(form), at });
}

const game: GameTable = {
  table: Table,
  diagram: Diagram,
  prompt,
  scoreWords,
  sound: (parts) => (!parts || (parts as unknown as Parts).kind === 'pass' ? 'shift' : 'place'),
  choiceWords,
  /** As the pencils. */
  seatColours: ['light-dark(#b8392b, #f2917f)', 'light-dark(#2a62ab, #8bb8f0)', 'light-dark(#3c7a2f, #98cd84)', 'light-dark(#a8740a, #ecc45c)', 'light-dark(#6b4423, #cf9b72)'],
  firstTab: 'story',
  keys: () => [
    [['R', 'Shift R'], say('key.turn')],
    [['←', '↑', '→', '↓'], say('key.move')],
    [['Enter'], say('key.draw')],
    [['Esc'], say('key.let-go')],
  ],
};

export default game;
