/** What is in the hand of the one who draws: a form or a single box, where it is held, and whether it would fit. */
import { firstPlace, lay, MIDDLE, nextBox, nudge, placeOf, PLUG, toolFor, turned, type Offer, type Place, type Tool } from './form';
import { boxAt, columnOf, rowOf, WIDTH, type Box, type Parts } from './table';

type Which = number | 'plug' | null;

export class Hand {
  #tools: () => Tool[];
  #offer: () => Offer;
  #which = $state<Which>(null);
  #form = $state(0);
  place = $state.raw<Place>(MIDDLE);
  /** Laid down: it stays while the pointer moves on. */
  held = $state(false);

  readonly tool = $derived.by<Tool | null>(() => {
    if (this.#which === null || this.#offer().options.length === 0 || this.#offer().pass) return null;
    return this.#which === 'plug' ? PLUG : (this.#tools()[this.#which] ?? null);
  });
  readonly laid = $derived(this.tool ? lay(this.tool, this.place) : null);
  /** The choice that draws it where it lies. */
  readonly option = $derived.by(() => (this.laid ? this.#offer().of(this.laid) : undefined));
  readonly fits = $derived(this.option !== undefined);
  /** Boxes at which the tool could be held, turned as it is. */
  readonly open = $derived.by(() => {
    const tool = this.tool;
    const { turn } = this.place;
    const found = new Set<Box>();
    if (!tool?.form) return found;
    for (let column = 0; column < WIDTH; column += 1) {
      for (let row = 0; row < WIDTH; row += 1) {
        if (this.#offer().of(lay(tool, { column, row, turn }))) found.add(boxAt(column, row));
      }
    }
    return found;
  });

  constructor(tools: () => Tool[], offer: () => Offer) {
    this.#tools = tools;
    this.#offer = offer;
  }

  get plugging(): boolean {
    return this.#which === 'plug';
  }

  get card(): number | null {
    return this.#which === 'plug' ? this.#form : this.#which;
  }

  take(card: number | null): void {
    this.#which = card;
    if (card !== null) this.#form = card;
    this.place = this.tool ? firstPlace(this.tool, this.#offer()) : MIDDLE;
    this.held = false;
  }

  /** Pick up again what was drawn, from where it lies. */
  takeBack(card: number, drawn: Parts): void {
    const tool = toolFor(this.#tools(), drawn);
    this.#form = card;
    this.#which = tool === PLUG ? 'plug' : card;
    this.place = tool ? placeOf(tool, drawn) : MIDDLE;
    this.held = true;
  }

  drop(): void {
    this.held = false;
  }

  /** Over a hole that may be filled the form gives way to a single box. */
  moveTo(column: number, row: number): void {
    if (this.#which === null) return;
    const onHole = this.#offer().plugs.includes(boxAt(column, row));
    this.#which = onHole ? 'plug' : this.#form;
    this.place = { ...this.place, column, row };
  }

  nudge(columns: number, rows: number): void {
    if (!this.tool) return;
    this.held = true;
    if (this.plugging) this.#hop(columns + -rows > 0 ? 1 : -1);
    else this.place = nudge(this.tool, this.place, columns, rows);
  }

  turn(quarters: number): void {
    if (this.plugging) this.toForm();
    else if (this.tool) this.place = turned(this.tool, this.place, quarters);
  }

  toHole(): void {
    const { plugs } = this.#offer();
    const from = this.plugging ? boxAt(this.place.column, this.place.row) : '';
    const hole = nextBox(plugs, from);
    if (hole === undefined) return;
    this.#which = 'plug';
    this.#hold(hole);
  }

  toForm(): void {
    this.#which = this.#form;
    this.held = false;
  }

  #hop(by: 1 | -1): void {
    const { plugs } = this.#offer();
    const order = by === 1 ? plugs : [...plugs].reverse();
    const hole = nextBox(order, boxAt(this.place.column, this.place.row));
    if (hole !== undefined) this.#hold(hole);
  }

  #hold(box: Box): void {
    this.place = { ...this.place, column: columnOf(box), row: rowOf(box) };
    this.held = true;
  }
}
