/** Pushes to this browser: whether it can get them, and how it says where. */
import type { PushAddress } from './wire';
import { serviceWorker } from './worker';

/** Why nothing can be pushed to this browser, or that it can. */
export type PushState = 'insecure' | 'unsupported' | 'denied' | 'possible';

export function pushState(): PushState {
  if (!isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'possible';
}

/** The address of this browser, if it gets pushes already. */
export async function subscribed(): Promise<PushAddress | null> {
  if (pushState() !== 'possible') return null;
  const known = await navigator.serviceWorker.getRegistration();
  const found = await known?.pushManager.getSubscription();
  return found ? addressOf(found) : null;
}

/** Asks the reader, and then the browser. Null if one of them does not want to. */
export async function subscribe(key: string): Promise<PushAddress | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const worker = await serviceWorker();
  if (!worker) return null;
  const wanted = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return addressOf(await worker.pushManager.subscribe(wanted));
  } catch (error) {
    const before = await worker.pushManager.getSubscription();
    if (!before) throw error;
    await before.unsubscribe(); // it was for another server's key
    return addressOf(await worker.pushManager.subscribe(wanted));
  }
}

export async function unsubscribe(): Promise<void> {
  const known = await navigator.serviceWorker.getRegistration();
  await (await known?.pushManager.getSubscription())?.unsubscribe();
}

/** The name by which the server knows an address. */
export async function digestOf({ endpoint, p256dh, auth }: PushAddress): Promise<string> {
  const text = new TextEncoder().encode(`push ${JSON.stringify({ endpoint, p256dh, auth })}`);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function addressOf(subscription: PushSubscription): PushAddress {
  const { endpoint, keys } = subscription.toJSON();
  return { kind: 'push', endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' };
}
