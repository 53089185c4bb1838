/** Deletes an external account, unless a payment in progress uses it. Source: docs/behaviour/accounts.md#external-accounts-and-beneficiaries. */

import { transact } from '../../infrastructure/database/transact.ts';
import type { DomainError } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import type { Platform } from '../../platforms/platform.ts';
import { AccountInUse, AccountNotFound } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { ExternalAccount } from './external-account.ts';
import { lockExternalAccount, markExternalAccountDeleted } from './external-account-store.ts';

/** @param check an additional check of the caller, for example of an agent's policy. */
export async function deleteExternalAccount<E extends DomainError = never>(
  { db, clock, accountHooks }: Pick<Ports, 'db' | 'clock' | 'accountHooks'>,
  platform: Platform,
  scope: Scope,
  id: Id<'ExternalAccount'>,
  check?: (account: ExternalAccount) => E | undefined,
): Promise<{ deletedId: Id<'ExternalAccount'> } | AccountNotFound | AccountInUse | E> {
  return transact<{ deletedId: Id<'ExternalAccount'> } | AccountNotFound | AccountInUse | E>(
    db,
    async (tx) => {
      const account = await lockExternalAccount(tx, scope, id, 'update');
      if (!account) return new AccountNotFound(id);
      const error = check?.(account);
      if (error) return error;
      if (await accountHooks.isInUse(tx, id)) return new AccountInUse();
      await markExternalAccountDeleted(tx, id, clock.now(platform));
      return { deletedId: id };
    },
  );
}
