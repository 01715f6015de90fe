/** The service worker: what gets pushes, and what is there when the server is not. */

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
