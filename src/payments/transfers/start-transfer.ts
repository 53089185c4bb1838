/**
 * The common part of transfers in and out: finds both accounts and creates the transaction.
 */

import { AccountNotFound } from '../../accounts/errors.ts';
import type { ExternalAccount } from '../../accounts/external/external-account.ts';
import { lockExternalAccount } from '../../accounts/external/external-account-store.ts';
import type { InternalAccount } from '../../accounts/internal/internal-account.ts';
import { findInternalAccount } from '../../accounts/internal/internal-account-store.ts';
import {
  type Customer,
  type CustomerDeleted,
  readyToTransact,
  type UserNotReady,
} from '../../customers/customer.ts';
import { lockCustomerForShare } from '../../customers/store.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { DomainError, invariant } from '../../kernel/errors.ts';
import { type Id, newIdAt } from '../../kernel/ids.ts';
import { newReference } from '../../kernel/references.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import { findEnabledCurrency } from '../../platforms/currencies/currency-store.ts';
import type { EnabledCurrency, Platform } from '../../platforms/platform.ts';
import type { Transaction } from '../transactions/transaction.ts';

export interface TransferParties {
  readonly internal: InternalAccount;
  readonly external: ExternalAccount;
  /** Absent when both accounts belong to the platform. */
  readonly customer: Customer | undefined;
  readonly bounds: EnabledCurrency | undefined;
}

/**
 * Both accounts, locked against deletion until the transaction ends. Another owner's account is not found. When the
 * owners differ, the external account is the one that is not found.
 */
export async function findTransferParties(
  tx: Executor,
  scope: Scope,
  internalId: Id<'InternalAccount'>,
  externalId: Id<'ExternalAccount'>,
): Promise<TransferParties | AccountNotFound | CustomerDeleted | UserNotReady> {
  // Independent queries are pipelined.
  const [internal, external] = await Promise.all([
    findInternalAccount(tx, scope, internalId),
    lockExternalAccount(tx, scope, externalId, 'share'),
  ]);
  if (!internal) return new AccountNotFound(internalId);
  if (!external || external.customerId !== internal.customerId) return new AccountNotFound(externalId);
  const [customer, bounds] = await Promise.all([
    internal.customerId && lockCustomerForShare(tx, scope, internal.customerId),
    findEnabledCurrency(tx, scope.platformId, internal.currency),
  ]);
  if (customer) {
    const ready = readyToTransact(customer);
    if (ready instanceof DomainError) return ready;
  }
  return { internal, external, customer, bounds };
}

/** The new transaction between both accounts, PENDING. */
export function newTransfer(
  platform: Platform,
  origin: 'TRANSFER_IN' | 'TRANSFER_OUT',
  { internal, external, customer }: TransferParties,
  { amount, description }: { amount: bigint; description: string | undefined },
  agentId: Id<'Agent'> | undefined,
  now: Date,
): Transaction {
  const { currency } = internal;
  invariant(external.currency === currency, 'both accounts of a transfer have one currency');
  const inside = { type: 'ACCOUNT', accountId: internal.id, currency } as const;
  const outside = { type: 'ACCOUNT', accountId: external.id, currency } as const;
  const out = origin === 'TRANSFER_OUT';
  return {
    id: newIdAt('Transaction', now),
    platformId: platform.id,
    customerId: customer?.id,
    platformCustomerId: customer?.platformCustomerId,
    type: out ? 'OUTGOING' : 'INCOMING',
    origin,
    status: 'PENDING',
    source: out ? inside : outside,
    destination: out ? outside : inside,
    sent: { amount, currency },
    received: { amount, currency },
    exchangeRate: undefined,
    fees: 0n,
    rateDetails: undefined,
    quoteId: undefined,
    agentId,
    description,
    counterpartyInformation: undefined,
    reference: newReference('TR'),
    failureReason: undefined,
    refund: undefined,
    settledAt: undefined,
    createdAt: now,
    updatedAt: now,
  };
}
