/**
 * Deletes a customer: the record stays, marked, and nobody signs for its wallets any more. Refused while money would
 * be stranded.
 *
 * Source: gaps 2.2.
 */
import type { PlatformPrincipal } from '../access/principal.ts';
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
  return transact(db, async (tx) => {
    const customer = await lockCustomer(tx, { platformId: platform.id }, id);
    if (!customer) return new CustomerNotFound(id);
    if (customer.isDeleted) return new CustomerDeleted();
    if (await holdsMoney(tx, id)) return new CustomerHoldsMoney();

    const deleted: Customer = { ...customer, isDeleted: true, updatedAt: clock.now(platform) };
    await saveCustomer(tx, platform.id, deleted);
    await endWalletAccess(tx, id, deleted.updatedAt);
    return deleted;
  });
}
