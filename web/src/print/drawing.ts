/** What a game's folder has drawn for paper. */
import type { Component } from 'svelte';
import type { View } from '../lib/wire';

export interface Drawing {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  component: Component<any>;
  props: Record<string, unknown>;
  /** What is seen of it, for components that are parts of a drawing. */
  box?: string;
}

/** What is seen at the steps of a game's lesson, by their names. */
export type Positions = Record<string, View>;

export interface Drawings {
  /** The game's colour. */
  colour: string;
  parts: Record<string, Drawing>;
  /** The drawing of a fenced block in the rulebook, where it is not the table's own; null for one drawn elsewhere. */
  diagram?: (lines: string[], positions: Positions) => Drawing | null;
}
