/**
 * For effects that measure the page. A page is laid out once before it is painted; whoever measures it at once has it
 * laid out for every message, and many come between two pictures. Returns what calls it off.
 */
export function beforePainting(measure: () => void): () => void {
  const frame = requestAnimationFrame(measure);
  return () => cancelAnimationFrame(frame);
}
