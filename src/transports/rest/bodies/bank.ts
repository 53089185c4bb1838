/** Schemas of bank connections and their records. Source: docs/behaviour/bank-connections.md. */
import { z } from 'zod';
import { callerActorKinds } from '../../../platforms/access/principal.ts';
import {
  bankCalendars,
  bankFormats,
  connectionStatuses,
  exchangeKinds,
} from '../../../rails/bank-connections/bank-connection.ts';
import { incomingFileKinds, outgoingFileKinds, serviceLevels } from '../../../rails/bank-files/bank-file.ts';
import {
  fileDirections,
  fileStatuses,
  paymentDirections,
} from '../../../rails/bank-payments/bank-payment.ts';
import { breakKinds, entryKinds, maxShownDetails } from '../../../rails/bank-records/bank-entry.ts';
import { maxCutOffTimes } from '../../../rails/calendar/cut-offs.ts';
import { depositDecisions, depositStatuses } from '../../../rails/deposits/unmatched-deposit.ts';
import { maxReconciledDays } from '../../../rails/reconciliation/bank-reconciliation.ts';
import { reconciliationBreakKinds } from '../../../rails/reconciliation/reconcile.ts';
import { maxBreaks } from '../../../rails/reconciliation/reconciliation-view.ts';
import { CurrencyAmount, id, instant, times } from './common.ts';

const text = z.string().optional();
const date = z.string().meta({ format: 'date' });

export const BankConnection = z
  .object({
    id: id('BankConnection'),
    name: z.string(),
    currency: z.string(),
    format: z.enum(bankFormats),
    status: z.enum(connectionStatuses),
    account: z.object({
      name: z.string(),
      iban: text,
      bic: text,
      accountNumber: text,
      routingNumber: text,
      bankName: text,
      creditorId: text,
      companyId: text,
      immediateOrigin: text,
      immediateDestination: text,
      balancedBatches: z.boolean().optional(),
    }),
    exchange: z.object({
      kind: z.enum(exchangeKinds),
      host: text,
      port: z.int().optional(),
      username: text,
      hostKeyFingerprint: text,
      path: text,
      authentication: z.enum(['PASSWORD', 'PRIVATE_KEY']).optional(),
      endpoint: text,
      region: text,
      bucket: text,
      prefix: text,
      accessKeyId: text,
    }),
    virtualIbanRange: z
      .object({ country: z.string(), prefix: z.string(), first: z.string(), last: z.string() })
      .optional(),
    cutOffs: z.object({
      timeZone: z.string(),
      times: z.array(z.string()).max(maxCutOffTimes),
      calendar: z.enum(bankCalendars),
    }),
    maxPaymentsPerFile: z.int(),
    preNotificationDays: z.int(),
    openingBalance: CurrencyAmount,
    reviewAbove: CurrencyAmount.optional(),
    lastCutOffAt: instant.optional(),
    lastExchangeAt: instant.optional(),
    exchangeError: text,
    ...times,
  })
  .meta({ id: 'BankConnection' });

const BankDecision = z
  .object({
    actor: z.object({ kind: z.enum(callerActorKinds), id: z.string(), name: z.string() }),
    isApproval: z.boolean(),
    comment: text,
    createdAt: instant,
  })
  .meta({ id: 'BankDecision' });

/** A record needs two persons at most. */
const decisions = z.array(BankDecision).max(2);

export const BankFile = z
  .object({
    id: id('BankFile'),
    connectionId: id('BankConnection'),
    direction: z.enum(fileDirections),
    kind: z.enum([...outgoingFileKinds, ...incomingFileKinds]).optional(),
    status: z.enum(fileStatuses),
    name: z.string(),
    messageId: text,
    serviceLevel: z.enum(serviceLevels).optional(),
    paymentDirection: z.enum(paymentDirections).optional(),
    executionDate: date.optional(),
    count: z.int(),
    total: CurrencyAmount.optional(),
    byteLength: z.int().optional(),
    reason: text,
    line: z.int().optional(),
    releases: z.int(),
    decisions,
    ...times,
  })
  .meta({ id: 'BankFile' });

const BankCounterparty = z
  .object({ name: text, account: text, bic: text, routingNumber: text })
  .meta({ id: 'BankCounterparty' });

export const BankEntry = z
  .object({
    id: id('BankEntry'),
    connectionId: id('BankConnection'),
    statementId: id('BankStatement').optional(),
    bookedOn: date,
    valueDate: date.optional(),
    direction: z.enum(['CREDIT', 'DEBIT']),
    amount: CurrencyAmount,
    bankReference: text,
    bankCode: text,
    isReversal: z.boolean(),
    kind: z.enum(entryKinds).optional(),
    breakKind: z.enum(breakKinds).optional(),
    note: text,
    detailCount: z.int(),
    details: z
      .array(
        z.object({
          amount: CurrencyAmount.optional(),
          counterparty: BankCounterparty.optional(),
          endToEndId: text,
          reference: text,
          remittance: text,
          returnReason: text,
          returnReasonTitle: text,
        }),
      )
      .max(maxShownDetails),
    transactionId: id('Transaction').optional(),
    bookedAt: instant.optional(),
    resolvedAt: instant.optional(),
    resolvedBy: text,
    resolution: text,
    createdAt: instant,
  })
  .meta({ id: 'BankEntry' });

export const UnmatchedDeposit = z
  .object({
    id: id('UnmatchedDeposit'),
    connectionId: id('BankConnection'),
    entryId: id('BankEntry'),
    amount: CurrencyAmount,
    depositor: BankCounterparty.optional(),
    remittance: text,
    status: z.enum(depositStatuses),
    reason: z.string(),
    decision: z.enum(depositDecisions).optional(),
    decidedAccountId: id('InternalAccount').optional(),
    decisions,
    transactionId: id('Transaction').optional(),
    ...times,
  })
  .meta({ id: 'UnmatchedDeposit' });

const counts = z.object(
  Object.fromEntries(entryKinds.map((kind) => [kind, z.int()])) as Record<
    (typeof entryKinds)[number],
    z.ZodInt
  >,
);

export const BankReconciliation = z
  .object({
    connectionId: id('BankConnection'),
    from: date,
    to: date,
    isReconciled: z.boolean(),
    breakCount: z.int(),
    ledgerDifference: CurrencyAmount,
    days: z
      .array(
        z.object({
          date,
          statementCount: z.int(),
          opening: CurrencyAmount.optional(),
          closing: CurrencyAmount.optional(),
          sum: CurrencyAmount,
          ledgerBalance: CurrencyAmount,
          counts,
          breakCount: z.int(),
          breaks: z
            .array(
              z.object({
                kind: z.enum(reconciliationBreakKinds),
                description: z.string(),
                amount: CurrencyAmount.optional(),
                recordId: id('BankStatement', 'BankEntry', 'BankFile', 'UnmatchedDeposit').optional(),
                entryBreak: z.enum(breakKinds).optional(),
              }),
            )
            .max(maxBreaks),
        }),
      )
      .max(maxReconciledDays),
  })
  .meta({ id: 'BankReconciliation' });
