/**
 * Deletes a customer: the record stays, marked, nobody signs for its wallets any more, its access tokens end and its
 * agents may do nothing. Refused while money would be stranded.
 *
 * Decision: what its agents had waiting for approval is rejected, as when an agent is deleted: nobody could approve it.
 *
 * Source: gaps 2.2, 9.4.
 */
import { announceEndOfAccess } from '../access/end-of-access.ts';
import type { PlatformPrincipal } from '../access/principal.ts';
import { revokeAccessTokens } from '../access/store.ts';
import { rejectWaiting } from '../agents/reject-waiting.ts';
import { lockAgentsOf } from '../agents/store.ts';
import { endWalletAccess } from '../credentials/store.ts';
import { transact } from '../database/transact.ts';
import type { Id } from '../kernel/ids.ts';
import type { Ports } from '../ports.ts';
import { type Customer, CustomerDeleted, CustomerHoldsMoney, CustomerNotFound } from './customer.ts';
import { holdsMoney, lockCustomer, saveCustomer } from './store.ts';

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
    if (await holdsMoney(tx, id)) return new CustomerHoldsMoney();

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
