/** Locks the accounts and the customers of a quote in the order of all transactions: first the customers, then the external accounts. */
import type { ExternalAccount } from '../../accounts/external/external-account.ts';
import {
  findExternalAccounts,
  lockExternalAccountsForShare,
} from '../../accounts/external/external-account-store.ts';
import type { InternalAccount } from '../../accounts/internal/internal-account.ts';
import { findInternalAccounts } from '../../accounts/internal/internal-account-store.ts';
import type { Customer } from '../../customers/customer.ts';
import { lockCustomersForShare } from '../../customers/store.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import type { Id } from '../../kernel/ids.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import { type AccountId, isInternalAccountId } from '../payment-party.ts';

/** A party's account with its record. */
export type PartyAccount =
  | { readonly kind: 'internal'; readonly account: InternalAccount }
  | { readonly kind: 'external'; readonly account: ExternalAccount };

export interface LockedParties {
  readonly accounts: ReadonlyMap<AccountId, PartyAccount>;
  /** The owners of the accounts, and the customers that were asked for. */
  readonly customers: ReadonlyMap<Id<'Customer'>, Customer>;
}

interface PartyIds {
  readonly accountIds: readonly AccountId[];
  readonly customerIds: readonly Id<'Customer'>[];
}

const unique = <T>(items: readonly T[]): T[] => [...new Set(items)];

/** Reads those that exist within the scope. External accounts and customers are locked against deletion until the transaction ends. */
export async function lockParties(
  tx: Executor,
  scope: Scope,
  { accountIds, customerIds }: PartyIds,
): Promise<LockedParties> {
  const internalIds = unique(accountIds.filter(isInternalAccountId));
  const externalIds = unique(accountIds.filter((id) => !isInternalAccountId(id)));
  // The owner of an account never changes, so it is known before the account is locked.
  const [internals, named] = await Promise.all([
    internalIds.length > 0 ? findInternalAccounts(tx, scope, internalIds) : [],
    externalIds.length > 0 ? findExternalAccounts(tx, scope, externalIds) : [],
  ]);
  const owners = [...internals, ...named].flatMap(({ customerId }) => customerId ?? []);
  const [customers, externals] = await Promise.all([
    lockCustomersForShare(tx, scope, unique([...owners, ...customerIds])),
    named.length > 0 ? lockExternalAccountsForShare(tx, scope, externalIds) : [],
  ]);
  const parties: readonly PartyAccount[] = [
    ...internals.map((account) => ({ kind: 'internal', account }) as const),
    ...externals.map((account) => ({ kind: 'external', account }) as const),
  ];
  return {
    accounts: new Map(parties.map((party) => [party.account.id, party])),
    customers: new Map(customers.map((customer) => [customer.id, customer])),
  };
}
