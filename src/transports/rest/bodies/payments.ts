/** Schemas of quotes, transactions, receiver look-ups and rates. Source: docs/behaviour/accounts.md#payment-instructions, docs/behaviour/payments.md#transactions, docs/behaviour/payments.md#quotes, docs/behaviour/payments.md#receiver-look-ups, docs/behaviour/payments.md#exchange-rates-institutions-and-crypto-fees, docs/behaviour/customers.md#field-lists. */
import { z } from 'zod';
import { maxInstructions } from '../../../accounts/internal/funding-instructions.ts';
import { currencies } from '../../../kernel/money/currencies.ts';
import { paymentRails } from '../../../ledger/payment-rails.ts';
import { cryptoNetworks, quoteStatuses } from '../../../payments/quotes/quote.ts';
import {
  refundReasons,
  refundStatuses,
  transactionFailureReasons,
  transactionStatuses,
} from '../../../payments/transactions/transaction.ts';
import { partyFieldNames } from '../../../platforms/party-fields.ts';
import { transactionTypes } from '../../../platforms/transaction-type.ts';
import { amount, Currency, CurrencyAmount, id, instant, stringMap, times } from './common.ts';

const text = z.string().optional();

export const PaymentInstructions = z
  .object({
    accountOrWalletInfo: z.object({
      accountType: z.string(),
      accountNumber: text,
      routingNumber: text,
      bankName: text,
      iban: text,
      swiftCode: text,
      sortCode: text,
      clabeNumber: text,
      qrCode: text,
      vpa: text,
      paymentUrl: text,
      reference: text,
      paymentRails: z.array(z.enum(paymentRails)).max(paymentRails.length).optional(),
      assetType: text,
      address: text,
      invoice: text,
      accountHolderName: text,
      payloadToSign: text.meta({
        description: 'Payload that the session key signs, byte for byte. Only for EMBEDDED_WALLET.',
      }),
    }),
    instructionsNotes: text,
    isPlatformAccount: z.boolean().optional(),
  })
  .meta({ id: 'PaymentInstructions' });

/** Quotes and outgoing transactions have all six fields, others only four. */
export const RateDetails = z
  .object({
    counterpartyMultiplier: z.number().optional(),
    counterpartyFixedFee: amount.optional(),
    serviceApiMultiplier: z.number(),
    serviceApiFixedFee: amount,
    serviceApiVariableFeeRate: z.number(),
    serviceApiVariableFeeAmount: amount,
  })
  .meta({ id: 'RateDetails' });

const customerId = id('Customer').optional();

export const Quote = z
  .object({
    id: id('Quote'),
    status: z.enum(quoteStatuses),
    createdAt: instant,
    expiresAt: instant,
    source: z.union([
      z.object({
        sourceType: z.literal('ACCOUNT'),
        accountId: id('InternalAccount', 'ExternalAccount'),
        customerId,
      }),
      z.object({
        sourceType: z.literal('REALTIME_FUNDING'),
        currency: z.string(),
        customerId,
        cryptoNetwork: z.enum(cryptoNetworks).optional(),
      }),
    ]),
    destination: z.union([
      z.object({
        destinationType: z.literal('ACCOUNT'),
        accountId: id('InternalAccount', 'ExternalAccount'),
        paymentRail: z.enum(paymentRails).optional(),
      }),
      z.object({ destinationType: z.literal('UMA_ADDRESS'), umaAddress: z.string(), currency: z.string() }),
    ]),
    sendingCurrency: Currency,
    receivingCurrency: Currency,
    totalSendingAmount: amount,
    totalReceivingAmount: amount,
    exchangeRate: z.number().meta({
      description:
        'Exchange rate: units of the sending currency per unit of the receiving currency, in major units.',
    }),
    feesIncluded: amount,
    transactionId: id('Transaction'),
    paymentInstructions: z.array(PaymentInstructions).max(maxInstructions).optional(),
    counterpartyInformation: stringMap.optional(),
    rateDetails: RateDetails,
    rateSource: text.meta({
      description:
        'Where the rate comes from: the host of a feed, RATES_FILE or SANDBOX. Absent within one currency.',
    }),
    ratePublishedAt: instant
      .optional()
      .meta({ description: 'When the source published the rate, in real time.' }),
    repricedFromId: id('Quote')
      .optional()
      .meta({ description: 'The expired quote whose payment this one prices again, after a late approval.' }),
  })
  .meta({ id: 'Quote' });

const accountParty = { accountId: id('InternalAccount', 'ExternalAccount'), currency: z.string() };
const umaParty = { umaAddress: z.string(), currency: z.string() };

export const Transaction = z
  .object({
    id: id('Transaction'),
    status: z.enum(transactionStatuses),
    type: z.enum(transactionTypes),
    customerId: id('Customer', 'PlatformConfig').meta({
      description: "For transactions of the platform, the platform's own id.",
    }),
    platformCustomerId: z.string(),
    source: z.union([
      z.object({ sourceType: z.literal('ACCOUNT'), ...accountParty }),
      z.object({ sourceType: z.literal('UMA_ADDRESS'), ...umaParty }),
      z.object({ sourceType: z.literal('REALTIME_FUNDING'), currency: z.string(), customerId }),
    ]),
    destination: z.union([
      z.object({ destinationType: z.literal('ACCOUNT'), ...accountParty }),
      z.object({ destinationType: z.literal('UMA_ADDRESS'), ...umaParty }),
    ]),
    senderUmaAddress: text,
    receiverUmaAddress: text,
    sentAmount: CurrencyAmount.optional().meta({
      description: 'Total amount debited from the source. Only for OUTGOING.',
    }),
    receivedAmount: CurrencyAmount.optional(),
    exchangeRate: z.number().optional(),
    fees: amount
      .optional()
      .meta({ description: 'Fees in the smallest unit of the sending currency. Only for OUTGOING.' }),
    quoteId: id('Quote').optional(),
    rateDetails: RateDetails.optional(),
    refund: z
      .object({
        reference: z.string(),
        initiatedAt: instant,
        settledAt: instant.optional(),
        status: z.enum(refundStatuses),
        reason: z.enum(refundReasons).optional(),
      })
      .optional(),
    agentId: id('Agent')
      .optional()
      .meta({ description: 'The agent that initiated the transaction. Absent if no agent did.' }),
    description: text,
    counterpartyInformation: stringMap.optional(),
    reconciliationInstructions: z.object({ reference: z.string() }).optional(),
    failureReason: z
      .enum(transactionFailureReasons)
      .optional()
      .meta({ description: 'Reason for the failure. Only when status is FAILED.' }),
    settledAt: instant.optional(),
    ...times,
  })
  .meta({ id: 'Transaction' });

export const ExecutedQuote = Quote.extend({ transaction: Transaction }).meta({
  id: 'ExecutedQuote',
  description: 'The quote and the transaction of its payment.',
});

export const ReceiverLookup = z
  .object({
    lookupId: id('Lookup'),
    accountId: id('ExternalAccount').optional(),
    receiverUmaAddress: text,
    supportedCurrencies: z
      .array(z.object({ currency: Currency, estimatedExchangeRate: z.number(), min: amount, max: amount }))
      .max(currencies.length),
    requiredPayerDataFields: z
      .array(z.object({ name: z.string(), mandatory: z.boolean() }))
      .max(partyFieldNames.length),
    expiresAt: instant,
  })
  .meta({ id: 'ReceiverLookup' });

export const ExchangeRate = z
  .object({
    sourceCurrency: Currency,
    destinationCurrency: Currency,
    destinationPaymentRail: z
      .enum(paymentRails)
      .optional()
      .meta({ description: 'Payment rail of the rate. Absent if no rail supports the currency.' }),
    sendingAmount: amount,
    receivingAmount: amount,
    minSendingAmount: amount,
    maxSendingAmount: amount,
    exchangeRate: z.number(),
    fees: z.object({ fixed: amount }),
    updatedAt: instant,
  })
  .meta({ id: 'ExchangeRate' });

export const PastExchangeRate = z
  .object({
    id: id('RateSnapshot'),
    sourceCurrency: Currency,
    destinationCurrency: Currency,
    exchangeRate: z.number().meta({
      description:
        'Units of the source currency per unit of the destination currency, in major units, without spread and fees.',
    }),
    rateSource: z.string().meta({ description: 'The host of the feed.' }),
    publishedAt: instant,
    fetchedAt: instant,
  })
  .meta({ id: 'PastExchangeRate' });
export const WithdrawalFee = z
  .object({
    networkFee: amount.meta({ description: 'Fee of the network, in the smallest unit of networkFeeAsset.' }),
    networkFeeAsset: z.string(),
    applicationFee: amount,
    totalFee: amount,
    netAmount: amount.meta({ description: 'The amount that arrives.' }),
  })
  .meta({ id: 'WithdrawalFee' });

export const PaymentInstitution = z
  .object({ bankName: z.string(), displayName: z.string(), country: z.string(), currency: z.string() })
  .meta({ id: 'PaymentInstitution' });

/** Above the number of countries in ISO 3166-1. */
const maxRegions = 300;

export const UmaProvider = z
  .object({
    name: z.string(),
    domain: z.string(),
    lei: text,
    logoUrl: text,
    supportedRegions: z
      .array(z.string())
      .max(maxRegions)
      .meta({ description: 'Countries, ISO 3166-1 alpha-2.' }),
    supportedCurrencies: z.array(z.string()).max(currencies.length),
    allowListStatus: z
      .boolean()
      .meta({ description: 'Whether the platform can send payments to this counterparty.' }),
  })
  .meta({ id: 'UmaProvider' });

const CurrencyStatistics = z
  .object({
    currency: Currency,
    transactionCount: z.int().min(0),
    completedCount: z.int().min(0),
    failedCount: z.int().min(0),
    expiredCount: z.int().min(0),
    successRate: z.number().min(0).max(1).optional(),
    volume: amount.optional(),
  })
  .meta({ id: 'CurrencyStatistics' });

export const TransactionStatistics = z
  .object({
    start: instant,
    end: instant,
    currencies: z.array(CurrencyStatistics).max(currencies.length),
  })
  .meta({ id: 'TransactionStatistics' });
