/** Bank connections: the type and the queries. */
import { z } from 'zod';
import { invariant } from '../../src/kernel/errors.ts';
import { type Id, idSchema } from '../../src/kernel/ids.ts';
import { currencyOf } from '../../src/kernel/money/currencies.ts';
import { oneOf, optional } from '../../src/kernel/parse.ts';
import { type BankConnection, connectionStatuses } from '../../src/rails/bank-connections/bank-connection.ts';
import { nextCutOffOf } from '../../src/rails/bank-connections/next-cut-off.ts';
import {
  countConnections,
  findConnections,
  listConnections,
} from '../../src/rails/bank-connections/store.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { connectionOf, listing, pageArguments } from '../core/connections.ts';
import { batched, byId, principalOf } from '../core/context.ts';
import { describedEnum } from '../core/enums.ts';
import { CurrencyRef, MoneyRef } from '../core/money.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import {
  BankAccountRef,
  BankCutOffsRef,
  BankExchangeRef,
  BankFormatEnum,
  VirtualIbanRangeRef,
} from './bank-connection-parts.ts';

export const connectionById = batched<Id<'BankConnection'>, BankConnection>(
  'bankConnectionById',
  async (context, ids) =>
    byId(await findConnections(context.ports.db.orm, principalOf(context).platform.id, ids)),
);

/** A record that another one names. */
export async function existing<T>(loading: Promise<T | undefined>): Promise<T> {
  const record = await loading;
  invariant(record, 'a record that another one names exists');
  return record;
}

const BankConnectionStatusEnum = describedEnum(
  'BankConnectionStatus',
  'Status of a bank connection.',
  connectionStatuses,
  { ACTIVE: 'Its files are exchanged.', CLOSED: 'It exchanges no files. It cannot be opened again.' },
);

export const BankConnectionRef = builder.objectRef<BankConnection>('BankConnection').implement({
  description:
    "The platform's own account at a bank, and how files are exchanged with the bank. A platform has at most one active connection in a currency.",
  interfaces: [NodeRef],
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the connection.' }),
    currency: t.field({
      type: CurrencyRef,
      description: 'Currency of the account.',
      resolve: ({ currency }) => currencyOf(currency),
    }),
    format: t.field({ type: BankFormatEnum, description: 'Files of the bank.', resolve: (c) => c.format }),
    status: t.field({
      type: BankConnectionStatusEnum,
      description: 'Status of the connection.',
      resolve: ({ status }) => status,
    }),
    account: t.field({
      type: BankAccountRef,
      description: 'The account at the bank.',
      resolve: ({ account }) => account,
    }),
    exchange: t.field({
      type: BankExchangeRef,
      description: 'How files are exchanged.',
      resolve: ({ exchange }) => exchange,
    }),
    virtualIbanRange: t.field({
      type: VirtualIbanRangeRef,
      nullable: true,
      description: 'Numbers for the accounts of the platform; null if depositors state a reference only.',
      resolve: ({ virtualIbanRange }) => virtualIbanRange ?? null,
    }),
    cutOffs: t.field({
      type: BankCutOffsRef,
      description: 'When waiting payments are put into files.',
      resolve: ({ cutOffs }) => cutOffs,
    }),
    maxPaymentsPerFile: t.exposeInt('maxPaymentsPerFile', {
      description: 'Maximum number of payments of one file.',
    }),
    preNotificationDays: t.exposeInt('preNotificationDays', {
      description:
        'SEPA direct debits: days from the request to the collection, at least. Meanwhile the platform announces amount and date to the debtor.',
    }),
    openingBalance: t.field({
      type: MoneyRef,
      description: 'Balance of the account before the first statement.',
      resolve: ({ openingBalance: amount, currency }) => ({ amount, currency }),
    }),
    reviewAbove: t.field({
      type: MoneyRef,
      nullable: true,
      description:
        'A file with a larger total, and a decision on a larger deposit, need two persons; null for no limit.',
      resolve: ({ reviewAbove: amount, currency }) => (amount === undefined ? null : { amount, currency }),
    }),
    nextCutOffAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Next time at which files of the waiting payments are made; null for a closed connection.',
      resolve: async (connection, _args, context) => {
        const now = context.ports.clock.now(principalOf(context).platform);
        return (await nextCutOffOf(connection, now)) ?? null;
      },
    }),
    lastCutOffAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Last cut-off whose files were made.',
      resolve: ({ lastCutOffAt }) => lastCutOffAt ?? null,
    }),
    lastExchangeAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the last exchange of files, successful or not, in real time.',
      resolve: ({ lastExchangeAt }) => lastExchangeAt ?? null,
    }),
    exchangeError: t.string({
      nullable: true,
      description: 'Why the last exchange failed; null when it succeeded.',
      resolve: ({ exchangeError }) => exchangeError ?? null,
    }),
    createdAt: t.field({ type: 'DateTime', description: 'Creation time.', resolve: (c) => c.createdAt }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'Time of the last update.',
      resolve: ({ updatedAt }) => updatedAt,
    }),
  }),
});

registerNode('BankConnection', 'BankConnection', connectionById);

const BankConnectionConnection = connectionOf('BankConnection', BankConnectionRef, {
  createdIn: 'bankConnections',
});

const BankConnectionFilter = builder.inputType('BankConnectionFilter', {
  description: 'Filter for bank connections.',
  fields: (t) => ({
    status: t.field({ type: BankConnectionStatusEnum, description: 'Status of the connection.' }),
  }),
});

builder.queryFields((t) => ({
  bankConnection: t.field({
    type: BankConnectionRef,
    nullable: true,
    authScopes: { permission: 'VIEW_PLATFORM' },
    description: 'Returns one bank connection; null if there is none with this id.',
    args: { id: t.arg.id({ required: true, description: 'BankConnection:<uuid>' }) },
    ...accepting({ id: idSchema('BankConnection') }, ({ id }, context) => connectionById(context, id)),
  }),
  bankConnections: t.field({
    type: BankConnectionConnection,
    authScopes: { permission: 'VIEW_PLATFORM' },
    description: 'Bank connections, newest first.',
    args: {
      ...pageArguments(t),
      filter: t.arg({ type: BankConnectionFilter, description: 'Filter for the list.' }),
    },
    ...listing(
      'bankConnections',
      z.object({ status: optional(oneOf(connectionStatuses)) }),
      (db, { platformId }, filter, page) => listConnections(db, platformId, filter, page),
      (db, { platformId }, filter) => countConnections(db, platformId, filter),
    ),
  }),
}));
