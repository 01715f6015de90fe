/** A game's own table, found by its folder's name. A game without a folder is played at the plain table. */
import type { Component } from 'svelte';
import type { Reason } from '../lib/live.svelte';
import type { Sound } from '../lib/sound';
import type { Choice, Game, Json, LastTurn, NamedAction, Seat, View } from '../lib/wire';

export type { NamedAction, Reason };

export interface TableProps {
  game: Game;
  view: View;
  /** What the seat looked through may do now; empty for spectators and while looking back. */
  legal: Choice[];
  seat: number | null;
  seats: Seat[];
  lastTurn: LastTurn | null;
  hint: string | null;
  /** The action that is on its way to the server. */
  pending: string | null;
  flipped: boolean;
  act: (action: string) => void;
  /** Asks the server why this action is not possible; the answer appears as a notice. */
  why: (action: NamedAction) => void;
  /** The same question for a table that shows the answer itself; null if the action is possible. */
  reason: (action: NamedAction) => Promise<Reason | null>;
  /** Words for the status line about what is selected; null gives it back to the game's prompt. */
  prompt: (words: string | null) => void;
}

export interface DiagramProps {
  lines: string[];
  caption: string;
}

export interface GameTable {
  table: Component<TableProps>;
  /** Loads what the table needs in the present language, before it is drawn. */
  ready?: () => Promise<void>;
  /** Draws the rulebook's fenced blocks that carry the game's name. */
  diagram?: Component<DiagramProps>;
  /** What the seat to act is asked to do, for the status line. */
  prompt?: (view: View, legal: Choice[]) => string;
  /** How a seat's score came about. */
  scoreWords?: (view: View, seat: number) => string;
  /** Each seat's colour, the same everywhere; without it, colours that serve any game. */
  seatColours?: readonly string[];
  /** What a choice does, in words: for hints. */
  choiceWords?: (choice: Choice, view: View) => string;
  /** How an action sounds; its parts are null where it is secret. */
  sound?: (parts: Json) => Sound;
  canFlip?: boolean;
  /** The paper that lies on top at first; the moves if nothing is said. */
  firstTab?: 'moves' | 'story';
  /** What is told when this first comes up and the reader is asked, by its key among the game's explanations. */
  tip?: (view: View) => string | null;
  /** Keys that the game's table has beside those of every table, or instead of them. */
  keys?: () => [string[], string][];
}

export interface ArtProps {
  colour: string;
}

const tables = import.meta.glob<{ default: GameTable }>('./*/index.ts');
const arts = import.meta.glob<{ default: Component<ArtProps> }>('./*/Art.svelte');

export async function loadTable(game: string): Promise<GameTable> {
  const load = tables[`./${game}/index.ts`] ?? tables['./plain/index.ts'];
  if (!load) throw new Error('the plain table is missing');
  const table = (await load()).default;
  await table.ready?.();
  return table;
}

export async function loadArt(game: string): Promise<Component<ArtProps>> {
  const load = arts[`./${game}/Art.svelte`] ?? arts['./plain/Art.svelte'];
  if (!load) throw new Error('the plain picture is missing');
  return (await load()).default;
}
