/** Written by scripts/write_types.py; changes belong in alcove.server.shapes, alcove.server.owner_shapes, alcove.server.learning_shapes, alcove.server.lobby_shapes, alcove.server.people_shapes, alcove.server.notifications.shapes, alcove.server.incoming. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface Outcome {
  /** A seat or several have won; nobody is ahead; the table has won as one; nobody has won. */
  kind: 'abandoned' | 'drawn' | 'lost' | 'together' | 'won';
  scores: number[];
  winners: number[];
  /** Each seat's share of the win. */
  shares: number[];
  reason: string;
}

/** What `Position.view` gives. */
export interface View {
  game: string;
  version: number;
  players: number;
  options: Record<string, number | string>;
  seat: number | null;
  /** Who may act. */
  actors: number[];
  /** Of these, who has not chosen yet. */
  awaited: number[];
  outcome: Outcome | null;
  /** What the game itself shows; its type is in the game's own folder. */
  table: Json;
}

export interface Seat {
  seat: number;
  name: string;
  /** What everybody calls whoever sits there, in the story and everywhere else: a person's name, or the seat's. */
  called: string;
  kind: 'bot' | 'human' | 'open';
  level: number | null;
  mine: boolean;
  online: boolean;
  thinking: boolean;
  /** The name of whoever has left the seat to a bot, and may come back. */
  left: string | null;
  /** Whether somebody has been gone so long that a bot may take the seat. */
  absent: boolean;
  /** Whether the host has silenced them in the chat. */
  muted: boolean;
  /** How long a bot thinks that was told. */
  seconds: number | null;
}

export interface UndoState {
  may: 'ask' | 'free' | 'no';
  asked_by: number | null;
}

export interface RematchState {
  wanted: number[];
  table: string | null;
}

export interface ChatLine {
  name: string;
  seat: number | null;
  text: string;
  /** Unix seconds. */
  at: number;
}

/** What can be done. `parts` are what it consists of and what it does; their type is in the game's own folder. */
export interface Choice {
  text: string;
  index: number;
  parts?: Record<string, Json> | null;
}

/** A sentence of the story. */
export interface Sentence {
  /** Whom it is about, null for the whole table. */
  seat: number | null;
  text: string;
  /** A moment to dwell on, such as a scoring; or quiet: it only says that somebody did something unseen. */
  kind?: 'moment' | 'quiet' | null;
}

/** The last turn, as far as it has gone: its place among all turns, its text, and its actions as data. */
export interface LastTurn {
  number: number;
  seat: number;
  text: string;
  /** Null for what is secret. */
  parts: (Record<string, Json> | null)[];
}

/** A moment of a finished game, after so many of its actions; nulls for a position that was typed. */
export interface Origin {
  table: string | null;
  after: number | null;
}

/** How much time players have. */
export interface TimeControl {
  kind: 'correspondence' | 'live';
  /** For the whole game if it is live, for each move by correspondence. */
  seconds: number;
  /** Seconds that a live game adds after each move. */
  added?: number;
  /** From one minute of the day to another clocks stand, by correspondence. */
  sleep?: [number, number] | null;
  /** Minutes by which that day is ahead of UTC. */
  offset?: number;
  /** Days of the week on which clocks stand, 0 for Monday. */
  days_off?: number[];
}

/** What the clocks show at the moment of the message. Whoever reads it lets them run from there. */
export interface ClockState {
  /** Milliseconds for each seat; null for a bot's. */
  left: (number | null)[];
  /** Seats whose clocks run: those awaited. */
  running: number[];
  /** Of these, who has no time left. */
  out: number[];
  /** Whether clocks stand, at night or on a day off, although somebody is awaited. */
  stands: boolean;
  /** After how many milliseconds they go on or stand; null if they never stand. */
  changes_in: number | null;
}

/** Whose table it is, and who may come. */
export interface Hosting {
  /** The seat of whoever has opened the table; null if they sit there no more. */
  host: number | null;
  /** Whether the table can be found in the lobby. */
  open: boolean;
  /** Whether newcomers are asked for a password. */
  locked: boolean;
}

/** Everything. */
export interface TableMessage {
  t: 'table';
  v: number;
  id: string;
  game: string;
  options: Record<string, number | string>;
  seats: Seat[];
  look: number | null;
  view: View;
  legal: Choice[];
  turns: [number, string][];
  turn: LastTurn | null;
  /** Of the last actions: the number of the turn that each belongs to, and what came of it. Who left and who came back stands between them without a number. */
  story: [number | null, Sentence[]][];
  status: 'over' | 'running' | 'waiting';
  commitment: string;
  undo: UndoState;
  rematch: RematchState;
  chat: ChatLine[];
  resigned: number | null;
  /** How the game ended and why, in one sentence. */
  ending: string | null;
  /** Whether all play as one. */
  together: boolean;
  /** The level of the bot that plays on when somebody leaves. */
  stand_in: number;
  /** What everybody at the table should know: where it was tried from, that its rules have changed, and what was lost by that. */
  notice: string | null;
  /** Where the game came from, if it began with a position. */
  origin: Origin | null;
  /** Whether each seat's view is its own; else everybody may look back through any seat, and try from any moment. */
  sealed: boolean;
  /** How much time there is; null if any. */
  time: TimeControl | null;
  /** Null where no time counts. */
  clock: ClockState | null;
  hosting: Hosting | null;
}

/** The choices that are the same in every position of this game, each at the place of its index. They are said once, before the first table; steps name them by their index. */
export interface ChoicesMessage {
  t: 'choices';
  choices: Choice[];
}

/** One action, and the turn that it opens or goes on with. */
export interface StepMessage {
  t: 'step';
  v: number;
  seat: number;
  text: string;
  turn: LastTurn;
  story: Sentence[];
  ending: string | null;
  view: View;
  /** A number stands for a choice that is always the same. */
  legal: (Choice | number)[];
  undo: UndoState;
  clock: ClockState | null;
}

/** People came, went, think, ask. */
export interface SeatsMessage {
  t: 'seats';
  seats: Seat[];
  status: 'over' | 'running' | 'waiting';
  undo: UndoState;
  rematch: RematchState;
  clock: ClockState | null;
  hosting: Hosting | null;
}

export interface ChatMessage {
  t: 'chat';
  line: ChatLine;
}

export interface HintMessage {
  t: 'hint';
  v: number;
  choice: Choice;
  /** The chances of the seat, from 0 to 1; null for a first impression, before the game is compiled. */
  value: number | null;
  /** What may follow upon it. */
  line: string | null;
}

/** Why an action is not possible; clause and message are null if it is. */
export interface WhyMessage {
  t: 'why';
  /** As it was asked. */
  action: string | number | Record<string, string | number>;
  clause: string | null;
  message: string | null;
}

export interface ErrorMessage {
  t: 'error';
  code: string;
  message: string;
  re?: string | null;
  clause?: string | null;
}

export interface Pong {
  t: 'pong';
}

/** Come back soon. */
export interface Bye {
  t: 'bye';
  code: 'shutdown';
}

export interface Refusal {
  code: string;
  message: string;
  clause?: string | null;
}

export interface Level {
  level: number;
  title: string;
  /** What it is like to play against, in a line. */
  about: string;
  /** How long it may be told to think; nothing to choose from for all that are always equally strong. */
  seconds: number[];
  /** How strong it is on the game's own scale, where that was measured; 0 is whoever plays at random. */
  elo: number | null;
}

export interface OptionChoice {
  value: number | string;
  title: string;
}

export interface DefaultBy {
  option: string;
  /** What the other option is, and what this one is then. */
  values: [number | string, number | string][];
}

/** An option for a dialog, in one language. */
export interface GameOption {
  name: string;
  title: string;
  help: string;
  clause: string;
  choices?: OptionChoice[];
  least?: number;
  most?: number;
  default?: number | string;
  default_by?: DefaultBy;
  /** Where it means something: values of other options, or numbers of `players`. */
  only?: Record<string, (number | string)[]>;
}

export interface Game {
  name: string;
  title: string;
  summary: string;
  version: number;
  players: [number, number];
  options: GameOption[];
  seat_names: string[];
  reasons: Record<string, string>;
  colour: string;
  secrets: boolean;
  chance: boolean;
  /** How many puzzles there are. */
  puzzles: number;
  levels: Level[];
  /** What one plays for, in a line. */
  goal: string | null;
  /** How long a game takes people, from and to. */
  minutes: [number, number] | null;
  /** How much there is to it, from 1 to 5. */
  weight: number | null;
  /** How many minutes the guided first game takes; null if there is none. */
  lesson: number | null;
}

/** How many functions of a game are compiled. Before all are, it can be played, and bots do not search; if it has failed, that stays so. */
export interface Progress {
  done: number;
  of: number;
  failed: boolean;
}

export interface GameList {
  games: Game[];
  ready: Record<string, Progress>;
}

export interface Rulebook {
  title: string;
  markdown: string;
}

export interface PrintDocument {
  name: string;
  title: string;
}

export interface PrintList {
  documents: PrintDocument[];
}

export interface NewTableAnswer {
  table: string;
}

export interface TakenSeat {
  table: string;
  seat: number;
}

export interface Summary {
  id: string;
  game: string;
  title: string;
  seats: Seat[];
  status: 'over' | 'running' | 'waiting' | 'unreadable';
  your_turn: boolean;
  /** Unix seconds. */
  at: number;
  outcome: Outcome | null;
  /** How it ended and why, in one sentence. */
  ending: string | null;
  /** How many turns were begun, of a table that still goes on. */
  turns: number | null;
  /** How far that has come, where the game has words for it. */
  progress: string | null;
  /** Why a table cannot be opened: its game is unknown, or it is damaged. */
  why: string | null;
  time: TimeControl | null;
  /** Milliseconds that the next of those who are awaited has left; null where no time counts. */
  left: number | null;
}

export interface TableList {
  tables: Summary[];
  /** Channels for notifications that were switched off because nothing arrived. */
  unreachable: number;
}

export interface Links {
  table: string;
  /** By the number of the seat, those that this browser holds. */
  seats: Record<string, string>;
  /** Where others find this server, if not where this browser does. */
  origin: string | null;
  /** Whether it listens to this machine only, so that nobody else can open a link. */
  alone: boolean;
}

/** An action and what came of it; the first step has none. */
export interface ReplayStep {
  seat: number | null;
  text: string | null;
  turn: LastTurn | null;
  story: Sentence[];
  view: View;
}

export interface Replay {
  steps: ReplayStep[];
}

/** A game that somebody has brought as a record. */
export interface RecordReplay {
  game: string;
  seats: Seat[];
  steps: ReplayStep[];
}

/** What was played under one version of the rules. */
export interface ProvenPart {
  version: number;
  actions: number;
  /** Why it could not be proven, null if it was. */
  unproven: string | null;
}

export interface Verification {
  proven: boolean;
  commitment: string;
  /** As text: it has 128 bits. */
  seed: string;
  nonce: string;
  /** One, unless the rules have changed while the game lasted. */
  parts: ProvenPart[];
}

export interface Latency {
  step: string;
  count: number;
  /** Seconds below which half of them lie; None if that is not known. */
  half: number | null;
  /** Seconds below which 99 of 100 lie. */
  most: number | null;
}

export interface GameState {
  name: string;
  title: string;
  done: number;
  of: number;
  failed: boolean;
}

export interface DatabaseState {
  kind: string;
  bytes: number;
  /** How long it took to answer. */
  seconds: number;
  /** Changes that could not be stored. */
  failures: number;
}

export interface Disk {
  free: number;
  total: number;
}

/** A name or a line of chat that somebody has reported. */
export interface Report {
  id: string;
  table: string;
  seat: number | null;
  kind: 'chat' | 'name' | 'watcher';
  name: string;
  /** What was said; empty for a name. */
  text: string;
  /** Unix seconds. */
  at: number;
}

export interface ReportList {
  /** The newest first. */
  reports: Report[];
}

/** An invitation of the owner to the server. */
export interface Pass {
  id: string;
  label: string;
  made: number;
  /** Unix seconds, both; null for good. */
  until: number | null;
  /** How many people it lets in yet; null for any number. */
  uses: number | null;
  /** How many came by it. */
  members: number;
  link: string;
}

export interface PassList {
  /** Whether the server lets in only who was invited, or holds a seat. */
  closed: boolean;
  passes: Pass[];
}

export interface Entered {
  entered: boolean;
}

/** How the server is, for its owner. Names nobody. */
export interface ServerState {
  version: string;
  python: string;
  process: string;
  /** How many share the database. What follows is of this one, but for the tables and the database. */
  processes: number;
  now: number;
  /** Unix seconds, both. */
  started: number;
  tables: number;
  running: number;
  in_memory: number;
  sockets: number;
  watching: number;
  /** By who acts: person or bot. */
  moves: Record<string, number>;
  latencies: Latency[];
  thinking: number;
  waiting: number;
  threads: number;
  games: GameState[];
  database: DatabaseState;
  disk: Disk | null;
  memory: number | null;
  cpu: number;
  advice: string[];
  reports: number;
}

/** A study of the lab that goes on, or the last one. */
export interface LabRun {
  game: string;
  /** Unix seconds. */
  began: number;
  stage: string;
  done: number;
  /** 0 while that is not known. */
  of: number;
  over: boolean;
  /** Why there is no report. */
  trouble: string | null;
  /** The key of its report: /lab/report/KEY. */
  report: string | null;
}

export interface LabReport {
  key: string;
  game: string;
  /** Unix seconds. */
  made: number;
}

export interface LabState {
  run: LabRun | null;
  /** The newest first. */
  reports: LabReport[];
  /** Games that a study may have. */
  most: number;
}

/** A moment of a lesson: a position, and the action that has led to it, if one has. */
export interface LessonMoment {
  seat: number | null;
  text: string | null;
  turn: LastTurn | null;
  story: string[];
  view: View;
  legal: Choice[];
  /** The action that is asked for next, for whoever wants to be shown it. */
  shows: string | null;
}

export interface LessonStep {
  id: string;
  title: string;
  say: string;
  clauses: string[];
  seat: number;
  /** Whether something has to be done; else there is only something to read. */
  task: boolean;
  /** What leads to the position of the step; the last one is the position itself. */
  moments: LessonMoment[];
}

export interface LessonChapter {
  id: string;
  title: string;
  steps: LessonStep[];
}

export interface Lesson {
  minutes: number;
  chapters: LessonChapter[];
}

/** What comes of a try: the rules refuse it, it is not what the step asks for, it is a part of it, or all of it. */
export interface LessonAnswer {
  verdict: 'done' | 'on' | 'refused' | 'wrong';
  message: string | null;
  clause: string | null;
  moments: LessonMoment[];
}

export interface Explanation {
  text: string;
  clause: string | null;
}

/** What stands on a table of the game, by key. */
export interface Explanations {
  things: Record<string, Explanation>;
}

/** What a seat decided with the nth action of the game, the first being 1, judged by what it could know then. */
export interface Decision {
  step: number;
  seat: number;
  mark: 'best' | 'doubtful' | 'good' | 'mistake';
  /** The seat's chances with what it did, from 0 to 1; of all who play together, where they do. */
  value: number;
  /** Its chances with the best that was found. */
  best: number;
  /** What would have been better, null if nothing was. */
  better: string | null;
}

/** What people decided in a finished game; ask again until done = of. */
export interface Analysis {
  decisions: Decision[];
  /** By seat, from 0 to 100; null for a seat that had nothing to decide, as far as is known. */
  accuracy: (number | null)[];
  done: number;
  of: number;
}

/** A finished game of somebody who looks back. */
export interface PastGame {
  id: string;
  game: string;
  /** Unix seconds. */
  ended: number;
  /** None if nobody else was there to win or lose against. */
  result: 'drawn' | 'lost' | 'won' | null;
  /** Of the bots at the table. */
  levels: number[];
  /** How many others sat there. */
  people: number;
  /** From 0 to 100; null as long as it is not known. */
  accuracy: number | null;
  /** Whether it began with a position from elsewhere. */
  tried: boolean;
}

/** How all games against the same opponents went. */
export interface Results {
  game: string;
  /** The bots' level. */
  against: number | 'mixed' | 'none' | 'people';
  played: number;
  won: number;
  drawn: number;
  lost: number;
  /** The mean of those games of which it is known. */
  accuracy: number | null;
}

/** How well somebody has decided in a game, over time. */
export interface Course {
  game: string;
  /** Accuracies, oldest first. */
  points: number[];
  /** How many games a point is the mean of; the last may be of fewer. */
  each: number;
  /** When the first of these games ended, in seconds. */
  since: number;
  /** When the last of them did. */
  until: number;
}

/** What this browser has played; nobody else is told. */
export interface Person {
  /** The last ones, newest first. */
  games: PastGame[];
  /** Of all games that began at the beginning. */
  results: Results[];
  courses: Course[];
}

export interface PuzzleTheme {
  name: string;
  title: string;
}

/** A puzzle in a list. */
export interface PuzzleLine {
  id: string;
  theme: string;
  /** The lowest level of the bots that solves it more often than not. */
  level: number;
  /** The players and options that it comes from, in words. */
  setup: string;
}

export interface PuzzleList {
  title: string;
  themes: PuzzleTheme[];
  puzzles: PuzzleLine[];
  day: string;
  /** The puzzle of the day, the same for everybody. */
  daily: string | null;
}

/** An action that might be done, and what would come of it; the first step has none. */
export interface LineStep {
  seat: number | null;
  text: string | null;
  turn: LastTurn | null;
  story: string[];
  view: View;
}

/** A position as one seat knows it, what it may do, and what is best. */
export interface Puzzle {
  id: string;
  theme: string;
  level: number;
  seat: number;
  view: View;
  legal: Choice[];
  answer: string;
  /** The seat's chances with the answer and its rivals, from 0 to 1. */
  values: Record<string, number>;
  /** The position, the answer, and what may follow. */
  line: LineStep[];
}

/** Why something cannot be done in a puzzle; clause and message are null if it can. */
export interface PuzzleReason {
  clause: string | null;
  message: string | null;
}

/** What would have been better than one decision, and what may have followed, as that seat would have seen it. */
export interface Line {
  steps: LineStep[];
}

export interface OpenSeat {
  kind: 'bot' | 'human' | 'open';
  name: string;
  level: number | null;
}

/** A table in the lobby that waits for players. It says the same to everybody. */
export interface OpenTable {
  id: string;
  game: string;
  options: Record<string, number | string>;
  seats: OpenSeat[];
  time: TimeControl | null;
  /** Unix seconds. */
  since: number;
  /** Whether somebody who sits there is at the table now. */
  here: boolean;
  /** Whether newcomers are asked for a password. */
  locked: boolean;
}

export interface OpenTables {
  tables: OpenTable[];
}

/** All open tables, the newest first; said again whenever something about one of them changes. */
export interface OpenTablesMessage {
  t: 'open-tables';
  tables: OpenTable[];
}

/** Who watches a table: the names of those who have given one, at most 20, and how many there are in all. */
export interface WatchingMessage {
  t: 'watching';
  names: string[];
  count: number;
}

/** The owner was told. */
export interface ReportedMessage {
  t: 'reported';
}

/** Somebody has invited whoever looks at the lobby. */
export interface InvitedMessage {
  t: 'invited';
}

/** Somebody one has shared a table with. */
export interface Companion {
  /** Means them to one person alone. */
  handle: string;
  /** What they called themselves last. */
  name: string;
  /** Tables shared, as far back as anybody looks. */
  games: number;
  /** Unix seconds. */
  at: number;
  /** Whether one does not want their invitations. */
  blocked: boolean;
}

export interface CompanionList {
  people: Companion[];
}

export interface Invitation {
  table: OpenTable;
  /** What whoever has sent it is called at the table; empty if they sit there no more. */
  by: string;
  handle: string;
  /** Unix seconds. */
  at: number;
}

export interface InvitationList {
  invitations: Invitation[];
}

export interface OwnDevice {
  id: string;
  /** Its browser and system in two words; nothing if they are not known. */
  label: string;
  /** Days since 1970, as below. */
  since: number;
  seen: number;
  /** Whether it is the one that asks. */
  this: boolean;
}

export interface OwnPasskey {
  id: string;
  name: string;
  /** The name of the server that it was made for. */
  site: string;
  since: number;
  seen: number;
}

/** Of a browser alone there are none, and no name. */
export interface OwnDevices {
  name: string | null;
  devices: OwnDevice[];
  passkeys: OwnPasskey[];
}

export interface PasskeyQuestion {
  /** What a browser asks an authenticator for, as the standard (WebAuthn) writes it in JSON. */
  options: Record<string, Json>;
}

export interface LinkForDevice {
  /** What follows the # is a secret, and never sent to the server by opening it. */
  path: string;
  /** How long it is good. */
  seconds: number;
  /** Where other devices find this server, if not where this one does. */
  origin: string | null;
  /** Whether it listens to this machine only, so that no other device can open it. */
  alone: boolean;
}

/** What would happen if this device followed a link. */
export interface LinkOffer {
  /** Whom it would belong to. */
  name: string;
  /** Whether it does already. */
  same: boolean;
  /** At so many tables this device holds seats, which come along. */
  tables: number;
  /** So many other devices that belong together with this one come along, too. */
  devices: number;
  /** Games with secrets that forbid it, because both hold different seats at a table that is not over. */
  two_hands: string[];
}

export interface JoinedPerson {
  name: string;
}

/** Where a browser gets its pushes, and by which keys it reads them. */
export interface PushAddress {
  kind: 'push';
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface MailAddress {
  kind: 'mail';
  address: string;
}

export interface WebhookAddress {
  kind: 'webhook';
  address: string;
}

export interface ChatAddress {
  kind: 'chat';
  /** As Apprise writes it. */
  address: string;
}

export interface ConfirmCode {
  code: string;
}

export interface SwitchChannel {
  on: boolean;
}

/** There is nothing to say beside the address of the request. */
export interface NoDetails {
}

export interface EventWish {
  /** None for what is usual. */
  events: ('joined' | 'over' | 'short' | 'turn')[] | null;
}

export interface ChannelState {
  id: string;
  kind: 'chat' | 'mail' | 'push' | 'webhook';
  /** What tells it from others, without what must stay secret in it. */
  label: string;
  /** By which a browser knows whether it is its own. */
  digest: string;
  /** It waits to be confirmed, counts, or is switched off. */
  state: 'new' | 'off' | 'on';
  /** Why it was switched off, if nobody wished it. */
  why: string | null;
  /** By which a webhook can tell who has sent something. */
  secret: string | null;
}

/** How somebody is told of their games. */
export interface NotificationState {
  offered: ('chat' | 'mail' | 'push' | 'webhook')[];
  push_key: string | null;
  channels: ChannelState[];
  /** How many there may be. */
  most: number;
  /** What is usually told. */
  events: ('joined' | 'over' | 'short' | 'turn')[];
  /** Chat services that there are. */
  services: string[];
}

/** What somebody is told of one table. */
export interface TableNotifications {
  /** None for what is usual. */
  events: ('joined' | 'over' | 'short' | 'turn')[] | null;
  usual: ('joined' | 'over' | 'short' | 'turn')[];
  /** Whether there is any channel that counts. */
  reached: boolean;
}

export interface Unsubscribed {
  ok: boolean;
}

export interface Act {
  t: 'act';
  v: number;
  seat: number;
  action: string | number;
}

export interface Look {
  t: 'look';
  seat: number | null;
}

export interface Undo {
  t: 'undo';
  v: number;
}

export interface UndoAnswer {
  t: 'undo-answer';
  v: number;
  yes: boolean;
}

export interface Resign {
  t: 'resign';
  seat: number;
}

/** End the game without a result: nobody else is there to go on with it. */
export interface Abandon {
  t: 'abandon';
  seat: number;
}

/** Come back to a seat in which a bot plays. */
export interface Return {
  t: 'return';
  seat: number;
}

/** Let a bot play on for somebody who is gone. */
export interface Replace {
  t: 'replace';
  seat: number;
}

/** Win because the other one has run out of time. */
export interface Claim {
  t: 'claim';
  /** Whose time is up. */
  seat: number;
}

/** Let everybody find the table in the lobby, or no more. */
export interface OpenToAll {
  t: 'open';
  yes: boolean;
}

/** Silence somebody in the chat of one's table, or let them talk again. */
export interface Mute {
  t: 'mute';
  seat: number;
  yes: boolean;
}

/** Let somebody else have a seat, before the game has begun. */
export interface Free {
  t: 'free';
  seat: number;
}

/** Tell the server's owner of a name, or of a line of chat. */
export interface ReportSeat {
  t: 'report';
  seat: number;
  /** When the line was said; null for the name. */
  at?: number | null;
}

/** Tell the server's owner of the name of somebody who watches. */
export interface ReportWatcher {
  t: 'report-watcher';
  name: string;
}

/** What somebody who watches is called. */
export interface NameMe {
  t: 'name';
  name: string;
}

export interface Rematch {
  t: 'rematch';
}

export interface Hint {
  t: 'hint';
  v: number;
}

export interface Why {
  t: 'why';
  v: number;
  seat: number;
  action: string | number | Record<string, string | number>;
}

export interface Chat {
  t: 'chat';
  text: string;
}

export interface Ping {
  t: 'ping';
}

export interface Me {
  kind: 'me';
}

export interface Bot {
  kind: 'bot';
  level: number;
  /** How long it thinks, if it is of the level that can be told. */
  seconds?: number | null;
}

export interface Open {
  kind: 'open';
}

export interface Local {
  kind: 'local';
  name: string;
}

/** A moment of a finished game. */
export interface FromTable {
  from: 'table';
  table: string;
  /** How many of its actions were done. */
  after: number;
}

/** A position as the game writes it. */
export interface FromPosition {
  from: 'position';
  position: string;
}

export interface NewTable {
  game: string;
  players: number;
  seats: (Me | Bot | Open | Local)[];
  name?: string;
  options?: Record<string, string | number>;
  /** The level of the bot that plays on when somebody leaves; the game's middle one if nobody chooses. */
  stand_in?: number | null;
  /** Where the game goes on from; the options are then those of the position. */
  start?: FromTable | FromPosition | null;
  /** How much time there is; any if nobody chooses. */
  time?: TimeControl | null;
  /** Whether everybody may find the table in the lobby; else only who has its link. */
  open?: boolean;
  /** What newcomers are asked for. */
  password?: string | null;
}

export interface Password {
  password: string;
}

export interface Invite {
  /** The handle of somebody one has played with. */
  to: string;
}

export interface Decline {
  /** Whether one wants no more invitations of the same person. */
  block?: boolean;
}

export interface Block {
  yes: boolean;
}

/** An invitation of the owner to the server. */
export interface NewPass {
  label?: string;
  days?: number | null;
  uses?: number | null;
}

export interface Revoke {
  /** Whether nobody is let in any more who came by it. */
  members?: boolean;
}

/** A study that the owner asks the lab for. */
export interface LabOrder {
  game: string;
  games: number;
  players?: number | null;
  options?: Record<string, string | number>;
  /** Cards and numbers that are changed for a trial: cards.CARD.FIELD=VALUE, numbers.NAME=VALUE. */
  changes?: string[];
  seed?: number;
  worth?: number;
  drama?: number;
  ladder?: number;
}

/** A record to be looked at: its text compressed (DEFLATE) and written in letters (Base64 for addresses). */
export interface BroughtRecord {
  record: string;
  /** Whose eyes it is looked at through; a spectator's without one. */
  seat?: number | null;
}

/** A body that says nothing more. */
export interface Nothing {
}

export interface TakeSeat {
  name: string;
}

export interface SeatLink {
  secret: string;
}

export interface OwnName {
  name: string;
}

/** What stands behind the # of a link that takes somebody along to another device. */
export interface AlongLink {
  secret: string;
}

/** What an authenticator says of a passkey that it has made; bytes as base64url. */
export interface NewPasskey {
  id: string;
  client_data: string;
  attestation: string;
  /** What somebody is called who has no name yet. */
  name?: string;
}

/** What an authenticator says when somebody signs in; bytes as base64url. */
export interface PasskeyAnswer {
  id: string;
  client_data: string;
  authenticator: string;
  signature: string;
}

export interface DeleteMe {
  /** Nobody says that by accident. */
  sure: 'delete everything';
}

export type ServerMessage =
  | TableMessage
  | ChoicesMessage
  | StepMessage
  | SeatsMessage
  | ChatMessage
  | HintMessage
  | WhyMessage
  | WatchingMessage
  | ReportedMessage
  | ErrorMessage
  | Pong
  | Bye;

export type ClientMessage =
  | Act
  | Look
  | Undo
  | UndoAnswer
  | Resign
  | Abandon
  | Return
  | Replace
  | Claim
  | OpenToAll
  | Mute
  | Free
  | ReportSeat
  | ReportWatcher
  | NameMe
  | Rematch
  | Hint
  | Why
  | Chat
  | Ping;

export type SeatWish =
  | Me
  | Bot
  | Open
  | Local;

export type LobbyMessage =
  | OpenTablesMessage
  | InvitedMessage
  | ErrorMessage
  | Pong
  | Bye;

export type NewChannel =
  | PushAddress
  | MailAddress
  | WebhookAddress
  | ChatAddress;
