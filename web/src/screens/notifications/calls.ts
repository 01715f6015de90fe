/** The calls about notifications. */
import { call } from '../../lib/api';
import type { ConfirmCode, EventWish, NewChannel, NoDetails, NotificationState, SwitchChannel, TableNotifications } from '../../lib/wire';

export type Event = NotificationState['events'][number];
export const EVENTS: readonly Event[] = ['turn', 'short', 'joined', 'over'];

const part = encodeURIComponent;
const nothing: NoDetails = {};
const channel = (id: string, what: string, body: object) => call<NotificationState>(`notifications/channels/${part(id)}/${what}`, body);

export const calls = {
  state: () => call<NotificationState>('notifications'),
  add: (wish: NewChannel) => call<NotificationState>('notifications/channels', wish),
  test: (id: string) => channel(id, 'test', nothing),
  confirm: (id: string, code: string) => channel(id, 'confirm', { code } satisfies ConfirmCode),
  switch: (id: string, on: boolean) => channel(id, 'switch', { on } satisfies SwitchChannel),
  delete: (id: string) => channel(id, 'delete', nothing),
  events: (events: Event[]) => call<NotificationState>('notifications/events', { events } satisfies EventWish),
  table: (table: string) => call<TableNotifications>(`notifications/tables/${part(table)}`),
  tableEvents: (table: string, events: Event[] | null) =>
    call<TableNotifications>(`notifications/tables/${part(table)}`, { events } satisfies EventWish),
};
