/**
 * Deletes a customer. The record is marked as deleted, and access tokens for the customer are revoked. Other contexts delete
 * their records of the customer through deletion hooks, in the same commit. A customer with money cannot be deleted. Documents
 * that no verification used are deleted; the others are evidence (`operations/retention/rules.ts`).
 *
 * Source: docs/behaviour/customers.md#customer, docs/behaviour/agents.md#approvals.
 */
import { transact } from '../infrastructure/database/transact.ts';
import { DomainError } from '../kernel/errors.ts';
import type { Id, IdType } from '../kernel/ids.ts';
import { announceEndOfAccess } from '../platforms/access/end-of-access.ts';
import type { PlatformCaller } from '../platforms/access/principal.ts';
import { revokeAccessTokens } from '../platforms/access/store.ts';
import { type Customer, CustomerDeleted, CustomerHoldsMoney, CustomerNotFound } from './customer.ts';
import type { Ports } from './ports.ts';
import { lockCustomer, saveCustomer } from './store.ts';
import { deleteUnsubmitted } from './verifications/document-store.ts';

export async function deleteCustomer(
  { db, clock, files, customerHooks: { deletions } }: Pick<Ports, 'db' | 'clock' | 'files' | 'customerHooks'>,
  { platform }: PlatformCaller,
  id: Id<'Customer'>,
): Promise<Customer | CustomerNotFound | CustomerDeleted | CustomerHoldsMoney> {
  const scope = { platformId: platform.id };
  let removedKeys: readonly string[] = [];
  const result = await transact<Customer | CustomerNotFound | CustomerDeleted | CustomerHoldsMoney>(
    db,
    async (tx) => {
      for (const { lockBefore } of deletions) await lockBefore?.(tx, scope, id);
      const customer = await lockCustomer(tx, scope, id);
      if (!customer) return new CustomerNotFound(id);
      if (customer.isDeleted) return new CustomerDeleted();
      for (const { prepare } of deletions) {
        if (prepare && !(await prepare(tx, scope, id))) return new CustomerHoldsMoney();
      }

      const deleted: Customer = { ...customer, isDeleted: true, updatedAt: clock.now(platform) };
      await saveCustomer(tx, platform.id, deleted);
      removedKeys = await deleteUnsubmitted(tx, scope, id);
      const ended: Id<IdType>[] = [];
      for (const deletion of deletions) {
        ended.push(...((await deletion.deleted?.(tx, scope, id, deleted.updatedAt)) ?? []));
      }
      ended.push(...(await revokeAccessTokens(tx, { customerId: id }, clock.real())));
      await announceEndOfAccess(tx, platform.id, ended, deleted.updatedAt);
      return deleted;
    },
  );
  if (!(result instanceof DomainError)) for (const key of removedKeys) await files.remove(key);
  return result;
}
