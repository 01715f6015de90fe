/**
 * What is kept for times without a server, in four caches:
 *
 * - the shell of this build: the page itself, and what every screen needs;
 * - assets: whatever else of the client was used, of this build and the one before;
 * - reading: rulebooks, lessons and what is printed on cards, the same for everybody;
 * - own: finished games and lists of games, of one person alone.
 */

/** Put in by the build (vite.config.ts): a name that changes with every file of the client, and what the shell needs. */
declare const __BUILD__: string;
declare const __SHELL__: readonly string[];

const SHELL = `shell-${__BUILD__}`;
const ASSETS = `assets-${__BUILD__}`;
const READING = 'reading';
const OWN = 'own-';
/** How many answers are kept at most; the oldest go first. */
const MOST = { [READING]: 200, [OWN]: 400 };
/** Pages of the build before this one may still be open, and want parts that they have not loaded yet. */
const BUILDS_KEPT = 2;

export async function keepShell(): Promise<void> {
  const cache = await caches.open(SHELL);
  await cache.addAll(['/', ...__SHELL__].map((path) => new Request(path, { cache: path === '/' ? 'reload' : 'default' })));
}

/** Forgets earlier builds. */
export async function clean(): Promise<void> {
  const names = await caches.keys();
  const gone = names.filter((name) => name.startsWith('shell-') && name !== SHELL);
  const assets = names.filter((name) => name.startsWith('assets-') && name !== ASSETS);
  gone.push(...assets.slice(0, Math.max(0, assets.length - BUILDS_KEPT + 1)));
  await Promise.all(gone.map((name) => caches.delete(name)));
}

export const shellPage = async (): Promise<Response | undefined> => (await caches.open(SHELL)).match('/');

/** A file of the client, whose name changes with what is in it. */
export async function asset(request: Request): Promise<Response> {
  const known = await caches.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(ASSETS)).put(request, answer.clone());
  return answer;
}

export async function keepReading(request: Request, answer: Response): Promise<void> {
  await keep(READING, MOST[READING], request, answer);
}

export async function keepOwn(request: Request, answer: Response, person: string): Promise<void> {
  await forgetOthers(person);
  await keep(OWN + person, MOST[OWN], request, answer);
}

/** A browser may change hands: what was another person's is not kept. */
export async function forgetOthers(person: string): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(OWN) && name !== OWN + person);
  await Promise.all(others.map((name) => caches.delete(name)));
}

async function keep(name: string, most: number, request: Request, answer: Response): Promise<void> {
  const cache = await caches.open(name);
  await cache.delete(request);
  await cache.put(request, answer);
  const kept = await cache.keys();
  await Promise.all(kept.slice(0, Math.max(0, kept.length - most)).map((old) => cache.delete(old)));
}

/** The last answer to a question, marked as such. */
export async function remembered(request: Request): Promise<Response | null> {
  const known = await caches.match(request, { ignoreVary: true });
  if (!known) return null;
  const headers = new Headers(known.headers);
  headers.set('X-Alcove-Away', 'yes');
  return new Response(known.body, { status: known.status, headers });
}
