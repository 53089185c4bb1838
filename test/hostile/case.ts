/** Requests of a hostile client, as plain data. */

export interface HttpCase {
  readonly transport: 'graphql' | 'rest' | 'other';
  /** A description of the invalid part, for the report. */
  readonly kind: string;
  readonly method: string;
  /** The request target, including the query string. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | undefined;
}

/** Bytes that may not be HTTP. */
export interface RawCase {
  readonly transport: 'raw';
  readonly kind: string;
  readonly bytes: Buffer;
  /** The client resets the connection after this number of milliseconds. */
  readonly resetAfter: number | undefined;
}

/** Messages over a WebSocket. */
export interface SocketCase {
  readonly transport: 'socket';
  readonly kind: string;
  readonly path: string;
  readonly protocols: readonly string[];
  readonly messages: readonly (string | Buffer)[];
}

export type Case = HttpCase | RawCase | SocketCase;

/** The credentials of the clients, and ids of existing records. */
export interface World {
  /** The credential of the platform. */
  readonly authorization: string;
  /** Credentials of the platform, of an agent and of a read-only token, no credential, and invalid ones. */
  readonly callers: readonly (string | undefined)[];
  /** Ids by type name. */
  readonly ids: ReadonlyMap<string, readonly string[]>;
  /** Cursors by list. */
  readonly cursors: ReadonlyMap<string, string>;
}
