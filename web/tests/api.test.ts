import { afterEach, beforeEach, expect, it, vi } from 'vitest';

type Answer = (status: number) => void;

let asked: string[] = [];
let answers: Answer[] = [];

beforeEach(() => {
  asked = [];
  answers = [];
  vi.resetModules();
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address.split('?')[0]!);
    return new Promise((resolve) => {
      const body = JSON.stringify({ tables: [], code: 'too-fast', message: 'Slowly.' });
      answers.push((status) => resolve(new Response(body, { status })));
    });
  });
});

afterEach(() => vi.unstubAllGlobals());

const settled = () => new Promise((resolve) => setTimeout(resolve));

it('asks one thing after the other until the browser is known', async () => {
  const { api } = await import('../src/lib/api');
  void api.games();
  void api.openSeat('secret');
  await settled();
  expect(asked).toEqual(['/api/games']);
  answers[0]!(200);
  await settled();
  expect(asked).toEqual(['/api/games', '/api/seat-links']);
  void api.tables();
  expect(asked).toEqual(['/api/games', '/api/seat-links', '/api/tables']);
});

it('goes on waiting after a refusal, which brings no cookie', async () => {
  const { api } = await import('../src/lib/api');
  const refused = api.games().catch((error: Error) => error.message);
  void api.tables();
  void api.openSeat('secret');
  await settled();
  answers[0]!(429);
  expect(await refused).toBe('Slowly.');
  await settled();
  expect(asked).toEqual(['/api/games', '/api/tables']);
  answers[1]!(200);
  await settled();
  expect(asked).toEqual(['/api/games', '/api/tables', '/api/seat-links']);
});
