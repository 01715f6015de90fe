/**
 * The service worker. It gets pushes while no page is open, leads from a notification to its table, and answers while the
 * server is out of reach.
 *
 * What comes from the server always goes first: so whoever can reach it never sees an older client, or older data.
 */
import { answered } from './answers';
import { clean, keepShell } from './kept';
import { clicked, pushed } from './push';

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', (event) => event.waitUntil(keepShell().then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(clean().then(() => self.clients.claim())));
self.addEventListener('fetch', (event) => {
  const answer = answered(event.request, self.location.origin);
  if (answer) event.respondWith(answer);
});
self.addEventListener('push', (event) => event.waitUntil(pushed(self, event)));
self.addEventListener('notificationclick', (event) => event.waitUntil(clicked(self, event)));
