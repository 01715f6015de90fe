import { reach } from './reach.svelte';
import { settings } from './settings.svelte';
import type {
  Analysis,
  Block,
  BroughtRecord,
  CompanionList,
  Decline,
  Entered,
  Explanations,
  GameList,
  InvitationList,
  Invite,
  LabOrder,
  LabState,
  Lesson,
  LessonAnswer,
  Line,
  Links,
  NamedAction,
  NewPass,
  NewTable,
  NewTableAnswer,
  OpenTables,
  PassList,
  Password,
  Person,
  PrintList,
  Puzzle,
  PuzzleList,
  PuzzleReason,
  RecordReplay,
  Refusal,
  ReportList,
  Revoke,
  Replay,
  Rulebook,
  SeatLink,
  ServerState,
  TableList,
  TableMessage,
  TakenSeat,
  TakeSeat,
  Verification,
} from './wire';

/** An action as an address carries it: parts as JSON. */
export const inOneWord = (named: NamedAction): string => (typeof named === 'string' ? named : JSON.stringify(named));

export class RefusedError extends Error {
  readonly code: string;
  readonly clause: string | null;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.code = refusal.code;
    this.clause = refusal.clause ?? null;
  }
}

/** Tells the server that a page of its own asks, where a browser does not say so itself. */
const OURS = { 'X-Alcove': 'page' };
/** Tells the service worker that an answer stays true: the game is over. */
const KEEP = { 'X-Alcove-Keep': 'yes' };

let known = false;
let lastAnswer: Promise<unknown> = Promise.resolve();

/**
 * A browser that is new here is known by the cookie that comes with its first answer. If it asked twice at once, it would
 * be given two of them, and lose the seat that it holds by the first: so until an answer is there, one waits for another.
 */
export function call<T>(path: string, body?: unknown, token?: string, keep = false): Promise<T> {
  if (known) return ask<T>(path, body, token, keep);
  const answer = lastAnswer.then(() => ask<T>(path, body, token, keep));
  lastAnswer = answer.then(
    () => (known = true),
    () => {}, // a refusal brings no cookie
  );
  return answer;
}

async function ask<T>(path: string, body?: unknown, token?: string, keep = false): Promise<T> {
  const separator = path.includes('?') ? '&' : '?';
  const headers = { ...OURS, ...(keep ? KEEP : {}), ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) };
  const request: RequestInit =
    body === undefined
      ? { headers }
      : { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  return (await (await answerTo(`${path}${separator}lang=${settings.language}`, request)).json()) as T;
}

async function answerTo(path: string, request: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(`/api/${path}`, request);
  } catch {
    reach.away = true;
    throw new RefusedError({ code: 'offline', message: '' });
  }
  reach.away = answer.headers.has('X-Alcove-Away');
  if (answer.ok) return answer;
  throw new RefusedError(await refusalOf(answer));
}

async function refusalOf(answer: Response): Promise<Refusal> {
  try {
    const refusal = (await answer.json()) as Partial<Refusal>;
    if (typeof refusal.code === 'string' && typeof refusal.message === 'string') return refusal as Refusal;
  } catch {
    // not one of ours: a proxy's page, or nothing at all
  }
  return { code: 'unavailable', message: `${answer.status} ${answer.statusText}` };
}

const part = encodeURIComponent;

/** How a document is wanted on paper. */
export interface PrintWish {
  paper: string;
  colour: boolean;
  language: string;
}

export const api = {
  games: () => call<GameList>('games'),
  rulebook: (game: string) => call<Rulebook>(`games/${part(game)}/rulebook`),
  prints: async (game: string, language: string) =>
    ((await (await answerTo(`games/${part(game)}/print?lang=${language}`, { headers: OURS })).json()) as PrintList).documents,
  print: async (game: string, name: string, { paper, colour, language }: PrintWish) => {
    const wish = `paper=${paper}&colour=${colour}&lang=${language}`;
    const answer = await answerTo(`games/${part(game)}/print/${part(name)}?${wish}`, { headers: OURS });
    const file = /filename="(.+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? `${name}.pdf`;
    return { content: await answer.blob(), file };
  },
  components: <T>(game: string, jokes = true) => call<T>(`games/${part(game)}/components${jokes ? '' : '?jokes=false'}`),
  lesson: (game: string) => call<Lesson>(`games/${part(game)}/lesson`),
  tryLesson: (game: string, step: string, line: string[]) =>
    call<LessonAnswer>(`games/${part(game)}/lesson/${part(step)}?${line.map((action) => `action=${part(action)}`).join('&')}`),
  explanations: async (game: string) => (await call<Explanations>(`games/${part(game)}/explanations`)).things,
  explanation: async (game: string, thing: string) =>
    (await call<Explanations>(`games/${part(game)}/explanations?thing=${part(thing)}`)).things[thing] ?? null,
  create: (wish: NewTable) => call<NewTableAnswer>('tables', wish),
  tables: () => call<TableList>('tables'),
  openTables: async () => (await call<OpenTables>('open-tables')).tables,
  companions: async () => (await call<CompanionList>('companions')).people,
  block: async (handle: string, yes: boolean) => (await call<CompanionList>(`companions/${part(handle)}/block`, { yes } satisfies Block)).people,
  invite: (table: string, to: string) => call<NewTableAnswer>(`tables/${part(table)}/invitations`, { to } satisfies Invite),
  invitations: async () => (await call<InvitationList>('invitations')).invitations,
  acceptInvitation: (table: string, name: string) => call<TakenSeat>(`invitations/${part(table)}/accept`, { name } satisfies TakeSeat),
  declineInvitation: async (table: string, block: boolean) => (await call<InvitationList>(`invitations/${part(table)}/decline`, { block } satisfies Decline)).invitations,
  table: (table: string, keep = false) => call<TableMessage>(`tables/${part(table)}`, undefined, undefined, keep),
  /** Asks by HTTP for what only a WebSocket gets: whoever hears of it has lost it on the way. */
  knock: (table: string) => call<never>(`tables/${part(table)}/live`),
  takeSeat: (table: string, seat: number, name: string) => call<TakenSeat>(`tables/${part(table)}/seats/${seat}`, { name } satisfies TakeSeat),
  sayPassword: (table: string, password: string) => call<NewTableAnswer>(`tables/${part(table)}/password`, { password } satisfies Password),
  links: (table: string) => call<Links>(`tables/${part(table)}/links`),
  openSeat: (secret: string) => call<TakenSeat>('seat-links', { secret } satisfies SeatLink),
  replay: async (table: string, seat: number | null, keep = false) =>
    (await call<Replay>(`tables/${part(table)}/replay${seat === null ? '' : `?seat=${seat}`}`, undefined, undefined, keep)).steps,
  replayRecord: (record: string, seat: number | null) => call<RecordReplay>('replay', { record, seat } satisfies BroughtRecord),
  verify: (table: string) => call<Verification>(`tables/${part(table)}/verify`),
  analysis: (table: string) => call<Analysis>(`tables/${part(table)}/analysis`),
  /** As much of an analysis as is known; nothing is begun. */
  knownAnalysis: (table: string) => call<Analysis>(`tables/${part(table)}/analysis?begin=false`),
  betterLine: (table: string, step: number) => call<Line>(`tables/${part(table)}/analysis/${step}`),
  me: () => call<Person>('me'),
  puzzles: (game: string) => call<PuzzleList>(`games/${part(game)}/puzzles`),
  puzzle: (game: string, id: string) => call<Puzzle>(`games/${part(game)}/puzzles/${part(id)}`),
  /** Why an action cannot be done in a puzzle. */
  puzzleReason: (game: string, id: string, action: NamedAction) =>
    call<PuzzleReason>(`games/${part(game)}/puzzles/${part(id)}/why?action=${part(inOneWord(action))}`),
  reports: async (token: string) => (await call<ReportList>('owner/reports', undefined, token)).reports,
  dismissReport: async (token: string, report: string) => (await call<ReportList>(`owner/reports/${part(report)}/dismiss`, {}, token)).reports,
  enter: (secret: string) => call<Entered>('entrance', { secret } satisfies SeatLink),
  passes: (token: string) => call<PassList>('owner/passes', undefined, token),
  makePass: (token: string, wish: NewPass) => call<PassList>('owner/passes', wish, token),
  revokePass: (token: string, id: string, members: boolean) => call<PassList>(`owner/passes/${part(id)}/revoke`, { members } satisfies Revoke, token),
  owner: (token: string) => call<ServerState>('owner', undefined, token),
  lab: (token: string) => call<LabState>('owner/lab', undefined, token),
  startLab: (token: string, order: LabOrder) => call<LabState>('owner/lab', order, token),
  stopLab: (token: string) => call<LabState>('owner/lab/stop', {}, token),
  labReportAddress: (key: string) => `/lab/report/${part(key)}?lang=${settings.language}`,
  recordAddress: (table: string) => `/api/tables/${part(table)}/record`,
};
