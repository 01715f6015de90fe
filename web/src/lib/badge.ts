/** How many games wait for the reader, on the icon of the app. */
import type { Summary } from './wire';

export function showWaiting(tables: readonly Summary[]): void {
  if (!('setAppBadge' in navigator)) return;
  const waiting = tables.filter(({ your_turn }) => your_turn).length;
  void (waiting ? navigator.setAppBadge(waiting) : navigator.clearAppBadge()).catch(() => {});
}
