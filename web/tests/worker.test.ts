import { beforeEach, expect, it, vi } from 'vitest';

const HOME = 'https://alcove.example';
const PAGE = 'text of the page';

/** Caches by name, each with what it holds by address. */
let stored: Map<string, Map<string, Response>>;
let network: (address: string) => Response | Promise<Response>;

class FakeCache {
  constructor(private held: Map<string, Response>) {}
  match = async (request: Request | string) => this.held.get(address(request))?.clone();
  put = async (request: Request, answer: Response) => void this.held.set(address(request), answer);
  delete = async (request: Request) => this.held.delete(address(request));
  keys = async () => [...this.held.keys()].map((url) => new Request(url));
}

const address = (request: Request | string) => (typeof request === 'string' ? new URL(request, HOME).href : request.url);

beforeEach(() => {
  stored = new Map([['shell-now', new Map([[`${HOME}/`, new Response(PAGE)]])]]);
  network = () => Promise.reject(new TypeError('no network'));
  vi.resetModules();
  vi.stubGlobal('__BUILD__', 'now');
  vi.stubGlobal('__SHELL__', []);
  vi.stubGlobal('fetch', async (request: Request) => network(request.url));
  vi.stubGlobal('caches', {
    open: async (name: string) => {
      if (!stored.has(name)) stored.set(name, new Map());
      return new FakeCache(stored.get(name)!);
    },
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    match: async (request: Request) => [...stored.values()].map((held) => held.get(request.url)).find(Boolean)?.clone(),
  });
});

async function ask(path: string, init: RequestInit & { navigate?: boolean } = {}): Promise<Response | null> {
  const { answered } = await import('../src/worker/answers');
  const request = new Request(HOME + path, init);
  if (init.navigate) Object.defineProperty(request, 'mode', { value: 'navigate' });
  return answered(request, HOME);
}

const of = (person: string) => new Response('{"tables": []}', { headers: { 'X-Alcove-Person': person } });

it('asks the server first, and gives the shell only if nobody answers', async () => {
  network = () => new Response('newer');
  expect(await (await ask('/table/x', { navigate: true }))?.text()).toBe('newer');
  network = () => new Response('', { status: 502 });
  expect(await (await ask('/table/x', { navigate: true }))?.text()).toBe(PAGE);
  network = () => Promise.reject(new TypeError());
  expect(await (await ask('/table/x', { navigate: true }))?.text()).toBe(PAGE);
});

it('answers from before, and says so', async () => {
  network = () => new Response('{"markdown": ""}');
  expect((await ask('/api/games/alva/rulebook?lang=en'))?.headers.has('X-Alcove-Away')).toBe(false);
  network = () => Promise.reject(new TypeError());
  expect((await ask('/api/games/alva/rulebook?lang=en'))?.headers.get('X-Alcove-Away')).toBe('yes');
  await expect(ask('/api/games/alva/rulebook?lang=de')).rejects.toThrow();
});

it('keeps what is of one person, and forgets it when another one comes', async () => {
  network = () => of('anna');
  await ask('/api/tables?lang=en');
  expect([...stored.keys()]).toContain('own-anna');
  network = () => of('bruno');
  await ask('/api/games?lang=en');
  expect([...stored.keys()]).not.toContain('own-anna');
  network = () => Promise.reject(new TypeError());
  await expect(ask('/api/tables?lang=en')).rejects.toThrow();
});

it('keeps a game only if the page says that it is over', async () => {
  network = () => of('anna');
  await ask('/api/tables/x?lang=en');
  expect(stored.has('own-anna')).toBe(false);
  await ask('/api/tables/x?lang=en', { headers: { 'X-Alcove-Keep': 'yes' } });
  expect(stored.get('own-anna')?.size).toBe(1);
});

it('leaves alone what only the server can answer', async () => {
  for (const path of ['/api/notifications', '/api/owner', '/api/tables/x/links', '/api/me', '/metrics']) expect(await ask(path)).toBeNull();
  expect(await ask('/api/tables', { method: 'POST', body: '{}' })).toBeNull();
  expect(await ask('/api/games', { headers: { Authorization: 'Bearer x' } })).toBeNull();
  expect(await ask('/api/tables/x/record', { navigate: true })).toBeNull();
});

it('keeps assets of this build and the one before', async () => {
  const { clean } = await import('../src/worker/kept');
  for (const name of ['shell-old', 'assets-oldest', 'assets-old', 'assets-now', 'reading', 'own-anna']) stored.set(name, new Map());
  await clean();
  expect([...stored.keys()].sort()).toEqual(['assets-now', 'assets-old', 'own-anna', 'reading', 'shell-now']);
});
