/** The messages of docs/protocol.md. Their types are written from the server's. */
import type { TableMessage, Why } from './wire.gen';

export type * from './wire.gen';
export type Value = TableMessage['options'][string];
export type Turn = TableMessage['turns'][number];
/** An action as a table names it: its text, or as many of its parts as are needed. */
export type NamedAction = Exclude<Why['action'], number>;
