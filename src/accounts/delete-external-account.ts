/** Removes an external account. Refused while a payment that is not finished uses it. Source: gaps 2.8. */
import type { Scope } from '../access/principal.ts';
import { transact } from '../database/transact.ts';
import type { Id } from '../kernel/ids.ts';
import type { Platform } from '../platforms/platform.ts';
import type { Ports } from '../ports.ts';
import { AccountInUse, AccountNotFound } from './errors.ts';
import {
  isExternalAccountInUse,
  lockExternalAccount,
  markExternalAccountDeleted,
} from './external-account-store.ts';

export async function deleteExternalAccount(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  platform: Platform,
  scope: Scope,
  id: Id<'ExternalAccount'>,
): Promise<{ deletedId: Id<'ExternalAccount'> } | AccountNotFound | AccountInUse> {
  return transact(db, async (tx) => {
    if (!(await lockExternalAccount(tx, scope, id, 'update'))) return new AccountNotFound(id);
    if (await isExternalAccountInUse(tx, id)) return new AccountInUse();
    await markExternalAccountDeleted(tx, id, clock.now(platform));
    return { deletedId: id };
  });
}
