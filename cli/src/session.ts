/** The client of one command: its address and token, and the results of its requests. */
import { randomUUID } from 'node:crypto';
import { type Client, createClient, type Document, RequestError } from '@payments-platform/client';
import {
  type ApiError,
  apiError,
  CommandError,
  commandErrorOf,
  exitCodes,
  interrupted,
  missingCredentials,
  usageError,
  withKeyHint,
} from './errors.ts';
import type { Io } from './io.ts';
import type { Printer } from './output.ts';
import { type Profile, readProfiles } from './profiles.ts';

/** The options of every command. */
export interface GlobalArguments {
  readonly json: boolean;
  readonly profile: string | undefined;
  readonly url: string | undefined;
}

type Failure = { readonly __typename: `${string}Error` | 'SignedRequestChallenge' };
type Success<Value> = Exclude<NonNullable<Value>, Failure>;

export interface Session {
  readonly io: Io;
  readonly printer: Printer;
  readonly url: string;
  readonly token: string;
  readonly client: Client;
  /**
   * Sends a document with one root field and returns its value.
   *
   * @param keyed the arguments of a command that has `--idempotency-key`. Without one it gets a key, which an error shows if
   *   the request may have been executed.
   * @throws CommandError for an error of the API, and for a record that does not exist.
   */
  request<Result, Variables>(
    document: Document<Result, Variables>,
    variables: Variables,
    keyed?: { readonly idempotencyKey: string | undefined },
  ): Promise<Success<Result[keyof Result]>>;
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** An address with http or https and without credentials. Slashes at its end are removed. */
export function checkUrl(text: string): string {
  const url = parseUrl(text);
  if (!url || !/^https?:$/.test(url.protocol)) throw usageError(`${text} is not an http or https URL.`);
  if (url.username || url.password) throw usageError('The URL must not contain a user name or password.');
  return text.replace(/\/+$/, '');
}

const defaultUrl = 'http://127.0.0.1:4000';

/**
 * `--profile` takes precedence over the environment, and the environment over the current profile.
 *
 * @throws CommandError if another address is given than that of the profile.
 */
export async function credentialsOf({ env }: Io, { profile, url }: GlobalArguments): Promise<Profile> {
  const given = url ?? (profile === undefined ? env['PAYMENTS_URL'] : undefined);
  const envToken = env['PAYMENTS_TOKEN'];
  if (profile === undefined && envToken)
    return { url: checkUrl(given || defaultUrl), token: checkToken(envToken) };
  const known = await readProfiles(env);
  const name = profile ?? known.current;
  const found = name === undefined ? undefined : known.profiles.get(name);
  if (!found)
    throw missingCredentials(name === undefined ? 'There is no token.' : `There is no profile ${name}.`);
  if (given && checkUrl(given) !== found.url)
    throw usageError(
      'The token of a profile is sent only to the address of the profile.',
      'Log in to the other address: payments login --profile <name> --url <url>. Or unset PAYMENTS_URL.',
    );
  return found;
}

/** Header values are printable ASCII: what else a token contains came from a wrong paste. */
export function checkToken(text: string): string {
  const token = text.trim();
  if (/^[\x21-\x7e]{8,4096}$/.test(token)) return token;
  throw new CommandError(exitCodes.credentials, 'The token is not one of the server.', {
    code: 'MALFORMED_TOKEN',
    hint: 'Paste an API token as <id>:<secret>, an access token or an agent token.',
  });
}

function valueIn(data: unknown): unknown {
  const [value] = Object.values(data as Readonly<Record<string, unknown>>);
  if (value === null || value === undefined)
    throw new CommandError(exitCodes.rejected, 'There is no such record, or the token may not read it.', {
      code: 'NOT_FOUND',
    });
  if (typeof value === 'object' && '__typename' in value) {
    const member = value as ApiError;
    if (member.__typename.endsWith('Error') || member.__typename === 'SignedRequestChallenge')
      throw apiError(member);
  }
  return value;
}

/** Whether an attempt of the request may have been executed. A retryable error is the last of several attempts. */
const mayBeExecuted = ({ retryable, status }: RequestError): boolean =>
  retryable || status === undefined || status >= 500;

export function openSession(io: Io, printer: Printer, { url, token }: Profile): Session {
  const client = createClient({
    url,
    token,
    retry: { maxAttempts: 4 },
    onRetry: ({ error, delayMs }) => {
      // A first wait of a moment is not worth a line.
      if (delayMs > 500) printer.note(`${error.message} Next attempt in ${(delayMs / 1000).toFixed(1)} s.`);
    },
  });
  return {
    io,
    printer,
    url,
    token,
    client,
    async request(document, variables, keyed) {
      const key = keyed && (keyed.idempotencyKey ?? randomUUID());
      const options = { signal: io.signal, ...(key === undefined ? {} : { idempotencyKey: key }) };
      const sent = client
        .execute(document as Document<unknown, object>, variables as object, options)
        .catch((error: unknown) => {
          const isUnknown = io.signal.aborted || (error instanceof RequestError && mayBeExecuted(error));
          if (key === undefined || !isUnknown) throw error;
          throw withKeyHint(io.signal.aborted ? interrupted() : commandErrorOf(error), key);
        });
      return valueIn(await sent) as never;
    },
  };
}
