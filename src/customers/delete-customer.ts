/**
 * Deletes a customer: the record stays, marked, nobody signs for its wallets any more, its access tokens end and its
 * agents may do nothing. Rejected while money would be stranded: a balance, or a payment on its way to or from them.
 *
 * Decision: the ledger accounts are closed in the same commit. What a bank returns afterwards finds them closed and goes
 * to the platform's suspense account.
 *
 * Decision: what its agents had waiting for approval is rejected, as when an agent is deleted: nobody could approve it.
 *
 * Source: gaps 2.2, 9.4.
 */
import { announceEndOfAccess } from '../access/end-of-access.ts';
import type { PlatformPrincipal } from '../access/principal.ts';
import { revokeAccessTokens } from '../access/store.ts';
import { internalAccountsOfCustomers } from '../accounts/internal-account-store.ts';
import { rejectWaiting } from '../agents/reject-waiting.ts';
import { lockAgentsOf } from '../agents/store.ts';
import { endWalletAccess } from '../credentials/store.ts';
import { transact } from '../database/transact.ts';
import { type Id, uuidOf } from '../kernel/ids.ts';
import { closeBalanceAccounts } from '../ledger/ledger.ts';
import type { Ports } from '../ports.ts';
import { type Customer, CustomerDeleted, CustomerHoldsMoney, CustomerNotFound } from './customer.ts';
import { hasUnfinishedPayments, lockCustomer, saveCustomer } from './store.ts';

export async function deleteCustomer(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { platform }: PlatformPrincipal,
  id: Id<'Customer'>,
): Promise<Customer | CustomerNotFound | CustomerDeleted | CustomerHoldsMoney> {
  const scope = { platformId: platform.id };
  return transact(db, async (tx) => {
    // Agents before their customer, as when they act. One that was made meanwhile is locked with the others below.
    await lockAgentsOf(tx, scope, id);
    const customer = await lockCustomer(tx, scope, id);
    if (!customer) return new CustomerNotFound(id);
    if (customer.isDeleted) return new CustomerDeleted();
    const accounts = await internalAccountsOfCustomers(tx, scope, [id]);
    const closed = await closeBalanceAccounts(
      tx,
      accounts.map((account) => uuidOf(account.id)),
    );
    if (!closed || (await hasUnfinishedPayments(tx, scope, id))) return new CustomerHoldsMoney();

    const deleted: Customer = { ...customer, isDeleted: true, updatedAt: clock.now(platform) };
    await saveCustomer(tx, platform.id, deleted);
    await endWalletAccess(tx, id, deleted.updatedAt);
    const agents = await lockAgentsOf(tx, scope, id);
    for (const agent of agents) await rejectWaiting(tx, agent, 'Customer', deleted.updatedAt);
    const ended = [
      ...agents.map((agent) => agent.id),
      ...(await revokeAccessTokens(tx, { customerId: id }, clock.real())),
    ];
    await announceEndOfAccess(tx, platform.id, ended, deleted.updatedAt);
    return deleted;
  });
}
