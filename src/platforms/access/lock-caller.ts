/** Locks the credential of a caller, so that what it creates and its own end are in one order. */
import type { Executor } from '../../infrastructure/database/client.ts';
import type { Ports } from '../ports.ts';
import type { PlatformCaller } from './principal.ts';
import { lockTokenForShare } from './token-store.ts';

/**
 * Whether the caller's API token exists, or its session is valid and its member still has the roles of the principal. Locks them
 * until commit, so that a deletion finds all that the caller created, and a caller that waited for the loss of a role does not use it.
 */
export const lockCallerForShare = (
  tx: Executor,
  { clock, memberSessions }: Pick<Ports, 'clock' | 'memberSessions'>,
  caller: PlatformCaller,
): Promise<boolean> =>
  caller.kind === 'member'
    ? memberSessions.lockForShare(tx, caller, clock.real())
    : lockTokenForShare(tx, caller.platform.id, caller.token.id);
