/**
 * Simulates an incoming UMA payment: one of the sandbox's parties pays a customer, and the platform decides.
 *
 * Decision: the look-up and the quote of the sender's side happen at once, so the payment is CREATED and PENDING in
 * one commit, and each step publishes an event.
 * Decision: the payment is credited to the default deposit account if that has the received currency, and otherwise to the
 * customer's oldest active internal account in that currency.
 * Decision: the sender pays the corridor's rate, with the spread of the platform, and its own fees, so that no fee is deducted from the received amount.
 *
 * Source: docs/behaviour/sandbox.md; docs/behaviour/payments.md#states-of-an-incoming-transaction, docs/behaviour/webhooks.md#payment-approval, docs/behaviour/sandbox.md#general, docs/behaviour/sandbox.md#fund-send-and-receive.
 */
import { z } from 'zod';
import {
  findDefaultDepositAccount,
  lockExternalAccount,
} from '../accounts/external/external-account-store.ts';
import { findOldestActiveAccount } from '../accounts/internal/internal-account-store.ts';
import {
  type Customer,
  CustomerDeleted,
  CustomerNotFound,
  readyToTransact,
  type UserNotReady,
} from '../customers/customer.ts';
import { findCustomerByUma, lockCustomerForShare } from '../customers/store.ts';
import type { Executor } from '../infrastructure/database/client.ts';
import { transact } from '../infrastructure/database/transact.ts';
import { DomainError, InvalidInput } from '../kernel/errors.ts';
import { whenValid } from '../kernel/field-rules.ts';
import { type Id, idSchema, newIdAt, parseId } from '../kernel/ids.ts';
import { movedAmount } from '../kernel/money/amount.ts';
import { checkRange } from '../kernel/money/amount-range.ts';
import { zero } from '../kernel/money/rate.ts';
import { optional, text } from '../kernel/parse.ts';
import { newReference } from '../kernel/references.ts';
import { partsOfUma, type UmaAddress, umaAddress } from '../kernel/uma-address.ts';
import { openLedger } from '../ledger/ledger-batch-store.ts';
import { openApprovalWindow } from '../payments/approvals/approval-window.ts';
import { CorridorNotServed } from '../payments/rates/errors.ts';
import { platformRates } from '../payments/rates/platform-rates.ts';
import { incomingRateDetails, type Price, price } from '../payments/rates/pricing.ts';
import { type RateSource, termsOf } from '../payments/rates/rate-table.ts';
import { UmaNotFound } from '../payments/receivers/errors.ts';
import { recordNew, recordStep } from '../payments/transactions/record-step.ts';
import { sandboxOutcome } from '../payments/transactions/sandbox-outcome.ts';
import type { Transaction } from '../payments/transactions/transaction.ts';
import type { PaymentCaller } from '../platforms/access/payment-caller.ts';
import type { Scope } from '../platforms/access/principal.ts';
import { findEnabledCurrency } from '../platforms/currencies/currency-store.ts';
import { directionClosed } from '../platforms/currencies/enabled-currency.ts';
import { SandboxOnly } from '../platforms/errors.ts';
import { type RequestedField, requestedValues } from '../platforms/party-fields.ts';
import { checkSandboxOutcome, scenarioOf } from './outcomes.ts';
import type { Ports } from './ports.ts';
import { findSandboxUmaSender, sandboxUmaFields } from './quote-scenarios.ts';

export const ReceiveUmaInput = z
  .object({
    senderUmaAddress: umaAddress,
    receiverUmaAddress: optional(umaAddress),
    customerId: optional(idSchema('Customer')),
    receivingCurrencyCode: text(10),
    receivingCurrencyAmount: movedAmount,
    sandboxOutcome,
  })
  .refine(({ receiverUmaAddress, customerId }) => !receiverUmaAddress !== !customerId, {
    path: ['receiverUmaAddress'],
    error: 'or customerId is required, and not both',
    ...whenValid('receiverUmaAddress', 'customerId'),
  });

type Input = z.output<typeof ReceiveUmaInput>;

type ReceiveUmaError = SandboxOnly | UmaNotFound | CustomerNotFound | UserNotReady | InvalidInput;

/** The data that the sender always provides, and requests of the beneficiary. Source: docs/behaviour/webhooks.md#delivery. */
const fullNameField: readonly RequestedField[] = [{ name: 'FULL_NAME', mandatory: true }];

export async function sandboxReceiveUma(
  {
    db,
    clock,
    rates,
    sandboxUmaDomain,
    transactionHooks,
  }: Pick<Ports, 'db' | 'clock' | 'rates' | 'sandboxUmaDomain' | 'transactionHooks'>,
  { platform, scope }: Pick<PaymentCaller, 'platform' | 'scope'>,
  input: Input,
): Promise<Transaction | ReceiveUmaError> {
  if (platform.mode !== 'SANDBOX') return new SandboxOnly();
  // Only the sandbox's UMA parties pay, in the currency that they receive.
  const { name, domain } = partsOfUma(input.senderUmaAddress);
  const sender = domain === sandboxUmaDomain.toLowerCase() ? findSandboxUmaSender(name) : undefined;
  if (!sender) return new UmaNotFound();
  const { sandboxOutcome: outcome } = input;
  const accepted = outcome === undefined || checkSandboxOutcome('UMA_RECEIPT', outcome);
  if (accepted !== true) return InvalidInput.at('sandboxOutcome', accepted);
  const { currency: sendingCurrency } = sender;
  const { immediateFailure } = findSandboxUmaSender(scenarioOf('UMA_RECEIPT', outcome) ?? name) ?? sender;
  const senderInfo = sandboxUmaFields(input.senderUmaAddress);
  return transact<Transaction | ReceiveUmaError>(db, async (tx) => {
    const customer = await findReceiver(tx, scope, input);
    if (customer instanceof DomainError) return customer;
    const ready = readyToTransact(customer);
    if (ready instanceof CustomerDeleted) return new CustomerNotFound(customer.id);
    if (ready instanceof DomainError) return ready;

    const { receivingCurrencyCode: currency, receivingCurrencyAmount: amount } = input;
    const bounds = await findEnabledCurrency(tx, platform.id, currency);
    if (!bounds) return wrongCurrency('is not a currency of this platform');
    const closed = directionClosed(bounds, 'INCOMING', 'receivingCurrencyCode');
    if (closed) return closed;
    const received = { amount, currency };
    const outside = checkRange(
      received,
      { min: bounds.minAmount, max: bounds.maxAmount },
      'receivingCurrencyAmount',
    );
    if (outside) return outside;
    const accountId = await accountFor(tx, scope, customer, currency);
    if (!accountId) return wrongCurrency('is not the currency of an active account of the customer');
    const internalAccountId = parseId('InternalAccount', accountId);
    if (internalAccountId) {
      const ledger = await openLedger(tx, [internalAccountId]);
      const creditable = ledger.checkCreditable(internalAccountId, received, 'receivingCurrencyAmount');
      if (creditable instanceof DomainError) return creditable;
    }
    const sent = paidBySender(await platformRates(tx, { rates }, platform), sendingCurrency, received);
    if (sent instanceof DomainError) return sent;

    const now = clock.now(platform);
    const created: Transaction = {
      id: newIdAt('Transaction', now),
      platformId: platform.id,
      customerId: customer.id,
      platformCustomerId: customer.platformCustomerId,
      type: 'INCOMING',
      origin: 'UMA_RECEIPT',
      status: 'CREATED',
      source: { type: 'UMA_ADDRESS', umaAddress: input.senderUmaAddress, currency: sendingCurrency },
      destination: {
        type: 'ACCOUNT',
        accountId,
        currency,
        // Stored addresses are valid.
        umaAddress: input.receiverUmaAddress ?? (customer.umaAddress as UmaAddress),
      },
      sent: sent.sending,
      received,
      exchangeRate: sent.exchangeRate,
      fees: 0n,
      rateDetails: sent.rateDetails,
      quoteId: undefined,
      agentId: undefined,
      description: undefined,
      counterpartyInformation: {
        ...requestedValues(senderInfo, fullNameField),
        ...requestedValues(senderInfo, bounds.requiredCounterpartyFields),
      },
      reference: newReference('UR'),
      sandboxOutcome: outcome,
      failureReason: undefined,
      refund: undefined,
      settledAt: undefined,
      createdAt: now,
      updatedAt: now,
    };
    await recordNew(tx, created);
    if (immediateFailure) {
      return recordStep(
        tx,
        transactionHooks,
        created,
        { status: 'FAILED', failureReason: immediateFailure },
        now,
      );
    }
    await openApprovalWindow(tx, created, fullNameField, now);
    return recordStep(tx, transactionHooks, created, { status: 'PENDING' }, now);
  });
}

const wrongCurrency = (why: string) => InvalidInput.at('receivingCurrencyCode', why, 'INVALID_CURRENCY');

/** Finds the customer and locks it against deletion until commit. */
async function findReceiver(
  tx: Executor,
  scope: Scope,
  { customerId, receiverUmaAddress }: Pick<Input, 'customerId' | 'receiverUmaAddress'>,
): Promise<Customer | CustomerNotFound | UmaNotFound> {
  if (receiverUmaAddress) {
    const named = await findCustomerByUma(tx, scope, receiverUmaAddress);
    return (named && (await lockCustomerForShare(tx, scope, named.id))) ?? new UmaNotFound();
  }
  return (
    (customerId && (await lockCustomerForShare(tx, scope, customerId))) ?? new CustomerNotFound(customerId)
  );
}

async function accountFor(
  tx: Executor,
  scope: Scope,
  customer: Customer,
  currency: string,
): Promise<Id<'InternalAccount'> | Id<'ExternalAccount'> | undefined> {
  const named = await findDefaultDepositAccount(tx, customer.id);
  const depositAccount = named && (await lockExternalAccount(tx, scope, named.id, 'share'));
  if (depositAccount?.currency === currency && depositAccount.status === 'ACTIVE') return depositAccount.id;
  return (await findOldestActiveAccount(tx, customer.id, currency))?.id;
}

/** The amount that the sender pays, without the fees of its provider. */
function paidBySender(
  rates: RateSource,
  sending: string,
  received: { readonly amount: bigint; readonly currency: string },
): Price | InvalidInput {
  const terms = termsOf(rates, sending, received.currency);
  if (!terms) return new CorridorNotServed('receivingCurrencyCode', sending, received.currency, rates);
  const noFees = { fixed: 0n, variableRate: zero, counterpartyFixed: 0n };
  const priced = price({ ...terms, fees: noFees }, 'RECEIVING', received.amount);
  return priced instanceof DomainError
    ? InvalidInput.at(
        'receivingCurrencyAmount',
        'exceeds the maximum amount that can be sent',
        'AMOUNT_OUT_OF_RANGE',
      )
    : { ...priced, rateDetails: incomingRateDetails(terms) };
}
