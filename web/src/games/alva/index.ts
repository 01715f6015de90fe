import type { GameTable } from '../registry';
import type { Sound } from '../../lib/sound';
import { alva, moveOf, sorted, type Move } from './board';
import Diagram from './Diagram.svelte';
import Table from './Table.svelte';
import { say } from './words';
import type { Choice, View } from '../../lib/wire';

function prompt(view: View, legal: Choice[]): string {
  const table = alva(view);
  if (table.jumper) return say('prompt.go-on', { point: table.jumper });
  if (table.shifted) return say('prompt.now-place');
  if (!table.must_capture) return say(legal.some((choice) => moveOf(choice)?.kind === 'shift') ? 'prompt.place-or-shift' : 'prompt.place');
  const [point, ...others] = sorted(legal).jumps.keys();
  const demand = point !== undefined && !others.length ? say('prompt.capture.one', { point }) : say('prompt.capture');
  if (table.before === 0) return demand;
  return `${demand} ${say(table.before === 1 ? 'prompt.exchange.one' : 'prompt.exchange', { n: table.before })}`;
}

function scoreWords(view: View, seat: number): string {
  const { score, captured, edge } = alva(view);
  return `${score[seat] ?? 0} = ${say('score.sum', { captured: captured[seat] ?? 0, edge: edge[seat] ?? 0 })}`;
}

function choiceWords(choice: Choice): string {
  const move = moveOf(choice);
  if (!move) return choice.text;
  const takes = (choice.parts?.takes as string[] | undefined)?.length ?? 0;
  return say(`do.${move.kind}`, { from: move.from ?? '', to: move.to, n: takes });
}

const SOUNDS: Record<Move['kind'], Sound> = { place: 'place', shift: 'shift', jump: 'capture' };

const game: GameTable = {
  table: Table,
  diagram: Diagram,
  prompt,
  scoreWords,
  sound: (parts) => SOUNDS[moveOf({ parts })?.kind ?? 'place'],
  choiceWords,
  seatColours: ['#f7ecd8', '#2b2119'],
  canFlip: true,
  keys: () => [
    [['←', '↑', '→', '↓'], say('key.move')],
    [['Enter', 'Space'], say('key.play')],
    [['Esc'], say('key.let-go')],
  ],
};

export default game;
