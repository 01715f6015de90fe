/**
 * One table over one socket. The server's word is the truth; nothing is guessed ahead of it.
 *
 * What others do may arrive faster than it can be followed. It is shown one step after the other (`pace.ts`), and the
 * reader's choices come with the last of them: so an answer is never late because of the showing.
 */
import { api, RefusedError } from './api';
import { catalogue } from './catalogue.svelte';
import { Clocks } from './clock.svelte';
import { t } from './i18n';
import { PaceQueue, stayOf } from './pace';
import { settings } from './settings.svelte';
import { momentIn } from './story';
import type { Choice, ClientMessage, HintMessage, NamedAction, SeatsMessage, ServerMessage, StepMessage, TableMessage, WatchingMessage, WhyMessage } from './wire';

export type Connection = 'connecting' | 'open' | 'lost';

export interface Notice {
  message: string;
  clause: string | null;
  at: number;
}

/** Why an action is not possible. */
export interface Reason {
  message: string;
  clause: string | null;
}

const FIRST_WAIT = 400;
const MAX_WAIT = 8_000;
/** How often the line is looked after, and how long it may be silent: while the reader is awaited, and else. */
const BEAT = 4_000;
const QUIET_BEATS = 5;
const SILENCE_MOST = { awaited: 2.5 * BEAT, else: 45_000 };
/** How long a scoring is shown where nothing waits for it. */
const MOMENT_STAYS = 4_500;
const STORY_MOST = 400;

/** Where all choose at once, what another seat does leaves one's own choices as they were. */
function sameChoices(before: Choice[], after: Choice[]): boolean {
  return after.length > 0 && after.length === before.length && after.every(({ index }, at) => index === before[at]?.index);
}

export class LiveTable {
  readonly id: string;
  table = $state.raw<TableMessage | null>(null);
  connection = $state<Connection>('connecting');
  /** The action that was sent and is not answered yet. */
  pending = $state<string | null>(null);
  hint = $state.raw<HintMessage | null>(null);
  hintAsked = $state(false);
  notice = $state.raw<Notice | null>(null);
  missing = $state(false);
  /** Whether the table asks for a password. */
  locked = $state(false);
  watching = $state.raw<Pick<WatchingMessage, 'names' | 'count'>>({ names: [], count: 0 });
  /** The step that was shown last, for sound and motion. */
  lastStep = $state.raw<StepMessage | null>(null);
  /** Steps that have arrived and are not shown yet. */
  waiting = $state(0);
  paused = $state(false);
  /** A scoring that has just happened. */
  moment = $state.raw<string | null>(null);
  /** Counts how often everything was told anew: at the start, and after every break. */
  arrivals = $state(0);
  readonly clocks = new Clocks();

  readonly #queue = new PaceQueue((waiting) => (this.waiting = waiting));
  #stepsWaiting = 0;
  /** The version that has arrived; what is shown may be behind it. */
  #arrived = -1;
  /** The last step before the page was hidden; whoever comes back after others is told what they did. */
  #leftAt = Infinity;
  #momentEnds: ReturnType<typeof setTimeout> | undefined;
  #beats = 0;

  /** The choices that are the same in every position: steps name them by their place. */
  #steady: Choice[] = [];
  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #heardAt = 0;
  #stopped = false;
  /** Whether this connection has said who watches. */
  #named = false;
  #look: number | null = null;
  #asked: { action: string; answer: (reason: Reason | null) => void } | null = null;

  constructor(id: string) {
    this.id = id;
  }

  start(): void {
    this.#stopped = this.locked = false;
    addEventListener('online', this.#hurry);
    addEventListener('offline', this.#cut);
    document.addEventListener('visibilitychange', this.#hurry);
    this.#beat = setInterval(() => this.#checkPulse(), BEAT);
    void this.#connect();
  }

  stop(): void {
    this.#stopped = true;
    removeEventListener('online', this.#hurry);
    removeEventListener('offline', this.#cut);
    document.removeEventListener('visibilitychange', this.#hurry);
    clearInterval(this.#beat);
    clearTimeout(this.#retry);
    clearTimeout(this.#momentEnds);
    this.#queue.clear();
    this.#drop();
  }

  /** Starts over with a fresh `table` message: after a change of language or of seats, or when a step is missing. */
  reconnect(): void {
    this.#drop();
    clearTimeout(this.#retry);
    void this.#connect();
  }

  send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  act(seat: number, action: string): void {
    if (!this.table || this.pending !== null || this.connection !== 'open') return;
    this.pending = action;
    this.hint = null;
    this.send({ t: 'act', v: this.table.v, seat, action });
  }

  why(seat: number, action: NamedAction): void {
    if (this.table) this.send({ t: 'why', v: this.table.v, seat, action });
  }

  /** Like why, but the answer goes to whoever asks; a question that another one overtakes is answered with null. */
  reason(seat: number, action: NamedAction): Promise<Reason | null> {
    this.#asked?.answer(null);
    return new Promise((answer) => {
      this.#asked = { action: JSON.stringify(action), answer };
      this.why(seat, action);
    });
  }

  /** Shows at once all that has arrived. */
  catchUp(): void {
    this.paused = false;
    this.#queue.hold(false);
    this.#queue.flush();
  }

  pause(paused: boolean): void {
    this.paused = paused;
    this.#queue.hold(paused);
  }

  /** Shows the next step, and waits again. */
  nextStep(): void {
    this.#queue.step();
  }

  look(seat: number): void {
    this.#look = seat;
    this.send({ t: 'look', seat });
  }

  askHint(): void {
    this.catchUp();
    if (!this.table) return;
    this.hintAsked = true;
    this.send({ t: 'hint', v: this.table.v });
  }

  say(message: string, clause: string | null = null): void {
    this.notice = { message, clause, at: Date.now() };
  }

  #hurry = (): void => {
    if (document.visibilityState !== 'visible') this.#leftAt = this.#arrived;
    else {
      this.#queue.flush();
      if (this.#arrived > this.#leftAt) this.arrivals += 1;
      this.#leftAt = this.#arrived;
      if (this.connection === 'lost') this.reconnect();
    }
  };

  /** The browser knows that there is no network, long before the silence would tell. */
  #cut = (): void => {
    if (!this.#socket) return;
    this.#drop();
    this.#lose();
  };

  async #connect(): Promise<void> {
    if (this.#stopped) return;
    if (this.connection !== 'lost') this.connection = 'connecting';
    const secure = location.protocol === 'https:' ? 'wss' : 'ws';
    const path = `/api/tables/${encodeURIComponent(this.id)}/live?lang=${settings.language}`;
    const socket = new WebSocket(`${secure}://${location.host}${path}`);
    this.#socket = socket;
    this.#named = false;
    this.watching = { names: [], count: 0 };
    let opened = false;
    socket.onopen = () => {
      opened = true;
      this.#heardAt = Date.now();
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (this.#socket === socket) this.#hear(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#lose();
      if (!opened) void this.#findOutWhetherItExists();
    };
  }

  async #findOutWhetherItExists(): Promise<void> {
    try {
      const found = await api.table(this.id);
      if (this.table) return;
      if (found.status === 'over') this.#read(found);
      await api.knock(this.id);
    } catch (error) {
      if (!(error instanceof RefusedError)) return;
      if (error.code === 'not-found') this.#giveUp();
      if (error.code === 'no-socket' && this.connection === 'lost') this.say(error.message);
    }
  }

  #lockOut(): void {
    this.locked = true;
    this.stop();
  }

  /** A finished game can be looked at without a socket; one that was looked at before, also without a server. */
  #read(table: TableMessage): void {
    this.#takeTable(table);
    this.connection = 'lost';
  }

  #giveUp(): void {
    this.missing = true;
    this.stop();
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.pending = null;
    socket?.close();
  }

  #lose(): void {
    this.pending = null;
    this.hintAsked = false;
    if (this.#stopped) return;
    this.connection = 'lost';
    // The jitter keeps a room full of browsers from knocking at the same moment after a restart.
    this.#retry = setTimeout(() => void this.#connect(), this.#wait * (0.7 + 0.6 * Math.random()));
    this.#wait = Math.min(MAX_WAIT, this.#wait * 1.8);
  }

  #checkPulse(): void {
    if (!this.#socket || this.#socket.readyState !== WebSocket.OPEN) return;
    const awaited = this.#isAwaited();
    if (Date.now() - this.#heardAt > (awaited ? SILENCE_MOST.awaited : SILENCE_MOST.else)) {
      this.connection = 'lost';
      this.reconnect();
    } else if (awaited || this.#beats++ % QUIET_BEATS === 0) this.send({ t: 'ping' });
  }

  /** Whether everybody waits for somebody at this screen. */
  #isAwaited(): boolean {
    const { table } = this;
    return table?.status === 'running' && table.view.awaited.some((seat) => table.seats[seat]?.mine);
  }

  #hear(message: ServerMessage): void {
    this.#heardAt = Date.now();
    if ('clock' in message) this.clocks.take(message.clock);
    switch (message.t) {
      case 'choices':
        this.#steady = message.choices;
        return;
      case 'table':
        return this.#takeTable(message);
      case 'step':
        return this.#arrive(message);
      case 'seats':
        return this.#queue.add({ waits: false, show: () => this.#takeSeats(message) });
      case 'chat':
        if (this.table) this.table = { ...this.table, chat: [...this.table.chat, message.line] };
        return;
      case 'hint':
        // While others choose, the version grows and the question still stands.
        if (this.hintAsked || message.v === this.table?.v) this.hint = message;
        this.hintAsked = false;
        return;
      case 'why':
        return this.#takeWhy(message);
      case 'error':
        this.pending = null;
        this.hintAsked = false;
        if (message.code === 'locked') this.#lockOut();
        else if (message.code === 'not-invited') void catalogue.load();
        else if (message.code === 'not-found' && !this.table) this.#giveUp();
        else if (message.code !== 'stale') this.say(message.message, message.clause ?? null);
        return;
      case 'watching':
        this.watching = message;
        return;
      case 'reported':
        return this.say(t('report.sent'));
      case 'bye':
        this.#wait = FIRST_WAIT;
        return;
      case 'pong':
        return;
    }
  }

  #takeWhy({ action, message, clause }: WhyMessage): void {
    const asked = this.#asked;
    if (asked?.action === JSON.stringify(action)) {
      this.#asked = null;
      asked.answer(message ? { message, clause } : null);
    } else if (message) this.say(message, clause);
  }

  #takeTable(message: TableMessage): void {
    const wanted = this.#look;
    this.#queue.clear();
    this.#stepsWaiting = 0;
    this.#arrived = message.v;
    this.arrivals += 1;
    this.moment = null;
    this.connection = 'open';
    this.#wait = FIRST_WAIT;
    this.pending = null;
    this.hint = null;
    this.hintAsked = false;
    if (this.table) this.#renewWishes(this.table, message);
    this.table = message;
    this.#introduce(message);
    // A new connection looks through the server's choice of seat; go on looking through the one we had.
    if (wanted !== null && message.look !== wanted && message.seats[wanted]?.mine) this.send({ t: 'look', seat: wanted });
  }

  /** Whoever only watches says once who they are, if they have a name. */
  #introduce({ seats }: TableMessage): void {
    const name = settings.name.trim();
    if (this.#named || !name || seats.some(({ mine }) => mine)) return;
    this.#named = true;
    this.send({ t: 'name', name });
  }

  /** A server that takes over a table knows nothing of what was only wished for. */
  #renewWishes(before: TableMessage, now: TableMessage): void {
    const mine = (seat: number): boolean => now.seats[seat]?.mine === true;
    const wanted = before.rematch.wanted.some(mine) && !now.rematch.wanted.some(mine);
    if (wanted && now.rematch.table === null) this.send({ t: 'rematch' });
    if (this.#hasAsked(before) && now.undo.asked_by === null && now.v === before.v) this.say(t('undo.lost'));
  }

  #takeSeats({ seats, status, undo, rematch, hosting }: SeatsMessage): number {
    const { table } = this;
    if (!table) return 0;
    if (this.#hasAsked(table) && undo.asked_by === null) this.say(t('undo.refused'));
    this.table = { ...table, seats, status, undo, rematch, hosting };
    return 0;
  }

  /** Whether somebody at this screen has asked the others to take back. */
  #hasAsked({ undo, seats }: TableMessage): boolean {
    return undo.asked_by !== null && seats[undo.asked_by]?.mine === true;
  }

  #arrive(step: StepMessage): void {
    const { table } = this;
    if (!table || step.v <= this.#arrived) return;
    if (step.v !== this.#arrived + 1) return this.reconnect();
    this.#arrived = step.v;
    const legal = step.legal.map((choice) => (typeof choice === 'number' ? this.#steady[choice]! : choice));
    const own = table.seats[step.seat]?.mine === true;
    if (own) this.#queue.flush();
    const undisturbed = !this.#stepsWaiting && sameChoices(table.legal, legal);
    const waits = !own && !undisturbed && !document.hidden && settings.pace !== 'at-once' && step.story.some(({ kind }) => kind !== 'quiet');
    this.#stepsWaiting += 1;
    this.#queue.add({
      waits,
      show: () => {
        this.#stepsWaiting -= 1;
        return this.#takeStep(step, legal);
      },
    });
  }

  /** Shows a step, and says how long it is to stay. */
  #takeStep(step: StepMessage, choices: Choice[]): number {
    const table = this.table;
    if (!table) return 0;
    const { v, view, undo, turn } = step;
    const legal = this.#stepsWaiting ? [] : choices;
    const lapsed = this.#hasAsked(table) && undo.asked_by === null;
    if (step.seat === table.look || !sameChoices(table.legal, legal)) {
      this.notice = null;
      this.pending = null;
      this.hint = null;
      this.hintAsked = false;
    }
    this.table = {
      ...table,
      v,
      view,
      legal,
      undo,
      status: view.outcome ? 'over' : table.status,
      sealed: view.outcome ? false : table.sealed,
      turns: [...table.turns.slice(0, turn.number), [turn.seat, turn.text]],
      turn,
      ending: step.ending,
      story: [...table.story, [turn.number, step.story] satisfies TableMessage['story'][number]].slice(-STORY_MOST),
    };
    this.lastStep = step;
    if (lapsed) this.say(t('undo.lapsed'));
    const moment = momentIn(step.story);
    if (moment !== null || table.seats[step.seat]?.mine) this.#showMoment(moment);
    const bot = table.seats[step.seat]?.kind === 'bot';
    return bot || moment !== null ? stayOf(settings.pace, moment !== null) : 0;
  }

  #showMoment(moment: string | null): void {
    clearTimeout(this.#momentEnds);
    this.moment = moment;
    const stay = Math.max(stayOf(settings.pace, true), MOMENT_STAYS);
    if (moment !== null) this.#momentEnds = setTimeout(() => (this.moment = null), stay);
  }
}
