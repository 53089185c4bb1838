/**
 * The common part of transfers in and out: finds the accounts and creates the transactions. Transfers are accepted in
 * groups, so everything here works on any number of transfers of one platform with the same few statements.
 */

import { AccountNotFound } from '../../accounts/errors.ts';
import type { ExternalAccount } from '../../accounts/external/external-account.ts';
import { lockExternalAccountsForShare } from '../../accounts/external/external-account-store.ts';
import type { InternalAccount } from '../../accounts/internal/internal-account.ts';
import { findInternalAccounts } from '../../accounts/internal/internal-account-store.ts';
import {
  type Customer,
  type CustomerDeleted,
  readyToTransact,
  type UserNotReady,
} from '../../customers/customer.ts';
import { lockCustomersForShare } from '../../customers/store.ts';
import type { Attribution } from '../../infrastructure/database/attribution.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { attribute } from '../../infrastructure/database/transact.ts';
import { DomainError, type InvalidInput, invariant } from '../../kernel/errors.ts';
import { type Id, newIdAt } from '../../kernel/ids.ts';
import { newReference } from '../../kernel/references.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import { findEnabledCurrencies } from '../../platforms/currencies/currency-store.ts';
import type { EnabledCurrency, Platform } from '../../platforms/platform.ts';
import type { SandboxOutcome } from '../transactions/sandbox-outcome.ts';
import type { Transaction } from '../transactions/transaction.ts';
import type { TransferRequest } from './transfer.ts';

export interface TransferParties {
  readonly internal: InternalAccount;
  readonly external: ExternalAccount;
  /** Absent when both accounts belong to the platform. */
  readonly customer: Customer | undefined;
  readonly currencySettings: EnabledCurrency | undefined;
}

/** The accounts that a transfer names. */
interface AccountPair {
  readonly internalId: Id<'InternalAccount'>;
  readonly externalId: Id<'ExternalAccount'>;
}

export type TransferPartiesError = AccountNotFound | CustomerDeleted | UserNotReady | InvalidInput;

/** A transfer that may start. */
export interface PreparedTransfer {
  readonly platform: Platform;
  readonly parties: TransferParties;
  readonly input: {
    readonly amount: bigint;
    readonly description: string | undefined;
    readonly sandboxOutcome?: SandboxOutcome | undefined;
  };
  readonly agentId?: Id<'Agent'> | undefined;
  /** In a group of several requests: the actor of the new transaction. */
  readonly attribution?: Attribution;
}

/**
 * The accounts of each pair, locked against deletion until the transaction ends. Another owner's account is not found.
 * When the owners differ, the external account is the one that is not found.
 */
async function findTransferParties(
  tx: Executor,
  scope: Scope,
  pairs: readonly AccountPair[],
): Promise<(TransferParties | AccountNotFound | CustomerDeleted | UserNotReady)[]> {
  const internalIds = [...new Set(pairs.map(({ internalId }) => internalId))];
  const internals = await findInternalAccounts(tx, scope, internalIds);
  const owners = new Set(internals.flatMap(({ customerId }) => customerId ?? []));
  // Independent queries are pipelined. Customers are locked before external accounts, as everywhere.
  const [customers, externals, currencies] = await Promise.all([
    lockCustomersForShare(tx, scope, [...owners]),
    lockExternalAccountsForShare(tx, scope, [...new Set(pairs.map(({ externalId }) => externalId))]),
    findEnabledCurrencies(tx, scope.platformId, [...new Set(internals.map(({ currency }) => currency))]),
  ]);
  const internalOf = new Map(internals.map((account) => [account.id, account]));
  const externalOf = new Map(externals.map((account) => [account.id, account]));
  const customerOf = new Map(customers.map((customer) => [customer.id, customer]));
  const boundsOf = new Map(currencies.map((enabled) => [enabled.currency, enabled]));
  return pairs.map(({ internalId, externalId }) => {
    const internal = internalOf.get(internalId);
    if (!internal) return new AccountNotFound(internalId);
    const external = externalOf.get(externalId);
    if (!external || external.customerId !== internal.customerId) return new AccountNotFound(externalId);
    const customer = internal.customerId && customerOf.get(internal.customerId);
    const ready = customer ? readyToTransact(customer) : true;
    if (ready instanceof DomainError) return ready;
    return { internal, external, customer, currencySettings: boundsOf.get(internal.currency) };
  });
}

/**
 * Finds the parties of transfers of one direction, or the error of a transfer that is not allowed.
 *
 * @param pairOf the accounts that an input names.
 * @param transferable the rules of the direction.
 */
export const preparing =
  <Input extends { readonly amount: bigint }>(
    pairOf: (input: Input) => AccountPair,
    transferable: (request: TransferRequest) => true | InvalidInput,
  ) =>
  async (
    tx: Executor,
    scope: Scope,
    inputs: readonly Input[],
  ): Promise<(TransferParties | TransferPartiesError)[]> => {
    const found = await findTransferParties(tx, scope, inputs.map(pairOf));
    return inputs.map(({ amount }, index) => {
      const parties = found[index];
      invariant(parties, 'every pair of accounts has a result');
      if (parties instanceof DomainError) return parties;
      const allowed = transferable({ ...parties, amount });
      return allowed instanceof DomainError ? allowed : parties;
    });
  };

/** Attributes each new transaction of a group to the request of its transfer. */
export const attributeTransfers = (
  tx: Executor,
  transfers: readonly PreparedTransfer[],
  results: readonly (Transaction | DomainError)[],
): Promise<void> =>
  attribute(
    tx,
    transfers.flatMap(({ attribution }, index) => {
      const result = results[index];
      return !attribution || !result || result instanceof DomainError
        ? []
        : [{ ...attribution, recordId: result.id }];
    }),
  );

/** The new transaction between both accounts, PENDING. */
export function newTransfer(
  origin: 'TRANSFER_IN' | 'TRANSFER_OUT',
  { platform, parties: { internal, external, customer }, input, agentId }: PreparedTransfer,
  now: Date,
): Transaction {
  const { currency } = internal;
  invariant(external.currency === currency, 'both accounts of a transfer have one currency');
  const inside = { type: 'ACCOUNT', accountId: internal.id, currency } as const;
  const outside = { type: 'ACCOUNT', accountId: external.id, currency } as const;
  const out = origin === 'TRANSFER_OUT';
  const { amount, description, sandboxOutcome } = input;
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
    sandboxOutcome,
    failureReason: undefined,
    refund: undefined,
    settledAt: undefined,
    createdAt: now,
    updatedAt: now,
  };
}
