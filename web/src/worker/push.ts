/** What the server pushes, as a notification, and a badge for the games that wait. */
interface Pushed {
  title: string;
  body: string;
  path: string;
  tag: string;
}

export async function pushed(worker: ServiceWorkerGlobalScope, event: PushEvent): Promise<void> {
  const { title, body, path, tag } = read(event);
  const shown = { body, tag, renotify: true, data: path, icon: '/icon-192.png', badge: '/badge-96.png' };
  await Promise.all([worker.registration.showNotification(title, shown), count(worker)]);
}

function read(event: PushEvent): Pushed {
  try {
    return event.data?.json() as Pushed;
  } catch {
    return { title: 'Alcove', body: '', path: '/', tag: 'alcove' }; // a browser wants to see something for every push
  }
}

/** So many games wait for the reader: on the icon of the app. */
async function count(worker: ServiceWorkerGlobalScope): Promise<void> {
  if (!('setAppBadge' in worker.navigator)) return;
  try {
    const answer = await fetch('/api/tables', { headers: { 'X-Alcove': 'page' } });
    const { tables } = (await answer.json()) as { tables: { your_turn: boolean }[] };
    await worker.navigator.setAppBadge(tables.filter(({ your_turn }) => your_turn).length);
  } catch {
    // not reached just now: the number is right again with the next push, or when the app is opened
  }
}

/** To the page that shows the table, else to a new one. */
export async function clicked(worker: ServiceWorkerGlobalScope, event: NotificationEvent): Promise<void> {
  event.notification.close();
  const target = new URL(typeof event.notification.data === 'string' ? event.notification.data : '/', worker.location.origin);
  if (target.origin !== worker.location.origin) return;
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find(({ url }) => new URL(url).pathname === target.pathname);
  if (there) {
    await there.focus();
    return;
  }
  await worker.clients.openWindow(target.href);
}
