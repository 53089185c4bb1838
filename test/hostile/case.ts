/** What a hostile client sends: everything that a client can do to the one listener, as plain data. */

export interface HttpCase {
  readonly face: 'graphql' | 'rest' | 'other';
  /** What is wrong with it, for the report. */
  readonly kind: string;
  readonly method: string;
  /** As it is put on the wire, the query included. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | undefined;
}

/** Bytes that may be no HTTP at all. */
export interface RawCase {
  readonly face: 'raw';
  readonly kind: string;
  readonly bytes: Buffer;
  /** After so many milliseconds the client resets the connection, whatever it hears. */
  readonly resetAfter: number | undefined;
}

/** What is said over a WebSocket. */
export interface SocketCase {
  readonly face: 'socket';
  readonly kind: string;
  readonly path: string;
  readonly protocols: readonly string[];
  readonly messages: readonly (string | Buffer)[];
}

export type Case = HttpCase | RawCase | SocketCase;

/** Who asks, and ids of what is there. */
export interface World {
  /** The platform itself. */
  readonly authorization: string;
  /** The platform, an agent, a reader's token, nobody, and some who are nobody. */
  readonly callers: readonly (string | undefined)[];
  /** By the type's name. */
  readonly ids: ReadonlyMap<string, readonly string[]>;
  /** Cursors by the list that they belong to. */
  readonly cursors: ReadonlyMap<string, string>;
}
