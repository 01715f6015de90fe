/** The messages of docs/protocol.md. */

export type Value = number | string;
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface GameOption {
  name: string;
  title: string;
  help: string;
  clause: string;
  choices?: { value: Value; title: string }[];
  least?: number;
  most?: number;
  default?: Value;
  default_by?: { option: string; values: [Value, Value][] };
  /** Where it means something: values of other options, or numbers of `players`. */
  only?: Record<string, Value[]>;
}

export interface Level {
  level: number;
  title: string;
}

export interface Game {
  name: string;
  title: string;
  summary: string;
  version: number;
  players: [number, number];
  options: GameOption[];
  seat_names: string[];
  reasons?: Record<string, string>;
  /** Reasons for which several have won as one: many winners are no draw then. */
  team_reasons?: string[];
  colour: string;
  secrets: boolean;
  chance: boolean;
  levels: Level[];
}

export interface Progress {
  done: number;
  of: number;
}

export interface Games {
  games: Game[];
  ready: Record<string, Progress>;
}

export type SeatWish =
  | { kind: 'me' }
  | { kind: 'bot'; level: number }
  | { kind: 'open' }
  | { kind: 'local'; name: string };

export interface Seat {
  seat: number;
  name: string;
  kind: 'human' | 'bot' | 'open';
  level: number | null;
  mine: boolean;
  online: boolean;
  thinking: boolean;
}

export interface Outcome {
  scores: number[];
  winners: number[];
  reason: string;
}

export interface View {
  game: string;
  version: number;
  players: number;
  options: Record<string, Value>;
  seat: number | null;
  actors: number[];
  awaited: number[];
  outcome: Outcome | null;
  /** What the game itself shows; its shape belongs to the game's own folder. */
  table: Json;
}

export type Status = 'waiting' | 'running' | 'over';

export interface Summary {
  id: string;
  game: string;
  title: string;
  seats: Seat[];
  status: Status;
  your_turn: boolean;
  at: number;
  outcome: Outcome | null;
}

export interface Choice {
  text: string;
  index: number;
  /** What it consists of and what it does; its shape belongs to the game. */
  parts?: Json;
}

export interface Step {
  seat: number | null;
  text: string | null;
  turn: LastTurn | null;
  story: string[];
  view: View;
}

export interface Undo {
  may: 'free' | 'ask' | 'no';
  asked_by: number | null;
}

export interface Rematch {
  wanted: number[];
  table: string | null;
}

export interface ChatLine {
  name: string;
  seat: number | null;
  text: string;
  at: number;
}

export type Turn = [seat: number, text: string];

/** The last turn, as far as it has gone: its place among all turns, its text, and its actions as data. */
export interface LastTurn {
  number: number;
  seat: number;
  text: string;
  /** Null for what is secret. */
  parts: Json[];
}

export interface TableMessage {
  t: 'table';
  v: number;
  id: string;
  game: string;
  options: Record<string, Value>;
  seats: Seat[];
  look: number | null;
  view: View;
  legal: Choice[];
  turns: Turn[];
  turn: LastTurn | null;
  story: string[][];
  status: Status;
  commitment: string | null;
  undo: Undo;
  rematch: Rematch;
  chat: ChatLine[];
  resigned: number | null;
}

export interface StepMessage {
  t: 'step';
  v: number;
  seat: number;
  text: string;
  turn: LastTurn;
  story: string[];
  view: View;
  legal: Choice[];
  undo: Undo;
}

export interface SeatsMessage {
  t: 'seats';
  seats: Seat[];
  status: Status;
  undo: Undo;
  rematch: Rematch;
}

export interface Hint {
  t: 'hint';
  v: number;
  choice: Choice;
  value: number;
  line: string[];
}

export interface Refusal {
  code: string;
  message: string;
  clause?: string | null;
}

export type ServerMessage =
  | TableMessage
  | StepMessage
  | SeatsMessage
  | { t: 'chat'; line: ChatLine }
  | Hint
  | { t: 'why'; action: string | number; clause: string | null; message: string | null }
  | ({ t: 'error'; re?: string } & Refusal)
  | { t: 'pong' }
  | { t: 'bye'; code: string };

export type ClientMessage =
  | { t: 'act'; v: number; seat: number; action: string }
  | { t: 'look'; seat: number }
  | { t: 'undo'; v: number }
  | { t: 'undo-answer'; v: number; yes: boolean }
  | { t: 'resign'; seat: number }
  | { t: 'rematch' }
  | { t: 'hint'; v: number }
  | { t: 'why'; v: number; seat: number; action: string }
  | { t: 'chat'; text: string }
  | { t: 'ping' };

export interface Links {
  table: string;
  seats: Record<string, string>;
}

export interface Verification {
  proven: boolean;
  commitment: string;
  seed: string | number;
  nonce: string;
}

export interface Evaluation {
  values: number[];
  done: number;
  of: number;
}
