/** Entries of bank statements: types, queries, and the resolution of breaks. */
import { z } from 'zod';
import { Conflict, Forbidden, InvalidInput, NotFound } from '../../src/kernel/errors.ts';
import { type Id, idSchema } from '../../src/kernel/ids.ts';
import { boolean, calendarDate, oneOf, optional } from '../../src/kernel/parse.ts';
import { type Counterparty, counterpartyAs } from '../../src/rails/bank-connections/masked-party.ts';
import type { EntryDetail } from '../../src/rails/bank-files/bank-file.ts';
import { reasonTitleOf } from '../../src/rails/bank-payments/reason-title.ts';
import {
  type BankEntry,
  breakKinds,
  entryKinds,
  maxShownDetails,
} from '../../src/rails/bank-records/bank-entry.ts';
import {
  countEntries,
  findEntries,
  isWideEntryFilter,
  listEntries,
} from '../../src/rails/bank-records/entry-store.ts';
import { ResolveBankEntryInput, resolveBankEntry } from '../../src/rails/bank-statements/resolve-entry.ts';
import { accepting, acceptingOn } from '../core/accepting.ts';
import { lengthArgument, lengthDescription } from '../core/bounds.ts';
import { builder } from '../core/builder.ts';
import { connectionOf, listing, pageArguments } from '../core/connections.ts';
import { batched, byId, platformOf, principalOf } from '../core/context.ts';
import { describedEnum } from '../core/enums.ts';
import { MoneyRef } from '../core/money.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import { EntryDirectionEnum } from '../payments/transaction-parts.ts';
import { TransactionRef, transactionById } from '../payments/transactions.ts';
import { identifiersFor } from './bank-connection-parts.ts';
import { BankConnectionRef, connectionById, existing } from './bank-connections.ts';
import { BankStatementRef, moneyOf, statementById } from './bank-statements.ts';

export const entryById = batched<Id<'BankEntry'>, BankEntry>('bankEntryById', async (context, ids) =>
  byId(await findEntries(context.ports.db.orm, principalOf(context).platform.id, ids)),
);

export const BankEntryKindEnum = describedEnum('BankEntryKind', 'What an entry was booked as.', entryKinds, {
  PAYMENT: 'A payment of the platform was executed.',
  RETURN: 'A payment of the platform came back.',
  DEPOSIT: 'The deposit of an account or a quote.',
  UNMATCHED_DEPOSIT: 'A credit that no account matched.',
  FEE: 'A fee or interest of the bank.',
  BREAK: 'No record explains it.',
});

export const BankBreakKindEnum = describedEnum(
  'BankBreakKind',
  'Why no record explains an entry.',
  breakKinds,
  {
    UNKNOWN_DEBIT: 'No payment and no fee explains the debit.',
    AMOUNT_DIFFERS: 'The amount differs from that of the payment that it names.',
    BOOKED_TWICE: 'The bank booked the payment again.',
    RETURNED_DEBIT: 'A direct debit came back after its money was credited.',
    NOT_SENT: 'It names a payment that is in no file that was sent.',
    BOOKED_AFTER_REJECTION: 'The bank had rejected the payment, and it was refunded.',
  },
);

export const BankCounterpartyRef = builder.objectRef<Counterparty>('BankCounterparty').implement({
  description: 'The other party of a movement, as the bank names it.',
  fields: (t) => ({
    name: t.string({ nullable: true, description: 'Name.', resolve: ({ name }) => name ?? null }),
    account: t.string({
      nullable: true,
      description: 'IBAN or account number. Masked without MANAGE.',
      resolve: ({ account }) => account ?? null,
    }),
    bic: t.string({ nullable: true, description: 'BIC of the bank.', resolve: ({ bic }) => bic ?? null }),
    routingNumber: t.string({
      nullable: true,
      description: 'Routing number of the bank.',
      resolve: ({ routingNumber }) => routingNumber ?? null,
    }),
  }),
});

interface Detail {
  readonly entry: BankEntry;
  readonly detail: EntryDetail;
}

const BankEntryDetailRef = builder.objectRef<Detail>('BankEntryDetail').implement({
  description: 'One movement of an entry.',
  fields: (t) => ({
    amount: t.field({
      type: MoneyRef,
      nullable: true,
      description:
        'Amount, negative if the movement has the opposite direction of its entry; null if the bank does not state it.',
      resolve: ({ entry, detail: { amount } }, _args, context) =>
        amount === undefined ? null : moneyOf(context, entry, amount),
    }),
    counterparty: t.field({
      type: BankCounterpartyRef,
      nullable: true,
      description: 'The other party, if the bank names it.',
      resolve: ({ detail: { counterparty } }, _args, context) =>
        counterparty ? counterpartyAs(counterparty, identifiersFor(context)) : null,
    }),
    endToEndId: t.string({
      nullable: true,
      description: 'End-to-end id of the payment.',
      resolve: ({ detail }) => detail.endToEndId ?? null,
    }),
    reference: t.string({
      nullable: true,
      description: 'Structured reference of the creditor.',
      resolve: ({ detail }) => detail.reference ?? null,
    }),
    remittance: t.string({
      nullable: true,
      description: 'Remittance text.',
      resolve: ({ detail }) => detail.remittance ?? null,
    }),
    returnReason: t.string({
      nullable: true,
      description: 'Code by which a payment came back.',
      resolve: ({ detail }) => detail.returnReason ?? null,
    }),
    returnReasonTitle: t.string({
      nullable: true,
      description: 'Title of returnReason; null for an unknown code.',
      resolve: ({ detail }) => reasonTitleOf(detail.returnReason) ?? null,
    }),
  }),
});

const detailsBound = { argument: 'first', default: 10, max: maxShownDetails } as const;

export const BankEntryRef = builder.objectRef<BankEntry>('BankEntry').implement({
  description: 'A booked entry of a statement. It is recorded once, however often the bank reports it.',
  interfaces: [NodeRef],
  fields: (t) => ({
    connection: t.field({
      type: BankConnectionRef,
      description: 'The connection of the entry.',
      resolve: ({ connectionId }, _args, context) => existing(connectionById(context, connectionId)),
    }),
    statement: t.field({
      type: BankStatementRef,
      nullable: true,
      description: 'The statement of the entry; null while only a report or a notification has it.',
      resolve: async ({ statementId }, _args, context) =>
        statementId ? ((await statementById(context, statementId)) ?? null) : null,
    }),
    bookedOn: t.field({ type: 'Date', description: 'Booking day of the bank.', resolve: (e) => e.bookedOn }),
    valueDate: t.field({
      type: 'Date',
      nullable: true,
      description: 'Value date of the bank.',
      resolve: ({ record }) => record.valueDate ?? null,
    }),
    direction: t.field({
      type: EntryDirectionEnum,
      description: 'Direction: CREDIT increases the balance at the bank, DEBIT reduces it.',
      resolve: ({ amount }) => (amount > 0n ? 'CREDIT' : 'DEBIT'),
    }),
    amount: t.field({
      type: MoneyRef,
      description: 'Amount, never negative.',
      resolve: (one, _args, context) => moneyOf(context, one, one.amount < 0n ? -one.amount : one.amount),
    }),
    bankReference: t.string({
      nullable: true,
      description: 'Reference of the bank.',
      resolve: ({ record }) => record.bankReference ?? null,
    }),
    bankCode: t.string({
      nullable: true,
      description: 'Bank transaction code, for example PMNT.RCDT.ESCT.',
      resolve: ({ record }) => record.bankCode ?? null,
    }),
    isReversal: t.boolean({
      description: 'Whether the bank says that it reverses an earlier entry.',
      resolve: ({ record }) => record.isReversal,
    }),
    kind: t.field({
      type: BankEntryKindEnum,
      nullable: true,
      description: 'What the entry was booked as; null until it is booked.',
      resolve: ({ kind }) => kind ?? null,
    }),
    breakKind: t.field({
      type: BankBreakKindEnum,
      nullable: true,
      description: 'Why no record explains the entry. Only when kind is BREAK.',
      resolve: ({ breakKind }) => breakKind ?? null,
    }),
    note: t.string({
      nullable: true,
      description: 'A sentence about a break.',
      resolve: ({ note }) => note ?? null,
    }),
    detailCount: t.int({
      description: 'Number of movements of the entry.',
      resolve: ({ detailCount }) => detailCount,
    }),
    details: t.field({
      type: [BankEntryDetailRef],
      bound: detailsBound,
      description: 'First movements of the entry, in the order of the bank.',
      args: {
        first: t.arg.int({
          description: `Number of movements to return: ${lengthDescription(detailsBound)}`,
        }),
      },
      ...acceptingOn({ first: lengthArgument(detailsBound) }, (entry: BankEntry, { first }) =>
        entry.record.details.slice(0, first).map((detail) => ({ entry, detail })),
      ),
    }),
    transaction: t.field({
      type: TransactionRef,
      nullable: true,
      description: 'Transaction of the entry; null if there is none or several.',
      resolve: async ({ transactionId }, _args, context) =>
        transactionId ? ((await transactionById(context, transactionId)) ?? null) : null,
    }),
    bookedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which it was booked in the ledger; null until then.',
      resolve: ({ bookedAt }) => bookedAt ?? null,
    }),
    resolvedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which a person resolved the break.',
      resolve: ({ resolvedAt }) => resolvedAt ?? null,
    }),
    resolvedBy: t.string({
      nullable: true,
      description: 'Who resolved the break.',
      resolve: ({ resolvedBy }) => resolvedBy ?? null,
    }),
    resolution: t.string({
      nullable: true,
      description: 'What the person says that the entry was.',
      resolve: ({ resolution }) => resolution ?? null,
    }),
    createdAt: t.field({ type: 'DateTime', description: 'Time of the record.', resolve: (e) => e.createdAt }),
  }),
});

registerNode('BankEntry', 'BankEntry', entryById);

const BankEntryConnection = connectionOf('BankEntry', BankEntryRef, { createdIn: 'bankEntries' });

const BankEntryFilter = builder.inputType('BankEntryFilter', {
  description: 'Filter for bank entries. A record must match all given fields.',
  fields: (t) => ({
    connectionId: t.id({ description: 'BankConnection:<uuid>' }),
    statementId: t.id({ description: 'BankStatement:<uuid>' }),
    kind: t.field({ type: BankEntryKindEnum, description: 'What the entry was booked as.' }),
    isOpenBreak: t.boolean({ description: 'true: only breaks that are not resolved.' }),
    bookedOn: t.field({ type: 'Date', description: 'Booking day of the bank.' }),
  }),
});

const BankEntryFilterInput = z.object({
  connectionId: optional(idSchema('BankConnection')),
  statementId: optional(idSchema('BankStatement')),
  kind: optional(oneOf(entryKinds)),
  isOpenBreak: optional(boolean),
  bookedOn: optional(calendarDate),
});

builder.queryFields((t) => ({
  bankEntry: t.field({
    type: BankEntryRef,
    nullable: true,
    authScopes: { permission: 'VIEW_PLATFORM' },
    description: 'Returns one bank entry; null if there is none with this id.',
    args: { id: t.arg.id({ required: true, description: 'BankEntry:<uuid>' }) },
    ...accepting({ id: idSchema('BankEntry') }, ({ id }, context) => entryById(context, id)),
  }),
  bankEntries: t.field({
    type: BankEntryConnection,
    authScopes: { permission: 'VIEW_PLATFORM' },
    description:
      'Entries of bank statements, newest first. Use filter {isOpenBreak: true} for the breaks that wait for a person.',
    args: {
      ...pageArguments(t),
      filter: t.arg({ type: BankEntryFilter, description: 'Filter for the list.' }),
    },
    ...listing(
      'bankEntries',
      BankEntryFilterInput,
      (db, { platformId }, filter, page) => listEntries(db, platformId, filter, page),
      (db, { platformId }, filter) => countEntries(db, platformId, filter),
      isWideEntryFilter,
    ),
  }),
}));

builder.mutationField('resolveBankEntry', (t) =>
  t.errorUnionField({
    description:
      'Closes a break: a person says what the entry was. A break that was a fee or interest of the bank is booked as such. With isExecution, payments that the bank executed with another amount, or that were not sent, are completed. A calling member needs a step-up. Returns ConflictError if the entry is not an open break, or names no such payment.',
    authScopes: { permission: 'DECIDE_BANK_RECORDS' },
    args: {
      id: t.arg.id({ required: true, description: 'BankEntry:<uuid>' }),
      resolution: t.arg.string({ required: true, description: 'What the entry was, 1 to 500 characters.' }),
      isBankFee: t.arg.boolean({
        defaultValue: false,
        description: 'Whether it was a fee or interest of the bank.',
      }),
      isExecution: t.arg.boolean({
        defaultValue: false,
        description:
          'Whether the bank executed the outgoing payments that the entry names, with another amount or although they were not sent. They are then CONFIRMED, and the break is the difference.',
      }),
    },
    types: [BankEntryRef, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'ResolveBankEntryResult',
      description: 'Result of resolveBankEntry.',
      resolveType: () => BankEntryRef,
    },
    ...accepting(ResolveBankEntryInput.shape, (input, context) =>
      resolveBankEntry(context.ports, platformOf(context), input),
    ),
  }),
);
