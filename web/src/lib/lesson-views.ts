/** Positions of a lesson, for the pictures of the rulebook. */
import { api } from './api';
import type { View } from './wire';

/** What is seen at a step, null if there is none of that name. */
export async function viewOfStep(game: string, name: string | undefined): Promise<View | null> {
  const { chapters } = await api.lesson(game);
  const step = chapters.flatMap(({ steps }) => steps).find(({ id }) => id === name);
  return step?.moments.at(-1)?.view ?? null;
}
