import type { Id } from '../../src/kernel/ids.ts';
import type { BankStatement } from '../../src/rails/bank-records/bank-statement.ts';
import { findStatements } from '../../src/rails/bank-records/statement-store.ts';
import { builder } from '../core/builder.ts';
import { batched, byId, type Context, principalOf } from '../core/context.ts';
import { MoneyRef } from '../core/money.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import { BankConnectionRef, connectionById, existing } from './bank-connections.ts';
import { BankFileRef, fileById } from './bank-files.ts';

export const statementById = batched<Id<'BankStatement'>, BankStatement>(
  'bankStatementById',
  async (context, ids) =>
    byId(await findStatements(context.ports.db.orm, principalOf(context).platform.id, ids)),
);

type OfConnection = { readonly connectionId: Id<'BankConnection'> };

/** An amount in the currency of the connection of a record. */
export async function moneyOf(context: Context, { connectionId }: OfConnection, amount: bigint) {
  const { currency } = await existing(connectionById(context, connectionId));
  return { amount, currency };
}

export const BankStatementRef = builder.objectRef<BankStatement>('BankStatement').implement({
  description: 'One page of a statement of a bank.',
  interfaces: [NodeRef],
  fields: (t) => ({
    connection: t.field({
      type: BankConnectionRef,
      description: 'The connection of the statement.',
      resolve: ({ connectionId }, _args, context) => existing(connectionById(context, connectionId)),
    }),
    file: t.field({
      type: BankFileRef,
      description: 'The file that had it first.',
      resolve: ({ fileId }, _args, context) => existing(fileById(context, fileId)),
    }),
    statementId: t.exposeString('statementId', { description: "The bank's id of the statement." }),
    sequenceNumber: t.int({
      nullable: true,
      description: 'Number of the statement; null if the bank does not number them.',
      resolve: ({ sequenceNumber }) => sequenceNumber ?? null,
    }),
    pageNumber: t.exposeInt('pageNumber', { description: 'Page of the statement, starting with 1.' }),
    bookedOn: t.field({ type: 'Date', description: 'Day of the statement.', resolve: (s) => s.bookedOn }),
    opening: t.field({
      type: MoneyRef,
      nullable: true,
      description:
        'Balance before the entries, negative if it is a debit balance; null if the bank states none.',
      resolve: (one, _args, context) =>
        one.opening === undefined ? null : moneyOf(context, one, one.opening),
    }),
    closing: t.field({
      type: MoneyRef,
      nullable: true,
      description:
        'Balance after the entries, negative if it is a debit balance; null if the bank states none.',
      resolve: (one, _args, context) =>
        one.closing === undefined ? null : moneyOf(context, one, one.closing),
    }),
    sum: t.field({
      type: MoneyRef,
      description: 'Sum of the booked entries, negative if debits exceed credits.',
      resolve: (one, _args, context) => moneyOf(context, one, one.sum),
    }),
    count: t.exposeInt('count', { description: 'Number of the booked entries.' }),
    hasConflict: t.exposeBoolean('hasConflict', {
      description: 'Whether the bank sent it again with other contents.',
    }),
    createdAt: t.field({ type: 'DateTime', description: 'Time of the record.', resolve: (s) => s.createdAt }),
  }),
});

registerNode('BankStatement', 'BankStatement', statementById);
