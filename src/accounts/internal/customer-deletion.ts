/**
 * The deletion of a customer closes the ledger accounts of its internal accounts in the same commit. Money that a bank
 * returns afterwards goes to the suspense account of the platform.
 *
 * Source: docs/behaviour/customers.md#customer.
 */
import type { CustomerDeletion } from '../../customers/ports.ts';
import { closeBalanceAccounts } from '../../ledger/account-store.ts';
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
