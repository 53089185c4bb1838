/** The state of one socket, which graphql-ws passes to every handler as `extra`. */
import type { RequestRecord } from '../../infrastructure/observability/request-record.ts';
import type { Principal } from '../../platforms/access/principal.ts';
import type { SocketExtra } from './socket-transport.ts';

export interface SocketConnection extends SocketExtra {
  /** Releases the slot in the quota of unauthenticated sockets of its address. */
  readonly releaseAddressSlot: () => void;
  /** Set when `connection_init` was accepted; the next two as well. */
  principal?: Principal;
  /** Releases the slot in the platform's quota and stops watching the credential. */
  release?: () => void;
  /** The records of running operations, by payload: a client may reuse an operation id before the first one ends. */
  records?: Map<object, RequestRecord>;
}

export const subscriptionCount = ({ records }: SocketConnection): number =>
  [...(records?.values() ?? [])].filter(({ operation }) => operation.startsWith('subscription')).length;

/** Ends the record of an operation with the status of its first error, or 200. */
export function endOperation({ records }: SocketConnection, payload: object): void {
  const record = records?.get(payload);
  record?.end(record.status || 200);
  records?.delete(payload);
}
