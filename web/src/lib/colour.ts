/** Dresses the whole page in a game's colour while its screen is open; for use in an effect. */
export function wearColour(colour: string): () => void {
  const { style } = document.documentElement;
  style.setProperty('--game', colour);
  return () => style.removeProperty('--game');
}
