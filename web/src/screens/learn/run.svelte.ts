/** A lesson as it goes: which step, what has been tried in it, and what came of that. The server judges each try. */
import { api, inOneWord } from '../../lib/api';
import { sayError } from '../../lib/i18n';
import { keepProgress, progressOf } from '../../lib/lesson-progress';
import type { Reason } from '../../lib/live.svelte';
import type { Lesson, LessonChapter, LessonMoment, LessonStep, NamedAction } from '../../lib/wire';

export interface Said {
  kind: 'done' | 'wrong' | 'refused';
  message: string;
  clause: string | null;
}

/** How long each of several moments is shown. */
const MOMENT = 1100;

export class LessonRun {
  readonly game: string;
  lesson = $state.raw<Lesson | null>(null);
  at = $state(0);
  done = $state.raw<string[]>([]);
  moment = $state.raw<LessonMoment | null>(null);
  said = $state.raw<Said | null>(null);
  pending = $state<string | null>(null);
  /** Whether the answer is shown on the board. */
  shown = $state(false);
  /** Whether what is asked for in this step has been done. */
  finished = $state(false);
  /** What was told of the moments that led here. */
  story = $state.raw<string[]>([]);
  /** What has been done of this step. */
  line = $state.raw<string[]>([]);

  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(game: string) {
    this.game = game;
  }

  get steps(): LessonStep[] {
    return this.lesson?.chapters.flatMap((chapter) => chapter.steps) ?? [];
  }

  get step(): LessonStep | null {
    return this.steps[this.at] ?? null;
  }

  get chapter(): LessonChapter | null {
    const { step } = this;
    return this.lesson?.chapters.find((chapter) => chapter.steps.some((each) => each === step)) ?? null;
  }

  get last(): boolean {
    return this.at === this.steps.length - 1;
  }

  /** Takes up the lesson where it was left; in another language the step stays the same. */
  async load(): Promise<void> {
    const lesson = await api.lesson(this.game);
    const kept = progressOf(this.game);
    this.lesson = lesson;
    this.done = kept.done;
    this.#open(Math.max(0, this.steps.findIndex((step) => step.id === kept.at)));
  }

  go(to: number): void {
    if (to < 0 || to >= this.steps.length) return;
    this.#open(to);
    this.#keep();
  }

  startOver(): void {
    this.done = [];
    this.go(0);
  }

  async try(named: NamedAction): Promise<void> {
    const { step } = this;
    const action = inOneWord(named);
    if (!step || this.pending !== null || this.finished || !this.moment?.legal.length) return;
    this.pending = action;
    try {
      const answer = await api.tryLesson(this.game, step.id, [...this.line, action]);
      if (this.step !== step) return;
      if (answer.verdict === 'on' || answer.verdict === 'done') this.#take(action, answer.moments, answer.verdict === 'done');
      this.said = answer.verdict === 'on' ? null : { kind: answer.verdict, message: answer.message ?? '', clause: answer.clause };
    } catch (error) {
      this.said = { kind: 'refused', message: sayError(error), clause: null };
    } finally {
      this.pending = null;
    }
  }

  /** Why an action is not possible; null if it is. Nothing comes of it. */
  async reason(named: NamedAction): Promise<Reason | null> {
    const { step } = this;
    if (!step) return null;
    const answer = await api.tryLesson(this.game, step.id, [...this.line, inOneWord(named)]).catch(() => null);
    return answer?.verdict === 'refused' && answer.message ? { message: answer.message, clause: answer.clause } : null;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #take(action: string, moments: LessonMoment[], done: boolean): void {
    this.line = [...this.line, action];
    this.shown = false;
    this.#show(moments);
    if (!done) return;
    this.finished = true;
    this.#finish();
  }

  #finish(): void {
    const { step } = this;
    if (step && !this.done.includes(step.id)) this.done = [...this.done, step.id];
    this.#keep();
  }

  #open(at: number): void {
    this.at = at;
    this.line = [];
    this.said = null;
    this.pending = null;
    this.shown = false;
    this.story = [];
    const { step } = this;
    this.finished = step !== null && !step.task;
    if (step) this.#show(step.moments);
    if (this.finished) this.#finish();
  }

  /** One moment after the other, so that what others do can be followed; at once where motion is not wanted. */
  #show(moments: LessonMoment[]): void {
    clearTimeout(this.#timer);
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const [first, ...rest] = calm ? moments.slice(-1) : moments;
    if (!first) return;
    this.moment = first;
    this.story = calm ? moments.flatMap((moment) => moment.story) : [...this.story, ...first.story];
    if (rest.length) this.#timer = setTimeout(() => this.#show(rest), MOMENT);
  }

  #keep(): void {
    keepProgress(this.game, { at: this.step?.id ?? null, done: this.done });
  }
}
