/** What a game's folder has drawn for paper. */
import type { Component } from 'svelte';
import type { Json, View } from '../lib/wire';

export interface Drawing {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  component: Component<any>;
  props: Record<string, unknown>;
  /** What is seen of it, for components that are parts of a drawing. */
  box?: string;
}

export interface Known {
  /** What is seen at the steps of the game's lesson that its rulebook shows, by their names. */
  steps: Record<string, View>;
  /** What the game's `print.py` adds. */
  print: Json;
}

export interface Drawings {
  /** The game's colour. */
  colour: string;
  parts: (known: Known) => Record<string, Drawing>;
  /** The drawing of a fenced block in the rulebook, where it is not the table's own; null for one drawn elsewhere. */
  diagram?: (lines: string[], known: Known) => Drawing | null;
}
