/** A signer whose session is refreshed before it ends. */
import { WalletError } from './errors.ts';
import type { Executor } from './executor.ts';
import { createSigningKey } from './keys.ts';
import { refreshSession, type SessionKeyOptions, type WalletSession } from './session.ts';
import type { Signer } from './signer.ts';

export interface AutoRefreshOptions {
  /** A session with less time is refreshed when it signs. Default: 120. */
  readonly refreshBeforeSeconds?: number | undefined;
  /** Makes the keys of refreshed sessions on the client: with `wallets.clientHeldKeys`. Default: false. */
  readonly heldKeys?: boolean | undefined;
  /** Called with each new session, for example to store it. */
  readonly onSession?: ((session: WalletSession) => void) | undefined;
  /** Milliseconds since 1970 on the clock of the device. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
}

export interface AutoRefresh extends Signer {
  /** The session, after a refresh if it is due. */
  session(): Promise<WalletSession>;
}

const freshKey = async (heldKeys: boolean): Promise<SessionKeyOptions> =>
  heldKeys ? { heldKey: await createSigningKey() } : {};

/**
 * Keeps a session: each signature is by a session that is active. Signatures that are requested at the same time wait for one
 * refresh. If a refresh fails while the session is active, the session signs.
 */
export function autoRefreshSession(
  executor: Executor,
  session: WalletSession,
  { refreshBeforeSeconds = 120, heldKeys = false, onSession, now = Date.now }: AutoRefreshOptions = {},
): AutoRefresh {
  let current = session;
  let refreshing: Promise<WalletSession> | undefined;
  const remainingMs = () => Date.parse(current.expiresAt) + current.clockOffsetMs - now();

  async function refresh(): Promise<WalletSession> {
    try {
      current = await refreshSession(executor, current, await freshKey(heldKeys));
    } catch (error) {
      if (remainingMs() <= 0) throw error;
      return current;
    } finally {
      refreshing = undefined;
    }
    onSession?.(current);
    return current;
  }

  async function active(): Promise<WalletSession> {
    const remaining = remainingMs();
    if (remaining > refreshBeforeSeconds * 1000) return current;
    if (remaining <= 0) throw new WalletError('SESSION_EXPIRED', 'The session has ended: sign in again.');
    refreshing ??= refresh();
    return refreshing;
  }
  return { session: active, stamp: async (payload) => (await active()).stamp(payload) };
}
