/** What is reached by keyboard is not left behind the dock, however high it is just now. */

const REACHED = '.alpacalypse :is(.board, .papers) button, .alpacalypse .hand';

/**
 * By a style sheet of its own: a variable on the table would be inherited by all that lies on it, and every other height
 * of the dock would style all of it anew.
 */
export function keepClearOf(dock: HTMLElement): () => void {
  const sheet = new CSSStyleSheet();
  const watch = new ResizeObserver(() => sheet.replaceSync(`${REACHED} { scroll-margin-bottom: calc(${dock.offsetHeight}px + 1rem) }`));
  document.adoptedStyleSheets.push(sheet);
  watch.observe(dock);
  return () => {
    watch.disconnect();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  };
}
