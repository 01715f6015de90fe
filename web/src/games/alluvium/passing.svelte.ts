/** The sheet that goes to the neighbour, with what was drawn on it last, while the next one arrives. */
import { freshOn, type AlluviumView, type Chosen, type Letter, type Sheet } from './table';

const SLIDE = 520;

interface Gone {
  table: AlluviumView;
  sheet: Sheet;
  drawn: Chosen[];
  letter: Letter;
}

interface Moment {
  /** Differs exactly when another step has begun. */
  key: string;
  seat: number | null;
  table: AlluviumView;
  letter: Letter;
}

export class Passing {
  gone = $state.raw<Gone | null>(null);
  arrivals = $state(0);
  /** What was sent in this step: the drawing that closes it is told with the next step only. */
  sent: Chosen | null = null;
  #before: Moment | null = null;

  follow(now: Moment, playing: boolean): void {
    const before = this.#before;
    if (before && playing && before.key !== now.key && before.seat === now.seat) this.#slide(before, now.table);
    if (before?.key !== now.key) this.sent = null;
    this.#before = now;
  }

  #slide(from: Moment, to: AlluviumView): void {
    const { sheet } = from.table;
    if (!sheet || !to.sheet || sheet.owner === to.sheet.owner) return;
    const drawn = freshOn(from.table).fresh;
    this.gone = { table: from.table, sheet, letter: from.letter, drawn: drawn.length ? drawn : this.sent ? [this.sent] : [] };
    this.arrivals += 1;
  }

  /** It is gone for good when it has left the table: an effect. */
  end(): (() => void) | undefined {
    if (!this.gone) return;
    const timer = setTimeout(() => (this.gone = null), SLIDE);
    return () => clearTimeout(timer);
  }
}
