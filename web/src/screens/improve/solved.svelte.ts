/** Which puzzles this browser has solved, and how many in a row at the first try. The server is told nothing of it. */

interface Kept {
  solved: string[];
  streak: number;
  best: number;
}

const NOTHING: Kept = { solved: [], streak: 0, best: 0 };

function read(key: string): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<Kept> | null;
    if (!kept || !Array.isArray(kept.solved)) return NOTHING;
    return { solved: kept.solved.filter((id) => typeof id === 'string'), streak: Number(kept.streak) || 0, best: Number(kept.best) || 0 };
  } catch {
    return NOTHING; // storage can be forbidden, or hold something else
  }
}

export class Solved {
  readonly #key: string;
  #kept = $state.raw<Kept>(NOTHING);

  constructor(game: string) {
    this.#key = `alcove.puzzles.${game}`;
    this.#kept = read(this.#key);
  }

  get streak(): number {
    return this.#kept.streak;
  }

  get best(): number {
    return this.#kept.best;
  }

  get count(): number {
    return this.#kept.solved.length;
  }

  has(id: string): boolean {
    return this.#kept.solved.includes(id);
  }

  /** A streak grows by puzzles that were not solved before, and ends with a wrong try. */
  right(id: string, first: boolean): void {
    if (this.has(id)) return;
    const streak = first ? this.#kept.streak + 1 : this.#kept.streak;
    this.#keep({ solved: [...this.#kept.solved, id], streak, best: Math.max(this.#kept.best, streak) });
  }

  wrong(id: string): void {
    if (!this.has(id)) this.#keep({ ...this.#kept, streak: 0 });
  }

  forget(): void {
    this.#keep(NOTHING);
  }

  #keep(kept: Kept): void {
    this.#kept = kept;
    try {
      localStorage.setItem(this.#key, JSON.stringify(kept));
    } catch {
      // see above
    }
  }
}
