/** What is printed on cards, tiles, tribes and the board: asked for once, then looked up by id. */
import { api } from '../../lib/api';
import { settings, type Language } from '../../lib/settings.svelte';
import { hyphenated } from './hyphens';
import type { Building, Deck, MemberName } from './table';

export type Both = Record<Language, string>;

/** A part of a card's face: an amount, something done, a choice, a price. */
export interface Part {
  icon?: string;
  n?: number;
  do?: string;
  or?: Part[];
  per?: string;
  max?: number;
  power?: string;
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
  #asked = false;

  get ready(): boolean {
    return this.#all !== null;
  }

  async load(): Promise<void> {
    if (this.#asked) return;
    this.#asked = true;
    try {
      this.take(await api.components<Tables>('alpacalypse'));
    } catch (error) {
      this.#asked = false;
      throw error;
    }
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
    return found ? found.name[settings.language] : id;
  }

  text(id: string): string {
    return this.find(id)?.text?.[settings.language] ?? '';
  }
}

export const library = new Library();

export function told(both: Both | undefined): string {
  return both?.[settings.language] ?? '';
}

/** The same where there is little room. */
export function toldBreakable(both: Both | undefined): string {
  return settings.language === 'de' ? hyphenated(told(both)) : told(both);
}
