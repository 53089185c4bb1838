/** The postings of an account, which GraphQL calls LedgerEntry. */
import type { Id } from '../../src/kernel/ids.ts';
import type { Page, PageRequest } from '../../src/kernel/page.ts';
import {
  countsOfPostings,
  findPostings,
  type PostingRecord,
  pagesOfPostings,
} from '../../src/ledger/posting-store.ts';
import { InternalAccountRef, internalAccountById } from '../accounts/internal-accounts.ts';
import { builder } from '../core/builder.ts';
import { connectionOf, pageArguments, pageRequestOf } from '../core/connections.ts';
import { batched, byId, type Context, visibleIf } from '../core/context.ts';
import { counted } from '../core/counts.ts';
import { MoneyRef } from '../core/money.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import { EntryDirectionEnum } from './transaction-parts.ts';
import { TransactionRef, transactionById } from './transactions.ts';

const LedgerEntryRef = builder.objectRef<PostingRecord>('LedgerEntry').implement({
  description: 'One debit or credit of an account (a posting of a double-entry ledger entry).',
  interfaces: [NodeRef],
  fields: (t) => ({
    direction: t.field({
      type: EntryDirectionEnum,
      description: 'Direction: CREDIT increases the balance, DEBIT reduces it.',
      resolve: ({ amount }) => (amount.amount > 0n ? 'CREDIT' : 'DEBIT'),
    }),
    amount: t.field({
      type: MoneyRef,
      description: 'Amount, never negative.',
      resolve: ({ amount: { amount, currency } }) => ({ amount: amount < 0n ? -amount : amount, currency }),
    }),
    balanceAfter: t.field({
      type: MoneyRef,
      description: 'Posted balance directly after this posting.',
      resolve: (posting) => posting.balanceAfter,
    }),
    transaction: t.field({
      type: TransactionRef,
      nullable: true,
      description: 'Transaction that caused the posting; null if there is none.',
      resolve: async ({ transactionId }, _args, context) =>
        transactionId ? ((await transactionById(context, transactionId)) ?? null) : null,
    }),
    description: t.exposeString('description', { description: 'Description for a human reader.' }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the posting.',
      resolve: (posting) => posting.createdAt,
    }),
  }),
});

/** The postings on internal accounts that the caller may read. Service accounts are no internal accounts. */
const postingById = batched<Id<'LedgerEntry'>, PostingRecord>('postingById', async (context, ids) => {
  const found = await findPostings(context.ports.db.orm, visibleIf(context, 'VIEW_TRANSACTIONS'), ids);
  const readable = await Promise.all(
    found.map(async ({ accountId, posting }) =>
      (await internalAccountById(context, accountId)) ? [posting] : [],
    ),
  );
  return byId(readable.flat());
});

registerNode('LedgerEntry', 'LedgerEntry', postingById, 'VIEW_TRANSACTIONS');

const LedgerEntryConnection = connectionOf('LedgerEntry', LedgerEntryRef);

/** The same page of each account on a level, in one statement. */
const ledgerPageOf = (context: Context, id: Id<'InternalAccount'>, page: PageRequest) =>
  batched<Id<'InternalAccount'>, Page<PostingRecord>>(
    `ledgerEntriesOf ${JSON.stringify(page)}`,
    (_context, ids) =>
      pagesOfPostings(context.ports.db.orm, visibleIf(context, 'VIEW_TRANSACTIONS'), ids, page),
  )(context, id);

const ledgerCountOf = batched<Id<'InternalAccount'>, number>('ledgerCountsOf', (context, ids) =>
  counted(context, (db) => countsOfPostings(db, visibleIf(context, 'VIEW_TRANSACTIONS'), ids)),
);

builder.objectField(InternalAccountRef, 'ledgerEntries', (t) =>
  t.field({
    type: LedgerEntryConnection,
    description: 'Debits and credits of this account, newest first.',
    args: pageArguments(t),
    resolve: async (account, args, context) => {
      // A cursor is valid for one account only. The empty list name lets the accounts load their pages together.
      const { list, ...position } = pageRequestOf('ledgerEntries', { account: account.id }, args);
      const page = (await ledgerPageOf(context, account.id, {
        ...position,
        list: '',
      })) as Page<PostingRecord>;
      return {
        page: { ...page, list },
        count: async () => (await ledgerCountOf(context, account.id)) ?? 0,
      };
    },
  }),
);
