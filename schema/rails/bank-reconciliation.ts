/** The reconciliation of a bank connection. */
import { DomainError, NotFound } from '../../src/kernel/errors.ts';
import { type EntryKind, entryKinds } from '../../src/rails/bank-records/bank-entry.ts';
import {
  type BankReconciliation,
  BankReconciliationInput,
  bankReconciliation,
  isReconciled,
  maxReconciledDays,
} from '../../src/rails/reconciliation/bank-reconciliation.ts';
import {
  type ReconciledDay,
  type ReconciliationBreak,
  reconciliationBreakKinds,
} from '../../src/rails/reconciliation/reconcile.ts';
import { accepting, acceptingOn } from '../core/accepting.ts';
import { lengthArgument, lengthDescription } from '../core/bounds.ts';
import { builder } from '../core/builder.ts';
import { principalOf } from '../core/context.ts';
import { describedEnum } from '../core/enums.ts';
import { MoneyRef } from '../core/money.ts';
import { NodeRef, nodeOf } from '../core/node.ts';
import { BankConnectionRef } from './bank-connections.ts';
import { BankBreakKindEnum, BankEntryKindEnum } from './bank-entries.ts';

/** A part of a reconciliation with its currency. */
type InCurrency<T> = T & { readonly currency: string };

const ReconciliationBreakKindEnum = describedEnum(
  'ReconciliationBreakKind',
  'What is not reconciled.',
  reconciliationBreakKinds,
  {
    STATEMENT_MISSING: 'A business day has no statement.',
    NUMBER_GAP: 'The bank skipped the number of a statement.',
    BALANCE_GAP: 'A statement does not start with the balance of the one before.',
    SUM_DIFFERS: 'The entries of a statement do not explain its closing balance.',
    LEDGER_DIFFERS: 'The ledger has another balance than the statement.',
    CONFLICTING_STATEMENT: 'The bank sent a statement again with other contents.',
    QUARANTINED_FILE: 'A file of the bank could not be used.',
    NOT_BOOKED: 'Entries are not booked yet.',
    OPEN_ENTRY: 'No record explains an entry, and it is not resolved.',
    OPEN_DEPOSIT: 'A deposit is neither assigned nor returned.',
  },
);

const ReconciliationBreakRef = builder
  .objectRef<InCurrency<ReconciliationBreak>>('ReconciliationBreak')
  .implement({
    description: 'A named difference between a bank and the ledger.',
    fields: (t) => ({
      kind: t.field({
        type: ReconciliationBreakKindEnum,
        description: 'What is not reconciled.',
        resolve: ({ kind }) => kind,
      }),
      description: t.exposeString('description', { description: 'A sentence for an accountant.' }),
      amount: t.field({
        type: MoneyRef,
        nullable: true,
        description: 'The difference, or the amount of the record, with its sign; null where there is none.',
        resolve: ({ amount, currency }) => (amount === undefined ? null : { amount, currency }),
      }),
      entryBreak: t.field({
        type: BankBreakKindEnum,
        nullable: true,
        description: 'Why no record explains the entry. Only when kind is OPEN_ENTRY.',
        resolve: ({ entryBreak }) => entryBreak ?? null,
      }),
      record: t.field({
        type: NodeRef,
        nullable: true,
        description: 'The BankStatement, BankEntry, BankFile or UnmatchedDeposit; null where there is none.',
        resolve: ({ recordId }, _args, context) => (recordId ? nodeOf(context, recordId) : null),
      }),
    }),
  });

const EntryCountRef = builder
  .objectRef<{ readonly kind: EntryKind; readonly count: number }>('BankEntryCount')
  .implement({
    description: 'Number of entries of one kind.',
    fields: (t) => ({
      kind: t.field({
        type: BankEntryKindEnum,
        description: 'What the entries were booked as.',
        resolve: ({ kind }) => kind,
      }),
      count: t.exposeInt('count', { description: 'Number of entries.' }),
    }),
  });

const breaksBound = { argument: 'first', default: 20, max: 500 } as const;

const ReconciledDayRef = builder.objectRef<InCurrency<ReconciledDay>>('ReconciledDay').implement({
  description:
    'One day of a reconciliation. Amounts are negative for debit balances, and for debits that exceed credits.',
  fields: (t) => ({
    date: t.field({ type: 'Date', description: 'Booking day of the bank.', resolve: ({ date }) => date }),
    statementCount: t.int({ description: 'Number of statements of the day.', resolve: (d) => d.statements }),
    opening: t.field({
      type: MoneyRef,
      nullable: true,
      description: 'Balance before the first statement of the day; null without a statement.',
      resolve: ({ opening: amount, currency }) => (amount === undefined ? null : { amount, currency }),
    }),
    closing: t.field({
      type: MoneyRef,
      nullable: true,
      description: 'Balance after the last statement of the day; null without a statement.',
      resolve: ({ closing: amount, currency }) => (amount === undefined ? null : { amount, currency }),
    }),
    sum: t.field({
      type: MoneyRef,
      description: 'Sum of the booked entries of the day.',
      resolve: ({ sum: amount, currency }) => ({ amount, currency }),
    }),
    ledgerBalance: t.field({
      type: MoneyRef,
      description: 'Balance of the bank account in the ledger after the entries of the day.',
      resolve: ({ ledgerBalance: amount, currency }) => ({ amount, currency }),
    }),
    counts: t.field({
      type: [EntryCountRef],
      bound: entryKinds.length,
      description: 'Number of entries of each kind.',
      resolve: ({ counts }) => entryKinds.map((kind) => ({ kind, count: counts[kind] })),
    }),
    breakCount: t.int({ description: 'Number of breaks of the day.', resolve: (day) => day.breaks.length }),
    breaks: t.field({
      type: [ReconciliationBreakRef],
      bound: breaksBound,
      description: 'First breaks of the day.',
      args: {
        first: t.arg.int({ description: `Number of breaks to return: ${lengthDescription(breaksBound)}` }),
      },
      ...acceptingOn(
        { first: lengthArgument(breaksBound) },
        ({ breaks, currency }: InCurrency<ReconciledDay>, { first }) =>
          breaks.slice(0, first).map((one) => ({ ...one, currency })),
      ),
    }),
  }),
});

const BankReconciliationRef = builder.objectRef<BankReconciliation>('BankReconciliation').implement({
  description:
    'Statements of a bank connection compared with each other and with the ledger. Every difference is named.',
  fields: (t) => ({
    connection: t.field({
      type: BankConnectionRef,
      description: 'The connection.',
      resolve: ({ connection }) => connection,
    }),
    from: t.field({ type: 'Date', description: 'First day.', resolve: ({ from }) => from }),
    to: t.field({ type: 'Date', description: 'Last day.', resolve: ({ to }) => to }),
    isReconciled: t.boolean({
      description: 'Whether there is no break and no difference.',
      resolve: (reconciliation) => isReconciled(reconciliation),
    }),
    breakCount: t.int({ description: 'Number of breaks of all days.', resolve: ({ breaks }) => breaks }),
    ledgerDifference: t.field({
      type: MoneyRef,
      description:
        'What was posted to the bank account in the ledger past the connections of its currency. 0 when the ledger is right.',
      resolve: ({ ledgerDifference: amount, connection: { currency } }) => ({ amount, currency }),
    }),
    days: t.field({
      type: [ReconciledDayRef],
      bound: maxReconciledDays,
      description: 'Days with a statement, an entry or a break, oldest first.',
      resolve: ({ days, connection: { currency } }) => days.map((day) => ({ ...day, currency })),
    }),
  }),
});

builder.queryField('bankReconciliation', (t) =>
  t.field({
    type: BankReconciliationRef,
    nullable: true,
    authScopes: { permission: 'VIEW_PLATFORM' },
    description: `Reconciles a bank connection over at most ${maxReconciledDays} days; null if there is no connection with this id.`,
    args: {
      connectionId: t.arg.id({ required: true, description: 'BankConnection:<uuid>' }),
      from: t.arg({ type: 'Date', description: 'First day. Default: 30 days before `to`.' }),
      to: t.arg({
        type: 'Date',
        description: 'Last day. Default: today in the time zone of the connection.',
      }),
    },
    ...accepting(BankReconciliationInput.shape, async (input, context) => {
      const { platform } = principalOf(context);
      const { db, clock } = context.ports;
      const result = await bankReconciliation(db.orm, platform.id, input, clock.now(platform));
      if (result instanceof NotFound) return null;
      if (result instanceof DomainError) throw result;
      return result;
    }),
  }),
);
