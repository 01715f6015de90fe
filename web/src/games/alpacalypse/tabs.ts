/** The parts of the table on a phone, one at a time. */
export const TABS = ['board', 'tribe', 'hand', 'others'] as const;
export type Tab = (typeof TABS)[number];

/** Who only watches has neither a tribe nor a hand. */
export const WATCHED: readonly Tab[] = ['board', 'others'];

const FAR = 60;

/** A finger that goes far enough to a side, and not up or down, turns the page. */
export function swiped(tab: Tab, across: number, down: number, tabs: readonly Tab[] = TABS): Tab {
  if (Math.abs(across) < FAR || Math.abs(across) < 2 * Math.abs(down)) return tab;
  return tabs[tabs.indexOf(tab) + (across < 0 ? 1 : -1)] ?? tab;
}
