/** Keys of a table. The board, lists of tabs and fields have keys of their own, and have taken them by then. */

export type Shortcuts = Record<string, () => void>;

const ARROWS: Record<string, string> = { ArrowLeft: ',', ArrowRight: '.' };

/** `arrows`: whether the arrow keys go through the steps of the game. */
export function pressed(event: KeyboardEvent, shortcuts: Shortcuts, arrows: boolean): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
  const shortcut = shortcuts[(arrows ? ARROWS[event.key] : undefined) ?? event.key.toLowerCase()];
  if (!shortcut) return;
  event.preventDefault();
  shortcut();
}
