/**
 * Credits a deposit: of an account as an incoming transaction, or of a quote that waits for it. The ledger has the money on the
 * account `FUNDING` already.
 *
 * Decision: a deposit is approved by the platform like every incoming payment, if an endpoint subscribes to
 * INCOMING_PAYMENT.PENDING. Without one it could not be approved in time, so it is credited at once.
 *
 * Source: docs/behaviour/bank-connections.md#deposits.
 */

import type { InternalAccount } from '../../accounts/internal/internal-account.ts';
import { readyToTransact } from '../../customers/customer.ts';
import { lockCustomerForShare, lockCustomersForShare } from '../../customers/store.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { DomainError, invariant } from '../../kernel/errors.ts';
import { type Id, newIdAt } from '../../kernel/ids.ts';
import { masked } from '../../kernel/mask.ts';
import { newReference } from '../../kernel/references.ts';
import { truncated } from '../../kernel/truncated.ts';
import { openLedger } from '../../ledger/ledger-batch-store.ts';
import { openApprovalWindow } from '../../payments/approvals/approval-window.ts';
import { approvalEventType } from '../../payments/events.ts';
import type { Ports } from '../../payments/ports.ts';
import { QuoteExpired } from '../../payments/quotes/errors.ts';
import { checkParties } from '../../payments/quotes/execute-quote.ts';
import { executable } from '../../payments/quotes/quote.ts';
import { lockQuote } from '../../payments/quotes/store.ts';
import { recordNew, recordStep } from '../../payments/transactions/record-step.ts';
import { settlePayments } from '../../payments/transactions/settle.ts';
import { startPayment } from '../../payments/transactions/start-settlement.ts';
import { lockTransaction } from '../../payments/transactions/store.ts';
import type { Transaction } from '../../payments/transactions/transaction.ts';
import { findEnabledCurrency } from '../../platforms/currencies/currency-store.ts';
import type { Platform } from '../../platforms/platform.ts';
import { subscribesTo } from '../../webhooks/endpoints/endpoint.ts';
import { endpointsOf } from '../../webhooks/endpoints/endpoint-store.ts';
import type { BankParty } from '../bank-files/bank-file.ts';
import { type DepositSource, insertDeposit } from './deposit-source-store.ts';

type DepositPorts = Pick<Ports, 'rail' | 'transactionHooks'>;

export interface Deposit {
  readonly amount: bigint;
  readonly source: DepositSource;
}

/** A sentence: why a deposit is not credited. */
export class NotCredited {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

const maxDescription = 255;

const noParties = { originator: undefined, beneficiary: undefined, paymentRail: undefined };

/** The depositor as the customer sees it. The account is masked. */
function counterpartyOf(depositor: BankParty | undefined): Readonly<Record<string, string>> | undefined {
  const identifier = depositor?.iban ?? depositor?.accountNumber;
  const fields = {
    ...(depositor?.name && { FULL_NAME: depositor.name }),
    ...(identifier && { ACCOUNT_IDENTIFIER: masked(identifier) }),
  };
  return Object.keys(fields).length > 0 ? fields : undefined;
}

/** Whether an endpoint of the platform decides on incoming payments. */
async function needsApproval(tx: Executor, platformId: Id<'Platform'>): Promise<boolean> {
  const endpoints = await endpointsOf(tx, [platformId]);
  return endpoints.some((endpoint) => !endpoint.isPaused && subscribesTo(endpoint, approvalEventType));
}

export type CreditedAccount = Pick<InternalAccount, 'id' | 'customerId'>;

/** Locks the customers of accounts before the ledger is opened for them, against deletion until the transaction ends. */
export async function lockOwners(
  tx: Executor,
  platformId: Id<'Platform'>,
  accounts: readonly CreditedAccount[],
): Promise<void> {
  const owners = new Set(accounts.flatMap(({ customerId }) => customerId ?? []));
  await lockCustomersForShare(tx, { platformId }, [...owners]);
}

/** Credits an account, or says why not. If the ledger is open already, `lockOwners` was called before. */
export async function creditAccount(
  tx: Executor,
  { transactionHooks }: DepositPorts,
  platform: Platform,
  account: InternalAccount,
  { amount, source }: Deposit,
  now: Date,
): Promise<Transaction | NotCredited> {
  const scope = { platformId: platform.id };
  const { currency, customerId } = account;
  const customer = customerId && (await lockCustomerForShare(tx, scope, customerId));
  if (customerId && !customer) return new NotCredited('The customer of the account does not exist.');
  if (customer && readyToTransact(customer) instanceof DomainError) {
    return new NotCredited('The customer of the account may not receive money.');
  }
  const enabled = await findEnabledCurrency(tx, platform.id, currency);
  if (!enabled?.enabledTransactionTypes.includes('INCOMING')) {
    return new NotCredited('Incoming payments in the currency are not enabled.');
  }
  const money = { amount, currency };
  const ledger = await openLedger(tx, [account.id]);
  if (ledger.checkCreditable(account.id, money) !== true) {
    return new NotCredited('The account is closed, or its balance would be too large.');
  }
  const pending: Transaction = {
    id: newIdAt('Transaction', now),
    platformId: platform.id,
    customerId,
    platformCustomerId: customer ? customer.platformCustomerId : undefined,
    type: 'INCOMING',
    origin: 'FUNDING',
    status: 'PENDING',
    source: { type: 'REALTIME_FUNDING', currency, customerId },
    destination: { type: 'ACCOUNT', accountId: account.id, currency },
    sent: money,
    received: money,
    exchangeRate: undefined,
    fees: 0n,
    rateDetails: undefined,
    quoteId: undefined,
    agentId: undefined,
    description: source.remittance && truncated(source.remittance, maxDescription),
    counterpartyInformation: counterpartyOf(source.depositor),
    reference: newReference('FD'),
    failureReason: undefined,
    refund: undefined,
    settledAt: undefined,
    createdAt: now,
    updatedAt: now,
  };
  const waits = await needsApproval(tx, platform.id);
  await recordNew(tx, pending);
  await insertDeposit(tx, platform.id, pending.id, source);
  if (waits) {
    await openApprovalWindow(tx, pending, enabled.requiredCounterpartyFields, now);
    return pending;
  }
  const steps = [
    { afterSeconds: 0, to: 'PROCESSING' },
    { afterSeconds: 0, to: 'COMPLETED' },
  ] as const;
  const payment = { transaction: pending, parties: noParties, steps };
  const [credited] = await settlePayments(tx, transactionHooks, scope, [payment], now);
  invariant(credited, 'a settled payment is returned');
  return credited;
}

/** Executes the quote that the deposit pays, or says why not. A wrong amount fails the quote. */
export async function payQuote(
  tx: Executor,
  { rail, transactionHooks }: DepositPorts,
  platform: Platform,
  quoteId: Id<'Quote'>,
  { amount, source }: Deposit,
  now: Date,
): Promise<Transaction | NotCredited> {
  const scope = { platformId: platform.id };
  const found = await lockQuote(tx, scope, quoteId);
  invariant(found, 'the quote of a reference exists');
  const quote = executable(found, now);
  if (quote instanceof DomainError) {
    return new NotCredited(
      quote instanceof QuoteExpired ? 'The quote has expired.' : 'The quote was paid before.',
    );
  }
  const transaction = await lockTransaction(tx, scope, quote.transactionId);
  invariant(transaction, 'the transaction of a quote exists');
  if (amount !== quote.sending.amount) {
    const change = { status: 'FAILED', failureReason: 'FUNDING_AMOUNT_MISMATCH' } as const;
    await recordStep(tx, transactionHooks, transaction, change, now);
    return new NotCredited('The amount differs from the quote.');
  }
  if (await checkParties(tx, scope, quote))
    return new NotCredited('The parties of the quote may not transact.');
  const started = await startPayment(tx, { rail, transactionHooks }, platform, transaction, now);
  if (started instanceof DomainError) {
    return new NotCredited('The account of the beneficiary is closed, or its balance would be too large.');
  }
  await insertDeposit(tx, platform.id, started.id, source);
  return started;
}
