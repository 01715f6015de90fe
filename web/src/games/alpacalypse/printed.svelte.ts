/** What is printed on cards, tiles, tribes and the board: asked for once in each language, then looked up by id. */
import { api } from '../../lib/api';
import { settings, type Language } from '../../lib/settings.svelte';
import { hyphenated } from './hyphens';
import type { Building, Deck, MemberName } from './table';

/** Words in the language that was asked for. */
export type Both = Partial<Record<Language, string>>;

/** A part of a card's face: an amount, something done, a choice, a price. */
export interface Part {
  icon?: string;
  n?: number;
  do?: string;
  or?: Part[];
  per?: string;
  max?: number;
  power?: string;
  /** What a discount makes cheaper. */
  off?: string;
  pay?: Part[];
  for?: Part[];
  others?: Part[];
}

export type Kind = 'cards' | 'market' | 'days' | 'ages' | 'wonders' | 'tribes' | 'spaces' | 'buildings' | 'milestones';

export interface Printed {
  id: string;
  table: Kind;
  name: Both;
  text?: Both;
  joke?: Both;
  face?: Part[];
  cost?: Part[];
  cost_text?: Both;
  deck?: Deck | 'starter';
  kind?: string;
  age?: number;
  role?: MemberName;
  resolution?: Part[];
  power?: Part[];
  answers?: string;
  hero?: boolean;
  vp?: number;
  wonder?: boolean | Part[];
  responder?: MemberName;
  answered_by?: string[];
  fail?: Part[];
  bonus?: Part[];
  number?: number;
  influence?: Record<MemberName, number>;
  blessing?: Part[];
  built?: Building;
  costs?: Partial<Record<Building, Part[]>>;
  member?: MemberName;
}

type Tables = Record<Kind, Omit<Printed, 'table'>[]>;

/** Decks and spaces share names, and no two other things do: a space is found only by `space`. */
export class Library {
  #all = $state.raw<Map<string, Printed> | null>(null);
  #spaces = $state.raw<Map<string, Printed>>(new Map());
  #asked: Language | null = null;
  /** In which language the jokes are known: they are a third of all words, and only a card that is opened shows its own. */
  #jokes: Language | null = null;

  get ready(): boolean {
    return this.#all !== null;
  }

  async load(): Promise<void> {
    const { language } = settings;
    if (this.#asked === language) return;
    this.#asked = language;
    try {
      const plain = await api.components<Tables>('alpacalypse', false);
      if (this.#jokes !== language) this.take(plain);
    } catch (error) {
      this.#asked = null;
      throw error;
    }
  }

  async loadJokes(): Promise<void> {
    const { language } = settings;
    if (this.#jokes === language) return;
    const whole = await api.components<Tables>('alpacalypse').catch(() => null); // a card says all that matters without
    if (!whole) return;
    this.#jokes = language;
    this.take(whole);
  }

  take(tables: Tables): void {
    const all = new Map<string, Printed>();
    const spaces = new Map<string, Printed>();
    for (const [table, entries] of Object.entries(tables) as [Kind, Omit<Printed, 'table'>[]][]) {
      for (const entry of entries) (table === 'spaces' ? spaces : all).set(entry.id, { ...entry, table });
    }
    this.#spaces = spaces;
    this.#all = all;
  }

  find(id: string): Printed | null {
    return this.#all?.get(id) ?? this.#spaces.get(id) ?? null;
  }

  space(id: string): Printed | null {
    return this.#spaces.get(id) ?? null;
  }

  name(id: string): string {
    const found = this.find(id);
    return found ? told(found.name) : id;
  }

  text(id: string): string {
    return told(this.find(id)?.text);
  }
}

export const library = new Library();

export function told(both: Both | undefined): string {
  return both?.[settings.language] ?? both?.en ?? both?.de ?? '';
}

/** The same where there is little room. */
export function toldBreakable(both: Both | undefined): string {
  return settings.language === 'de' ? hyphenated(told(both)) : told(both);
}
