/**
 * A deleted customer's internal accounts: their ledger accounts are closed in the same commit. What a bank returns
 * afterwards finds them closed and goes to the platform's suspense account.
 *
 * Source: docs/behaviour/customers.md#customer.
 */
import type { CustomerDeletion } from '../../customers/ports.ts';
import { closeBalanceAccounts } from '../../ledger/ledger.ts';
import { internalAccountsOfCustomers } from './internal-account-store.ts';

export const accountDeletion: CustomerDeletion = {
  async prepare(tx, scope, id) {
    const accounts = await internalAccountsOfCustomers(tx, scope, [id]);
    return closeBalanceAccounts(
      tx,
      accounts.map(({ id: accountId }) => accountId),
    );
  },
};
