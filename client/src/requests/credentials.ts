/** The credential of a client: fixed, or from a function that is called again when the server rejects it. */
import { RequestError } from '../errors.ts';

export interface TokenRequest {
  /** Whether the token of the call before is rejected or has expired. */
  readonly renew: boolean;
}

/** Returns an API token, access token or agent token. An error with `retryable: false` ends subscriptions. */
export type GetToken = (request: TokenRequest) => string | Promise<string>;

/**
 * An API token is `<id>:<secret>` and is sent as Basic; an access token or agent token as Bearer. Spaces around it are
 * removed: a token that was read from a file ends with a line break.
 *
 * @throws RequestError for a text that is no token. `fetch` would have it in the message of its error.
 */
export function authorizationOf(text: string): string {
  const token = text.trim();
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new RequestError('TOKEN_UNAVAILABLE', 'The token is empty, or has characters that no token has.', {
      retryable: false,
    });
  }
  return token.includes(':') ? `Basic ${btoa(token)}` : `Bearer ${token}`;
}

export interface Credentials {
  /** The value of the header `Authorization`; undefined for a client without a token. */
  current(): Promise<string | undefined>;
  /** Whether another token can replace a rejected one. */
  readonly isRenewable: boolean;
  /** Forgets a rejected value, so that the next call of `current` gets another. */
  reject(authorization: string | undefined): void;
}

export function credentialsOf(token: string | undefined, getToken: GetToken | undefined): Credentials {
  if (!getToken) {
    const fixed = token === undefined ? undefined : authorizationOf(token);
    return { isRenewable: false, current: async () => fixed, reject: () => undefined };
  }
  let known: string | undefined;
  let running: Promise<string> | undefined;
  let renew = false;
  const get = async (): Promise<string> => {
    try {
      known = authorizationOf(await getToken({ renew }));
      renew = false;
      return known;
    } catch (cause) {
      const isFinal = cause instanceof Error && 'retryable' in cause && cause.retryable === false;
      throw new RequestError('TOKEN_UNAVAILABLE', 'getToken failed.', { retryable: !isFinal, cause });
    }
  };
  return {
    isRenewable: true,
    async current() {
      // Concurrent requests wait for one token.
      if (known !== undefined) return known;
      running ??= get().finally(() => {
        running = undefined;
      });
      return running;
    },
    reject(authorization) {
      // Another request may have replaced it already.
      if (authorization === undefined || authorization !== known) return;
      known = undefined;
      renew = true;
    },
  };
}
