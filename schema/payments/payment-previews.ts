/** The preview of a payment: the result of a mutation with `dryRun`. */
import type { InternalAccount } from '../../src/accounts/internal/internal-account.ts';
import { jsonNumber } from '../../src/kernel/money/rate.ts';
import { falseByDefault } from '../../src/kernel/parse.ts';
import { available } from '../../src/ledger/entry.ts';
import { PaymentPreview, type PreviewedPayment } from '../../src/payments/previews/payment-preview.ts';
import { builder } from '../core/builder.ts';
import { MoneyRef } from '../core/money.ts';
import { RateDetailsRef, TransactionStatusEnum } from './transaction-parts.ts';

const PreviewedBalanceRef = builder.objectRef<InternalAccount>('PreviewedBalance').implement({
  description: 'The balance of an internal account after a payment that was previewed.',
  fields: (t) => ({
    accountId: t.id({ description: 'InternalAccount:<uuid>', resolve: ({ id }) => id }),
    balance: t.field({
      type: MoneyRef,
      description: 'Posted balance after the call.',
      resolve: ({ posted, currency }) => ({ amount: posted, currency }),
    }),
    availableBalance: t.field({
      type: MoneyRef,
      description: 'Available balance after the call.',
      resolve: (account) => ({ amount: available(account), currency: account.currency }),
    }),
  }),
});

const PreviewedPriceRef = builder.objectRef<PreviewedPayment>('PreviewedPrice').implement({
  description: 'The amounts of a payment that was previewed.',
  fields: (t) => ({
    sendingAmount: t.field({
      type: MoneyRef,
      description: 'Total amount that the payer is debited, fees included.',
      resolve: ({ sending }) => sending,
    }),
    receivingAmount: t.field({
      type: MoneyRef,
      description: 'Amount that the beneficiary receives.',
      resolve: ({ receiving }) => receiving,
    }),
    fees: t.field({
      type: 'Amount',
      description: 'Fees, included in sendingAmount, in the smallest unit of its currency.',
      resolve: ({ fees }) => fees,
    }),
    exchangeRate: t.float({
      nullable: true,
      description:
        'Units of the sending currency per unit of the receiving currency, in major units. Null for a transfer, which has one currency.',
      resolve: ({ exchangeRate }) => (exchangeRate ? jsonNumber(exchangeRate) : null),
    }),
    rateDetails: t.field({
      type: RateDetailsRef,
      nullable: true,
      description: 'Rate and fees in detail; null for a transfer.',
      resolve: ({ rateDetails }) => rateDetails ?? null,
    }),
    rateSource: t.string({
      nullable: true,
      description:
        'Where the rate comes from: the host of a feed, RATES_FILE or SANDBOX. Null within one currency.',
      resolve: ({ rateSource }) => rateSource ?? null,
    }),
    quoteExpiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time from which the quote could no longer be executed; null for a transfer.',
      resolve: ({ quoteExpiresAt }) => quoteExpiresAt ?? null,
    }),
  }),
});

/** The source and the destination. */
const maxBalances = 2;

// No field has the name of a field of a record: a client could not select both from the union of a result.
export const PaymentPreviewRef = builder.objectType(PaymentPreview, {
  name: 'PaymentPreview',
  description:
    'Returned instead of the record if dryRun is true: what the call would do. Nothing was stored, and no money moved.',
  fields: (t) => ({
    transactionStatus: t.field({
      type: TransactionStatusEnum,
      nullable: true,
      description:
        'Status of the transaction after the call. Null for an action of an agent that would wait for approval, or fail without a transaction.',
      resolve: ({ payment }) => payment.status ?? null,
    }),
    failureCode: t.string({
      nullable: true,
      description: 'The failureReason with which the payment would fail at once; null if it would not.',
      resolve: ({ payment }) => payment.failureReason ?? null,
    }),
    price: t.field({
      type: PreviewedPriceRef,
      description: 'Amounts, fees and rate.',
      resolve: ({ payment }) => payment,
    }),
    requiresSignature: t.boolean({
      description:
        'Whether the real call needs the signature of the holder of a wallet. A dry run needs none.',
      resolve: ({ payment }) => payment.requiresSignature,
    }),
    balances: t.field({
      type: [PreviewedBalanceRef],
      nullable: true,
      bound: maxBalances,
      description:
        'Internal accounts of the payment after the call: the source, then the destination. An account that the caller cannot see is omitted; null if the caller may not read accounts.',
      resolve: ({ balances }) => (balances ? [...balances] : null),
    }),
  }),
});

/** The schema of the argument. */
export const DryRun = falseByDefault;

const description =
  'true: returns a PaymentPreview and stores nothing. The errors are those of the real call; the idempotency key is ignored.';

/** Options of the argument: `dryRun: t.arg.boolean(dryRunArgument)`. */
export const dryRunArgument = { defaultValue: false, description } as const;

/** Resolves the type of a payment's result: a preview, or what `resolve` selects. */
export const previewOr =
  <R>(resolve: (result: unknown) => R) =>
  (result: unknown): typeof PaymentPreviewRef | R =>
    result instanceof PaymentPreview ? PaymentPreviewRef : resolve(result);
