/**
 * Submits accepted payments of production platforms to the bank connection of their currency, where they wait for the next file.
 *
 * Decision: a payment that no connection can send stays with the operator, who reports its outcome (`npm run transaction:settle`). A
 * connection that is created later does not send it, because the operator may have paid it already.
 *
 * Source: docs/behaviour/bank-connections.md#payments.
 */
import type { ExternalAccount } from '../../accounts/external/external-account.ts';
import type { BatchHandler } from '../../infrastructure/jobs/jobs.ts';
import { type Id, newId } from '../../kernel/ids.ts';
import type { Money } from '../../kernel/money/amount.ts';
import type { PaymentRail } from '../../ledger/payment-rails.ts';
import { externalAccountOf } from '../../payments/payment-party.ts';
import type { Rail } from '../../payments/ports.ts';
import type { ExternalParties } from '../../payments/transactions/posting-rules.ts';
import { findExternalParties } from '../../payments/transactions/settle.ts';
import { lockTransactions } from '../../payments/transactions/store.ts';
import { isPulled, type Transaction } from '../../payments/transactions/transaction.ts';
import { type BankConnection, serviceLevelOf } from '../bank-connections/bank-connection.ts';
import { lockActiveConnectionsForShare } from '../bank-connections/store.ts';
import type { BankPayment } from './bank-payment.ts';
import { isSendable } from './sendable.ts';
import { insertPayments } from './store.ts';

export const submitPaymentJobKind = 'submit-bank-payment';

/** The rail of production platforms. Its payments are submitted by a job, and banks report their outcomes in files. */
export const bankRail: Rail = {
  checkOutcome: () => 'exists in the sandbox only',
  checkForwarding: () =>
    'must be an internal account: money that is pulled from a bank is paid on after it has arrived',
  immediateFailure: () => undefined,
  plan: () => [],
  submissionJob: (_platform, { originator, beneficiary }) =>
    originator || beneficiary ? submitPaymentJobKind : undefined,
};

/** What a bank is to do for a transaction. */
interface BankOrder {
  readonly direction: 'CREDIT' | 'DEBIT';
  readonly rail: PaymentRail | undefined;
  readonly amount: Money | undefined;
}

/**
 * The order of a transaction with an external account. A payment that is pulled debits the originator. `undefined` for money of an
 * external account that no internal account receives: it would be paid before it was collected.
 */
function orderOf(
  transaction: Transaction,
  { originator, beneficiary, paymentRail }: ExternalParties,
): BankOrder | undefined {
  if (transaction.origin === 'TRANSFER_IN' || isPulled(transaction)) {
    const amount = transaction.type === 'INCOMING' ? transaction.received : transaction.sent;
    return { direction: 'DEBIT', rail: originator?.accountInfo.paymentRails[0], amount };
  }
  if (originator) return undefined;
  const rail = paymentRail ?? beneficiary?.accountInfo.paymentRails[0];
  return { direction: 'CREDIT', rail, amount: transaction.received };
}

const entryClassOf = (account: ExternalAccount | undefined): 'PPD' | 'CCD' =>
  account?.accountInfo.beneficiary?.beneficiaryType === 'BUSINESS' ? 'CCD' : 'PPD';

/** The bank payment of a transaction; `undefined` when no connection can send it. */
function bankPaymentOf(
  transaction: Transaction,
  parties: ExternalParties,
  connections: readonly BankConnection[],
  now: Date,
): BankPayment | undefined {
  const order = orderOf(transaction, parties);
  if (!order) return undefined;
  const { direction, rail, amount } = order;
  const counterparty = direction === 'CREDIT' ? parties.beneficiary : parties.originator;
  const connection = connections.find(({ currency }) => currency === amount?.currency);
  const serviceLevel = connection && serviceLevelOf(connection.format, rail);
  if (!connection || !serviceLevel || !rail || !amount) return undefined;
  const payment = {
    serviceLevel,
    direction,
    amount: amount.amount,
    counterparty: counterparty?.accountInfo ?? {},
    hasMandate: parties.originator?.directDebitMandate !== undefined,
  };
  if (!isSendable(connection, payment)) return undefined;
  return {
    id: newId('BankPayment'),
    platformId: transaction.platformId,
    connectionId: connection.id,
    transactionId: transaction.id,
    depositId: undefined,
    direction,
    serviceLevel,
    entryClass: serviceLevel === 'ACH' ? entryClassOf(counterparty) : undefined,
    status: 'WAITING',
    clearingCode: `CLEARING_${rail}`,
    endToEndId: transaction.reference,
    amount: amount.amount,
    fileId: undefined,
    batch: undefined,
    traceSequence: undefined,
    reasonCode: undefined,
    entryId: undefined,
    returnEntryId: undefined,
    isReported: false,
    createdAt: now,
    updatedAt: now,
  };
}

const canBeSent = ({ status, source, destination }: Transaction): boolean =>
  (status === 'PENDING' || status === 'PROCESSING') &&
  (externalAccountOf(source) ?? externalAccountOf(destination)) !== undefined;

/** The number of payments that one transaction submits. */
const maxPaymentsAtOnce = 256;

export const submitPaymentHandler: BatchHandler = {
  maxJobs: maxPaymentsAtOnce,
  async performAll(tx, jobs, now) {
    const platformId = jobs[0]?.platformId;
    if (!platformId) return;
    const connections = await lockActiveConnectionsForShare(tx, platformId);
    if (connections.length === 0) return;
    const scope = { platformId };
    const ids = jobs.map(({ payload }) => (payload as { transactionId: Id<'Transaction'> }).transactionId);
    const found = (await lockTransactions(tx, scope, ids)).filter(canBeSent);
    const partiesOf = await findExternalParties(tx, scope, found);
    const payments = found.flatMap(
      (transaction) => bankPaymentOf(transaction, partiesOf(transaction), connections, now) ?? [],
    );
    await insertPayments(tx, payments);
  },
};
