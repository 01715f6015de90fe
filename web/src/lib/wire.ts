/** The messages of docs/protocol.md. Their types are written from the server's. */
import type { TableMessage } from './wire.gen';

export type * from './wire.gen';
export type Value = TableMessage['options'][string];
export type Turn = TableMessage['turns'][number];
