/** The story told by turns: an entry is about one player, or about the whole table. */
import type { ReplayStep, Sentence, TableMessage } from './wire';

export type Told = TableMessage['story'][number];
type Turns = TableMessage['turns'];

export interface Entry {
  /** Whom it is about; null for the whole table. */
  seat: number | null;
  /** The turn of that player; null for what happened to them in the turns of others. */
  turn: number | null;
  sentences: string[];
  /** Something to dwell on: a scoring. */
  moment: boolean;
  /** Several who did something that nobody may know, in one line. */
  quiet: boolean;
}

/** The sentences one after the other, as entries that never mix two players. */
export function entriesOf(story: Told[], turns: Turns): Entry[] {
  const entries: Entry[] = [];
  const quietSeats = new Map<number | null, number>();
  for (const [turn, sentences] of story) {
    const actor = turn === null ? null : (turns[turn]?.[0] ?? null);
    sentences.forEach((sentence, nth) => {
      const last = entries.at(-1);
      if (sentence.kind === 'quiet') {
        if (!last?.quiet) {
          quietSeats.clear();
          entries.push({ seat: null, turn: null, sentences: [], moment: false, quiet: true });
        }
        sayOnce(entries.at(-1)!, quietSeats, sentence);
        return;
      }
      const own = sentence.seat !== null && sentence.seat === actor ? turn : null;
      if (last && !last.quiet && goesOn(last, sentence, own, nth)) {
        last.sentences.push(sentence.text);
        last.turn ??= own;
        last.moment ||= sentence.kind === 'moment';
      } else entries.push({ seat: sentence.seat, turn: own, sentences: [sentence.text], moment: sentence.kind === 'moment', quiet: false });
    });
  }
  return entries;
}

/** Of each player only the last word counts. */
function sayOnce(entry: Entry, seats: Map<number | null, number>, { seat, text }: Sentence): void {
  const at = seats.get(seat);
  if (at === undefined) seats.set(seat, entry.sentences.push(text) - 1);
  else entry.sentences[at] = text;
}

/** Whether a sentence belongs to the entry before it. What concerns the table goes together only within one action. */
function goesOn(last: Entry, sentence: Sentence, turn: number | null, nth: number): boolean {
  if (last.seat !== sentence.seat) return false;
  if (sentence.seat === null) return nth > 0 && last.moment === (sentence.kind === 'moment');
  return last.turn === null || turn === null || last.turn === turn;
}

/** What the others did since a seat's last turn; all of it if that was long ago, and nothing before the first one. */
export function sinceTurnOf(entries: Entry[], turns: Turns, seat: number): Entry[] {
  if (!turns.some(([who]) => who === seat)) return [];
  let last = -1;
  entries.forEach((entry, index) => {
    if (entry.seat === seat && entry.turn !== null) last = index;
  });
  return entries.slice(last + 1);
}

/** For each turn what its player did, in words. */
export function wordsByTurn(story: Told[], turns: Turns): Map<number, string> {
  const words = new Map<number, string>();
  for (const [turn, sentences] of story) {
    if (turn === null) continue;
    const own = sentences.filter(({ seat }) => seat === turns[turn]?.[0]).map(({ text }) => text);
    const before = words.get(turn);
    if (own.length) words.set(turn, before ? `${before} ${own.join(' ')}` : own.join(' '));
  }
  return words;
}

/** The story of a whole game that was loaded for looking back. */
export function storyOf(steps: ReplayStep[]): Told[] {
  return steps.map(({ turn, story }): Told => [turn?.number ?? null, story]);
}

/** The whole story as it was loaded, and what has come since: both overlap, unless something was taken back. */
export function joined(whole: Told[], recent: Told[]): Told[] {
  const known = recent.map((told) => JSON.stringify(told));
  const texts = whole.map((told) => JSON.stringify(told));
  for (let from = Math.max(0, texts.length - known.length); from < texts.length; from += 1) {
    if (texts.slice(from).every((text, nth) => text === known[nth])) return [...whole.slice(0, from), ...recent];
  }
  return recent;
}

/** The scoring that an action brought about, in one text; null where there was none. */
export function momentIn(sentences: Sentence[]): string | null {
  const texts = sentences.filter(({ kind }) => kind === 'moment').map(({ text }) => text);
  return texts.length ? texts.join(' ') : null;
}

/** A sentence for a place where the name stands before it already. */
export function withoutName(name: string, sentence: string): string {
  const rest = name && sentence.startsWith(name) ? sentence.slice(name.length) : '';
  return /^:? /.test(rest) ? rest.slice(rest.indexOf(' ') + 1) : sentence;
}
