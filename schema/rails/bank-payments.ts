/** Payments that a bank executes, those of a transaction and of a file. */
import type { Id } from '../../src/kernel/ids.ts';
import { idSchema } from '../../src/kernel/ids.ts';
import { listName } from '../../src/kernel/page.ts';
import { oneOf, optional } from '../../src/kernel/parse.ts';
import { type BankPayment, bankPaymentStatuses } from '../../src/rails/bank-payments/bank-payment.ts';
import { collectionDateOf, isWaitingCollection } from '../../src/rails/bank-payments/collection-dates.ts';
import {
  countPayments,
  findPayments,
  listPayments,
} from '../../src/rails/bank-payments/payment-list-store.ts';
import { reasonTitleOf } from '../../src/rails/bank-payments/reason-title.ts';
import { paymentsOfTransactions } from '../../src/rails/bank-payments/store.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { connect, connectionOf, pageArguments, pageShape } from '../core/connections.ts';
import { batched, byId, may, principalOf } from '../core/context.ts';
import { describedEnum } from '../core/enums.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import { TransactionRef, transactionById } from '../payments/transactions.ts';
import { connectionById } from './bank-connections.ts';
import { BankFileRef, BankPaymentDirectionEnum, BankServiceLevelEnum, fileById } from './bank-files.ts';

const paymentOfTransaction = batched<Id<'Transaction'>, BankPayment>(
  'bankPaymentOfTransaction',
  async (context, ids) => {
    const { id: platformId } = principalOf(context).platform;
    const found = await paymentsOfTransactions(context.ports.db.orm, platformId, ids);
    return new Map(
      found.flatMap((payment) => (payment.transactionId ? [[payment.transactionId, payment] as const] : [])),
    );
  },
);

const paymentById = batched<Id<'BankPayment'>, BankPayment>('bankPaymentById', async (context, ids) =>
  byId(await findPayments(context.ports.db.orm, principalOf(context).platform.id, ids)),
);

const BankPaymentStatusEnum = describedEnum(
  'BankPaymentStatus',
  'Status of a payment at a bank.',
  bankPaymentStatuses,
  {
    WAITING: 'For the next file.',
    IN_FILE: 'In a file that is sent next, or was sent.',
    CONFIRMED: 'An entry of a statement executed it.',
    REJECTED: 'The bank rejected it, or its file was cancelled. It was not executed.',
    RETURNED: 'It came back.',
  },
);

const BankPaymentRef = builder.objectRef<BankPayment>('BankPayment').implement({
  description: 'A payment that a bank executes: of a transaction, or the return of an unmatched deposit.',
  interfaces: [NodeRef],
  fields: (t) => ({
    status: t.field({
      type: BankPaymentStatusEnum,
      description: 'Status of the payment at the bank.',
      resolve: ({ status }) => status,
    }),
    direction: t.field({
      type: BankPaymentDirectionEnum,
      description: 'What the payment does to the account of the counterparty.',
      resolve: ({ direction }) => direction,
    }),
    serviceLevel: t.field({
      type: BankServiceLevelEnum,
      description: 'How the payment is sent.',
      resolve: ({ serviceLevel }) => serviceLevel,
    }),
    amount: t.field({
      type: 'Amount',
      description: 'Amount in the smallest unit of the currency of the connection.',
      resolve: ({ amount }) => amount,
    }),
    endToEndId: t.exposeString('endToEndId', {
      description: 'Reference that the bank repeats: that of the transaction.',
    }),
    reasonCode: t.string({
      nullable: true,
      description: 'Code by which the bank rejected or returned the payment, for example AC01 or R03.',
      resolve: ({ reasonCode }) => reasonCode ?? null,
    }),
    reasonTitle: t.string({
      nullable: true,
      description: 'Title of reasonCode, for example "Account closed"; null for an unknown code.',
      resolve: ({ reasonCode }) => reasonTitleOf(reasonCode) ?? null,
    }),
    executionDate: t.field({
      type: 'Date',
      nullable: true,
      description:
        'Requested date of execution. A SEPA direct debit has it from its creation, so that the platform can announce it; for others it is null before the payment is in a file.',
      resolve: async (payment, _args, context) => {
        if (payment.fileId) return (await fileById(context, payment.fileId))?.executionDate ?? null;
        if (!isWaitingCollection(payment)) return null;
        const connection = await connectionById(context, payment.connectionId);
        return connection ? collectionDateOf(connection, payment.createdAt) : null;
      },
    }),
    file: t.field({
      type: BankFileRef,
      nullable: true,
      description:
        'File of the payment; null before it is in a file, and for callers that may not read files.',
      resolve: async ({ fileId }, _args, context) =>
        fileId && may(context, 'VIEW_PLATFORM') ? ((await fileById(context, fileId)) ?? null) : null,
    }),
    transaction: t.field({
      type: TransactionRef,
      nullable: true,
      description: 'Transaction of the payment; null for the return of an unmatched deposit.',
      resolve: async ({ transactionId }, _args, context) =>
        transactionId ? ((await transactionById(context, transactionId)) ?? null) : null,
    }),
    createdAt: t.field({ type: 'DateTime', description: 'Creation time.', resolve: (one) => one.createdAt }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'Time of the last update.',
      resolve: ({ updatedAt }) => updatedAt,
    }),
  }),
});

registerNode('BankPayment', 'BankPayment', paymentById);

builder.objectField(TransactionRef, 'bankPayment', (t) =>
  t.field({
    type: BankPaymentRef,
    nullable: true,
    description: 'The payment at a bank; null if no bank connection sends it.',
    resolve: async ({ id }, _args, context) => (await paymentOfTransaction(context, id)) ?? null,
  }),
);

const BankPaymentConnection = connectionOf('BankPayment', BankPaymentRef, {
  createdIn: ({ fileId }) => listName('bankPayments', { fileId }),
  isListed: ({ fileId }) => fileId !== undefined,
});

builder.queryField('bankPayments', (t) =>
  t.field({
    type: BankPaymentConnection,
    authScopes: { permission: 'VIEW_PLATFORM' },
    description: 'Payments of a file, newest first.',
    args: {
      ...pageArguments(t),
      fileId: t.arg.id({ required: true, description: 'BankFile:<uuid>' }),
      status: t.arg({ type: BankPaymentStatusEnum, description: 'Status of the payment.' }),
    },
    ...accepting(
      { ...pageShape, fileId: idSchema('BankFile'), status: optional(oneOf(bankPaymentStatuses)) },
      ({ fileId, status, ...page }, context) => {
        const { id } = principalOf(context).platform;
        const filter = { fileId, status };
        return connect(
          'bankPayments',
          filter,
          page,
          (request) => listPayments(context.ports.db.orm, id, filter, request),
          (db) => countPayments(db, id, filter),
        );
      },
    ),
  }),
);
