/**
 * What transfers in and out share: finding both ends for their owner, and starting the payment on its way.
 */
import type { Scope } from '../access/principal.ts';
import { AccountNotFound } from '../accounts/errors.ts';
import type { ExternalAccount } from '../accounts/external-account.ts';
import type { InternalAccount } from '../accounts/internal-account.ts';
import { findInternalAccount, lockExternalAccount } from '../accounts/store.ts';
import {
  type Customer,
  type CustomerDeleted,
  readyToTransact,
  type UserNotReady,
} from '../customers/customer.ts';
import { shareCustomer } from '../customers/store.ts';
import type { Executor } from '../database/client.ts';
import { DomainError, invariant } from '../kernel/errors.ts';
import { type Id, newId } from '../kernel/ids.ts';
import { newReference } from '../kernel/references.ts';
import type { EnabledCurrency, Platform } from '../platforms/platform.ts';
import { findEnabledCurrency } from '../platforms/store.ts';
import type { Transaction } from '../transactions/transaction.ts';

export interface TransferEnds {
  readonly internal: InternalAccount;
  readonly external: ExternalAccount;
  /** Absent when both ends are the platform's own. */
  readonly customer: Customer | undefined;
  readonly bounds: EnabledCurrency | undefined;
}

/**
 * Both ends, kept from being deleted until this commits. Another owner's account does not exist; of two owners, the
 * external end is the one that is not found.
 */
export async function findEnds(
  tx: Executor,
  scope: Scope,
  internalId: Id<'InternalAccount'>,
  externalId: Id<'ExternalAccount'>,
): Promise<TransferEnds | AccountNotFound | CustomerDeleted | UserNotReady> {
  const internal = await findInternalAccount(tx, scope, internalId);
  if (!internal) return new AccountNotFound(internalId);
  const external = await lockExternalAccount(tx, scope, externalId, 'share');
  if (!external || external.customerId !== internal.customerId) return new AccountNotFound(externalId);
  const customer = internal.customerId && (await shareCustomer(tx, scope, internal.customerId));
  if (customer) {
    const ready = readyToTransact(customer);
    if (ready instanceof DomainError) return ready;
  }
  const bounds = await findEnabledCurrency(tx, scope.platformId, internal.currency);
  return { internal, external, customer, bounds };
}

/** A new transaction between both ends, PENDING. */
export function newTransfer(
  platform: Platform,
  origin: 'TRANSFER_IN' | 'TRANSFER_OUT',
  { internal, external, customer }: TransferEnds,
  { amount, description }: { amount: bigint; description: string | undefined },
  agentId: Id<'Agent'> | undefined,
  now: Date,
): Transaction {
  const { currency } = internal;
  invariant(external.currency === currency, 'both ends of a transfer have one currency');
  const inside = { type: 'ACCOUNT', accountId: internal.id, currency } as const;
  const outside = { type: 'ACCOUNT', accountId: external.id, currency } as const;
  const out = origin === 'TRANSFER_OUT';
  return {
    id: newId('Transaction'),
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
