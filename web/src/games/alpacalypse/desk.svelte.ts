/** What the parts of the table share: the view, who is who, what glows, and what a press means. */
import { getContext, setContext } from 'svelte';
import { play } from '../../lib/sound';
import type { Reason, TableProps } from '../registry';
import { choicesByPlace, movedPawns, partsOf, placesOf, tracesOf } from './actions';
import { people as peopleAt, type Person } from './people';
import { alpacalypse, type Asked } from './table';
import type { Tracks } from './view.gen';

/** What lies open large: a card, a discard pile, the wonder tiles, a whole tribe, or what the icons mean. */
export type Shown = { kind: 'card'; id: string; ask: Asked | null } | { kind: 'pile'; deck: string } | { kind: 'tiles' } | { kind: 'tribe'; seat: number } | { kind: 'icons' };

export class Desk {
  #props: () => TableProps;
  shown = $state.raw<Shown | null>(null);
  /** A place with several choices, to which the choices are narrowed. */
  picked = $state<string | null>(null);
  /** Why what was pressed last cannot be done. */
  refusal = $state.raw<Reason | null>(null);

  table = $derived.by(() => alpacalypse(this.#props().view));
  people = $derived.by(() => peopleAt(this.#props().seats));
  places = $derived.by(() => choicesByPlace(this.#props().legal));
  hinted = $derived.by(() => {
    const { hint, legal } = this.#props();
    const choice = legal.find(({ text }) => text === hint);
    return new Set(choice ? placesOf(partsOf(choice)) : []);
  });

  /** Where the last turn was played, as `space:MD`: marked until the next step, for eyes that have missed it. */
  last = $derived.by(() => {
    const { lastTurn } = this.#props();
    return new Set(lastTurn ? lastTurn.parts.flatMap((parts) => tracesOf(partsOf({ parts }), lastTurn.seat)) : []);
  });
  /** The pawns that have moved since the view before, as `tech:0`. */
  moved = $state.raw<ReadonlySet<string>>(new Set());
  #tracks: Tracks | null = null;

  constructor(props: () => TableProps) {
    this.#props = props;
  }

  get seat(): number | null {
    return this.#props().seat;
  }

  get busy(): boolean {
    return this.#props().pending !== null;
  }

  /** Whether the reader is to choose something. */
  get mine(): boolean {
    return this.#props().legal.length > 0;
  }

  person(seat: number): Person {
    return this.people[seat] ?? { seat, name: '', initial: '', colour: '#777' };
  }

  names(seats: number[]): string {
    return seats.map((seat) => this.person(seat).name).join(', ');
  }

  glows(place: string): boolean {
    return this.places.has(place);
  }

  act(text: string): void {
    if (this.busy) return;
    this.settle();
    this.#props().act(text);
  }

  /** Another view has come: notes which pawns have moved. */
  compare(): void {
    const before = this.#tracks;
    this.#tracks = this.table.tracks;
    if (before) this.moved = movedPawns(before, this.table.tracks);
  }

  /** Nothing is picked or refused any more. */
  settle(): void {
    this.picked = null;
    this.refusal = null;
  }

  reason(action: Asked): Promise<Reason | null> {
    return this.#props().reason(action);
  }

  /** Acts where one choice belongs to the place, narrows the choices where several do, else shows or explains. */
  press(place: string, ask: Asked | null = null, id: string | null = null): void {
    if (this.busy) return;
    const [only, ...more] = this.places.get(place) ?? [];
    if (only && !more.length) this.act(only);
    else if (only) {
      this.refusal = null;
      this.picked = this.picked === place ? null : place;
    } else if (id) this.shown = { kind: 'card', id, ask };
    else if (ask) this.#explain(ask);
  }

  #explain(ask: Asked): void {
    play('refuse');
    void this.reason(ask).then((found) => (this.refusal = found));
  }
}

const KEY = Symbol('desk');

export function provideDesk(desk: Desk): void {
  setContext(KEY, desk);
}

export function useDesk(): Desk {
  return getContext<Desk>(KEY);
}
