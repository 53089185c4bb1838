/** Requests to a store that a client chose: checked address, time limits, and errors of the port. */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP } from 'node:net';
import { type Readable, Transform } from 'node:stream';
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import {
  AddressNotAllowed,
  addressFilter,
  guardedLookup,
  type Resolve,
  resolveAll,
} from '../../infrastructure/http-client/guarded-lookup.ts';
import { parseUrl } from '../../kernel/url.ts';
import { type ExchangeFailure, FileExchangeUnavailable } from './file-exchange.ts';

interface S3Limits {
  readonly connectMs: number;
  /** Without any byte of a response. */
  readonly idleMs: number;
  /** For a whole request. */
  readonly requestMs: number;
}

const defaultLimits: S3Limits = { connectMs: 15_000, idleMs: 30_000, requestMs: 5 * 60_000 };

export interface S3ConnectOptions {
  /** Lifts the checks of addresses and of encryption, for development and tests. */
  readonly allowsPrivateTargets: boolean;
  readonly resolve?: Resolve;
  readonly limits?: S3Limits;
}

/** The configuration of a client. Errors: `FileExchangeUnavailable` for an endpoint that is not allowed. */
export function s3ClientConfig(
  server: {
    readonly endpoint: string;
    readonly region: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  },
  { allowsPrivateTargets, resolve = resolveAll, limits = defaultLimits }: S3ConnectOptions,
): S3ClientConfig {
  const url = parseUrl(server.endpoint);
  const protocols = allowsPrivateTargets ? ['https:', 'http:'] : ['https:'];
  if (!url || !protocols.includes(url.protocol)) throw new FileExchangeUnavailable('address-not-allowed');
  const allowed = addressFilter(allowsPrivateTargets);
  // The socket looks up names only, so an address in the URL is checked here.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !allowed(host)) throw new FileExchangeUnavailable('address-not-allowed');
  const lookup = guardedLookup(resolve, allowed);
  const agentOptions = { lookup, keepAlive: true, maxSockets: 4 };
  const { accessKeyId, secretAccessKey } = server;
  return {
    endpoint: url.origin,
    region: server.region,
    credentials: { accessKeyId, secretAccessKey },
    // The host stays the checked one: no bucket name is put before it.
    forcePathStyle: true,
    // Compatible stores do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // The caller's job repeats a failed call.
    maxAttempts: 1,
    requestHandler: {
      httpAgent: new HttpAgent(agentOptions),
      httpsAgent: new HttpsAgent(agentOptions),
      connectionTimeout: limits.connectMs,
      socketTimeout: limits.idleMs,
      requestTimeout: limits.requestMs,
      throwOnRequestTimeout: true,
    },
  };
}

/** The library reads every response into memory, except the content of an object. A page of a listing has about 1 MiB. */
const maxResponseBytes = 8 * 1024 ** 2;

/** Passes bytes on, up to the max size of a response. */
function limited(body: Readable): Readable {
  let size = 0;
  const limit = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length;
      done(size > maxResponseBytes ? new Error('the response is too long') : null, chunk);
    },
  });
  body.once('error', (error) => limit.destroy(error));
  limit.once('close', () => body.destroy());
  return body.pipe(limit);
}

/** Limits the size of responses. The caller limits the content of an object. */
export function limitResponses(client: S3Client): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (request) => {
        const result = await next(request);
        const response = result.response as { statusCode: number; body: Readable };
        const isContent = commandName === 'GetObjectCommand' && response.statusCode < 300;
        if (!isContent) response.body = limited(response.body);
        return result;
      },
    { step: 'deserialize', priority: 'low', name: 'limitResponses' },
  );
}

const failureOfName: Readonly<Record<string, ExchangeFailure>> = {
  NoSuchKey: 'no-such-file',
  NotFound: 'no-such-file',
  AccessDenied: 'permission',
  InvalidAccessKeyId: 'credentials',
  SignatureDoesNotMatch: 'credentials',
  TimeoutError: 'timeout',
};

/** Codes of the system for a connection that was not made, or that ended. */
const isNetworkCode = (code: string | undefined): boolean => /^(?:E[A-Z]+|ERR_[A-Z_]+)$/.test(code ?? '');

function failureOf(error: unknown): FileExchangeUnavailable {
  const { name, code, cause, $metadata } = error as {
    name?: string;
    code?: string;
    cause?: unknown;
    $metadata?: { httpStatusCode?: number };
  };
  if (error instanceof AddressNotAllowed || cause instanceof AddressNotAllowed) {
    return new FileExchangeUnavailable('address-not-allowed');
  }
  // The library names some ended connections like a timeout.
  if (isNetworkCode(code) && code !== 'ETIMEDOUT') return new FileExchangeUnavailable('unreachable', code);
  const known = name && Object.hasOwn(failureOfName, name) ? failureOfName[name] : undefined;
  if (known) return new FileExchangeUnavailable(known, name);
  const status = $metadata?.httpStatusCode;
  if (status === 403) return new FileExchangeUnavailable('permission', 'status-403');
  return new FileExchangeUnavailable('failed', status ? `status-${status}` : undefined);
}

/** Sends a request. Messages of the store are dropped, because they can repeat what was sent. */
export async function s3Request<T>(send: (options: { abortSignal: AbortSignal }) => Promise<T>): Promise<T> {
  try {
    return await send({ abortSignal: AbortSignal.timeout(defaultLimits.requestMs) });
  } catch (error) {
    throw failureOf(error);
  }
}
