/** How far the reader has come in a game's lesson, as the browser remembers it. */
import { remember, remembered } from './storage';

export interface Progress {
  /** The step to come back to. */
  at: string | null;
  done: string[];
}

const key = (game: string) => `lesson.${game}`;

export function progressOf(game: string): Progress {
  try {
    const kept = JSON.parse(remembered(key(game)) ?? '{}') as Partial<Progress>;
    const done = Array.isArray(kept.done) ? kept.done.filter((step) => typeof step === 'string') : [];
    return { at: typeof kept.at === 'string' ? kept.at : null, done };
  } catch {
    return { at: null, done: [] };
  }
}

export function keepProgress(game: string, progress: Progress): void {
  remember(key(game), JSON.stringify(progress));
}

/** Whether the lesson should be offered: nobody here has begun it, or said no to it. */
export function isNew(game: string): boolean {
  return remembered(key(game)) === null && remembered(`${key(game)}.no`) === null;
}

export function declineLesson(game: string): void {
  remember(`${key(game)}.no`, 'yes');
}
