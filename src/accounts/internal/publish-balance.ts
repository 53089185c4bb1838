/** The event of a changed balance, written in the transaction that changed it. */

import type { Executor } from '../../infrastructure/database/client.ts';
import { appendEvents, type NewEvent } from '../../infrastructure/events/log.ts';
import { invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import type { InternalAccount } from './internal-account.ts';
import { findInternalAccount } from './internal-account-store.ts';

/** The account as the event log stores it: amounts are text, because a JSON number may lose digits. */
const accountSnapshot = (account: InternalAccount): Record<string, unknown> => ({
  ...account,
  posted: String(account.posted),
  held: String(account.held),
});

export function accountFromSnapshot(snapshot: Readonly<Record<string, unknown>>): InternalAccount {
  const stored = snapshot as unknown as InternalAccount;
  return {
    ...stored,
    posted: BigInt(stored.posted),
    held: BigInt(stored.held),
    createdAt: new Date(stored.createdAt),
    updatedAt: new Date(stored.updatedAt),
  };
}

/** The event of an account whose balance has changed in this transaction. */
export const balanceUpdatedEvent = (
  platformId: Id<'Platform'>,
  account: InternalAccount,
  at: Date,
): NewEvent => ({
  platformId,
  topic: 'internal-account',
  type: 'INTERNAL_ACCOUNT.BALANCE_UPDATED',
  resourceId: account.id,
  data: { record: accountSnapshot(account) },
  occurredAt: at,
});

/** Reads the account as it is now and publishes its balance. */
export async function publishCurrentBalance(
  tx: Executor,
  scope: Scope,
  id: Id<'InternalAccount'>,
  at: Date,
): Promise<InternalAccount> {
  const account = await findInternalAccount(tx, scope, id);
  invariant(account, 'an account whose balance changed exists');
  await appendEvents(tx, [balanceUpdatedEvent(scope.platformId, account, at)]);
  return account;
}
