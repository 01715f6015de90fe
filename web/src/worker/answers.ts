/** Which requests are answered also without a server, and how. */
import { asset, forgetOthers, keepOwn, keepReading, remembered, shellPage } from './kept';

/** The same for everybody, and worth reading again. */
const READING = /^\/api\/games(\/[^/]+\/(rulebook|components|lesson|explanations|puzzles|puzzles\/[^/]+)|\/[^/]+\/lesson\/[^/]+)?$/;
/** Of one person: kept where the page says so, because a game is over. */
const OVER = /^\/api\/tables\/[^/]+(\/replay|\/analysis)?$/;
const LIST = '/api/tables';
const ASSET = /^\/(assets\/|icon|maskable-|badge-|touch-|manifest\.webmanifest)/;
/** A proxy before a server that is gone answers with one of these. */
const GONE = [502, 503, 504];

/** Null for what only the server can answer. */
export function answered(request: Request, origin: string): Promise<Response> | null {
  const { pathname, origin: asked } = new URL(request.url);
  if (request.method !== 'GET' || asked !== origin || request.headers.has('Authorization')) return null;
  if (request.mode === 'navigate') return pathname.startsWith('/api/') ? null : page(request);
  if (ASSET.test(pathname)) return asset(request);
  if (READING.test(pathname)) return fromServer(request, keepReading);
  if (pathname === LIST || (OVER.test(pathname) && request.headers.get('X-Alcove-Keep') === 'yes')) return fromServer(request, own);
  return OVER.test(pathname) ? fromServer(request) : null;
}

async function page(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request);
    if (!GONE.includes(answer.status)) return answer;
    return (await shellPage()) ?? answer;
  } catch (error) {
    const shell = await shellPage();
    if (shell) return shell;
    throw error;
  }
}

type Keep = (request: Request, answer: Response) => Promise<void>;

async function own(request: Request, answer: Response): Promise<void> {
  const person = answer.headers.get('X-Alcove-Person');
  if (person) await keepOwn(request, answer, person);
}

/** The server's answer, or the last one that it gave. */
async function fromServer(request: Request, keep?: Keep): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(request);
  } catch (error) {
    const known = await remembered(request);
    if (known) return known;
    throw error;
  }
  if (GONE.includes(answer.status)) return (await remembered(request)) ?? answer;
  const person = answer.headers.get('X-Alcove-Person');
  if (person) await forgetOthers(person);
  if (answer.ok && keep) await keep(request, answer.clone());
  return answer;
}
