/**
 * A connection to an SFTP server that a client chose: checked address, checked host key, and a time limit for every request.
 *
 * The adapter uses the requests of the protocol and not the shortcuts of the library, because these treat a general failure
 * like a missing file, load whole listings, and have no time limits.
 */
import { createHash } from 'node:crypto';
import { connect, isIP, type Socket } from 'node:net';
import type SftpClient from 'ssh2-sftp-client';
import {
  AddressNotAllowed,
  addressFilter,
  guardedLookup,
  type Resolve,
  resolveAll,
} from '../../infrastructure/http-client/guarded-lookup.ts';
import { type ExchangeFailure, FileExchangeUnavailable } from './file-exchange.ts';

export interface SftpServer {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly credentials:
    | { readonly password: string }
    | { readonly privateKey: string; readonly passphrase?: string };
  /** `SHA256:` and 43 characters of base64, as `ssh-keygen -l` shows it. */
  readonly hostKeyFingerprint: string;
}

interface SftpLimits {
  readonly connectMs: number;
  readonly requestMs: number;
}

const defaultLimits: SftpLimits = { connectMs: 15_000, requestMs: 30_000 };
const endMs = 2_000;

export interface ConnectOptions {
  /** Lifts the check of addresses, for development and tests. */
  readonly allowsPrivateTargets: boolean;
  readonly resolve?: Resolve;
  readonly limits?: SftpLimits;
}

export type Sftp = Awaited<ReturnType<SftpClient['connect']>>;

/** Status codes of the protocol. Source: draft-ietf-secsh-filexfer-02, section 7. */
const statuses = { endOfFile: 1, noSuchFile: 2, permissionDenied: 3 } as const;

/** A request failed with a status of the server. */
export class SftpStatus extends Error {
  readonly status: number;

  constructor(status: number) {
    super('The server responded with an error.');
    this.status = status;
  }
}

const failureOfStatus: Readonly<Record<number, ExchangeFailure>> = {
  [statuses.noSuchFile]: 'no-such-file',
  [statuses.permissionDenied]: 'permission',
};

/** Runs work whose requests can fail, and reports their statuses as the errors of the port. */
export async function reported<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SftpStatus)) throw error;
    throw new FileExchangeUnavailable(failureOfStatus[error.status] ?? 'failed', `status-${error.status}`);
  }
}

const unless = async <T>(status: number, request: Promise<T>): Promise<T | undefined> =>
  request.catch((error) => {
    if (error instanceof SftpStatus && error.status === status) return undefined;
    throw error;
  });

/** The response, or `undefined` when the server states that there is no such file. No other error means that. */
export const ifPresent = <T>(request: Promise<T>) => unless(statuses.noSuchFile, request);

/** The response, or `undefined` at the end of a file or of a listing. */
export const untilEnd = <T>(request: Promise<T>) => unless(statuses.endOfFile, request);

type Done<T> = (error: Error | null | undefined, value?: T) => void;

/** The server's key has the configured fingerprint. */
const hasFingerprint = (key: Buffer, fingerprint: string): boolean =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replaceAll('=', '')}` === fingerprint;

function openSocket({ host, port }: SftpServer, options: ConnectOptions, timeoutMs: number): Promise<Socket> {
  const { allowsPrivateTargets, resolve = resolveAll } = options;
  const allowed = addressFilter(allowsPrivateTargets);
  const address = host.replace(/^\[|\]$/g, '');
  if (isIP(address) && !allowed(address)) throw new FileExchangeUnavailable('address-not-allowed');
  return new Promise((settle, reject) => {
    // A request is several small packets. Nagle's algorithm would keep the last one until the server acknowledges the others.
    const lookup = guardedLookup(resolve, allowed);
    const socket = connect({ host: address, port, lookup, noDelay: true });
    const fail = (failure: ExchangeFailure, code?: string) => {
      socket.destroy();
      reject(new FileExchangeUnavailable(failure, code));
    };
    socket.setTimeout(timeoutMs, () => fail('timeout'));
    socket.once('error', (error: NodeJS.ErrnoException) => {
      const isForbidden = error instanceof AddressNotAllowed;
      fail(isForbidden ? 'address-not-allowed' : 'unreachable', isForbidden ? undefined : error.code);
    });
    socket.once('connect', () => {
      socket.setTimeout(0);
      settle(socket);
    });
  });
}

/** Requests on one connection. After a failure of the connection, every request fails. */
export class SftpConnection {
  readonly #client: SftpClient;
  readonly #socket: Socket;
  readonly #requestMs: number;
  #sftp: Sftp | undefined;

  private constructor(client: SftpClient, socket: Socket, requestMs: number) {
    this.#client = client;
    this.#socket = socket;
    this.#requestMs = requestMs;
    // One listener for each request that is under way.
    socket.setMaxListeners(0);
  }

  static async open(server: SftpServer, options: ConnectOptions): Promise<SftpConnection> {
    const { connectMs, requestMs } = options.limits ?? defaultLimits;
    const socket = await openSocket(server, options, connectMs);
    const { default: Client } = await import('ssh2-sftp-client');
    // Without these, the library prints the errors of a connection.
    const client = new Client('bank', { error: () => {}, end: () => {}, close: () => {} });
    const connection = new SftpConnection(client, socket, requestMs);
    await connection.#authenticate(server, connectMs);
    return connection;
  }

  async #authenticate(server: SftpServer, timeoutMs: number): Promise<void> {
    let failure: ExchangeFailure = 'unreachable';
    // The library's own error does not say in which phase it occurred.
    this.#client.on('error', ({ level }: { level?: string }) => {
      if (level === 'client-authentication') failure = 'credentials';
    });
    const connecting = this.#client.connect({
      sock: this.#socket,
      username: server.username,
      ...server.credentials,
      readyTimeout: timeoutMs,
      hostVerifier: (key: Buffer) => {
        const isKnown = hasFingerprint(key, server.hostKeyFingerprint);
        if (!isKnown) failure = 'host-key';
        return isKnown;
      },
    });
    try {
      this.#sftp = await this.#inTime(connecting, timeoutMs);
    } catch (error) {
      this.#socket.destroy();
      const { message = '' } = error as Error;
      if (error instanceof FileExchangeUnavailable && error.failure === 'timeout') throw error;
      // The library throws these before it connects.
      if (/privateKey|passphrase/i.test(message)) failure = 'credentials';
      if (/timed out/i.test(message)) failure = 'timeout';
      throw new FileExchangeUnavailable(failure);
    }
  }

  /** Sends a request. Errors: `SftpStatus`, and `FileExchangeUnavailable` for the connection. */
  async request<T>(send: (sftp: Sftp, done: Done<T>) => void): Promise<T> {
    const sftp = this.#sftp;
    if (!sftp || this.#socket.destroyed) throw new FileExchangeUnavailable('unreachable');
    const response = new Promise<T>((settle, reject) => {
      const fail = (error: unknown) => {
        const { code } = error as { code?: unknown };
        reject(typeof code === 'number' ? new SftpStatus(code) : new FileExchangeUnavailable('unreachable'));
      };
      try {
        send(sftp, (error, value) => (error ? fail(error) : settle(value as T)));
      } catch (error) {
        // The library throws when the session has ended.
        fail(error);
      }
    });
    return this.#inTime(response, this.#requestMs);
  }

  /** The response, if it arrives in time and before the connection ends. */
  #inTime<T>(response: Promise<T>, timeoutMs: number): Promise<T> {
    return new Promise<T>((settle, reject) => {
      const onClose = () => reject(new FileExchangeUnavailable('unreachable'));
      this.#socket.once('close', onClose);
      const timer = setTimeout(() => {
        reject(new FileExchangeUnavailable('timeout'));
        // The state of the request is unknown, so the connection is not used again.
        this.#socket.destroy();
      }, timeoutMs);
      response.then(settle, reject).finally(() => {
        clearTimeout(timer);
        this.#socket.off('close', onClose);
      });
    });
  }

  async end(): Promise<void> {
    if (this.#socket.destroyed) return;
    const ending = this.#client.end().then(() => {});
    await this.#inTime(ending, endMs).catch(() => {});
    this.#socket.destroy();
  }
}
