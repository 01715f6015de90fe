/** The service worker. It gets pushes while no page is open, and leads from a notification to its table. */
import { clicked, pushed } from './push';

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('push', (event) => event.waitUntil(pushed(self, event)));
self.addEventListener('notificationclick', (event) => event.waitUntil(clicked(self, event)));
