/** Locks the credential of a caller, so that what it creates and its own end are in one order. */
import type { Executor } from '../../infrastructure/database/client.ts';
import type { Ports } from '../ports.ts';
import type { PlatformCaller } from './principal.ts';
import { lockTokenForShare } from './token-store.ts';

/**
 * Whether the caller's API token exists, or its session is valid. Locks it against its end until commit, so that a deletion
 * finds all that it created.
 */
export const lockCallerForShare = (
  tx: Executor,
  { clock, memberSessions }: Pick<Ports, 'clock' | 'memberSessions'>,
  caller: PlatformCaller,
): Promise<boolean> =>
  caller.kind === 'member'
    ? memberSessions.lockForShare(tx, caller, clock.real())
    : lockTokenForShare(tx, caller.platform.id, caller.token.id);
