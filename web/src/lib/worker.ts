/** The service worker: what gets pushes, and what is there when the server is not. */
import { api } from './api';
import { router } from './router.svelte';

/** Null where there can be none. */
export async function serviceWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null;
  try {
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    return await navigator.serviceWorker.ready;
  } catch {
    return null; // the browser forbids it, or the file is not there
  }
}

/** A finished game that somebody has looked at can be read without a server. */
export function keepFinished(table: string): void {
  if (navigator.serviceWorker?.controller) void api.table(table, true).catch(() => {});
}

/** What was loaded before there was a service worker comes by it once more, out of the browser's own cache. */
async function showAll(): Promise<void> {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  await Promise.allSettled([...loaded.filter((name) => name.includes('/assets/')).map((name) => fetch(name)), api.games()]);
}

/** Begins when the page has nothing else to do. A new one means a new client: it is loaded with the next screen. */
export function employWorker(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  let before = navigator.serviceWorker.controller;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (before) router.stale = true;
    else void showAll();
    before = navigator.serviceWorker.controller;
  });
  const begin = async (): Promise<void> => {
    const worker = await serviceWorker();
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') void worker?.update().catch(() => {});
    });
  };
  if (document.readyState === 'complete') void begin();
  else addEventListener('load', () => void begin());
}
