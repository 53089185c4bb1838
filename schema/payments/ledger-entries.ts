/** The postings of an account, which GraphQL calls LedgerEntry. */
import type { InternalAccount } from '../../src/accounts/internal/internal-account.ts';
import { invariant } from '../../src/kernel/errors.ts';
import type { Id } from '../../src/kernel/ids.ts';
import { listName, type Page, type PageRequest } from '../../src/kernel/page.ts';
import {
  countsOfPostings,
  findPostings,
  type PostingRecord,
  pagesOfPostings,
} from '../../src/ledger/posting-store.ts';
import {
  type HoldRecord,
  holdStatuses,
  holdsOfTransactions,
  maxPostings,
  postingsOfTransactions,
} from '../../src/ledger/transaction-ledger-store.ts';
import { InternalAccountRef, internalAccountById } from '../accounts/internal-accounts.ts';
import { builder } from '../core/builder.ts';
import { connectionOf, pageArguments, pageRequestOf } from '../core/connections.ts';
import { batched, byId, type Context, visibleIf } from '../core/context.ts';
import { counted } from '../core/counts.ts';
import { describedEnum } from '../core/enums.ts';
import { MoneyRef } from '../core/money.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import { EntryDirectionEnum } from './transaction-parts.ts';
import { TransactionRef, transactionById } from './transactions.ts';

/** The account of a record that is only shown to callers that may read its account. */
async function accountOf(
  context: Context,
  { accountId }: { readonly accountId: Id<'InternalAccount'> },
): Promise<InternalAccount> {
  const account = await internalAccountById(context, accountId);
  invariant(account, 'the account of a ledger entry is readable');
  return account;
}

const LedgerEntryRef = builder.objectRef<PostingRecord>('LedgerEntry').implement({
  description: 'One debit or credit of an account (a posting of a double-entry ledger entry).',
  interfaces: [NodeRef],
  fields: (t) => ({
    direction: t.field({
      type: EntryDirectionEnum,
      description: 'Direction: CREDIT increases the balance, DEBIT reduces it.',
      resolve: ({ amount }) => (amount.amount > 0n ? 'CREDIT' : 'DEBIT'),
    }),
    account: t.field({
      type: InternalAccountRef,
      description: 'Account that is debited or credited.',
      resolve: (posting, _args, context) => accountOf(context, posting),
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

/** The records of internal accounts that the caller may read. Service accounts are no internal accounts. */
async function onReadableAccounts<T extends { readonly accountId: Id<'InternalAccount'> }>(
  context: Context,
  records: readonly T[],
): Promise<T[]> {
  const readable = await Promise.all(
    records.map(async (record) => ((await internalAccountById(context, record.accountId)) ? [record] : [])),
  );
  return readable.flat();
}

const postingById = batched<Id<'LedgerEntry'>, PostingRecord>('postingById', async (context, ids) => {
  const found = await findPostings(context.ports.db.orm, visibleIf(context, 'VIEW_TRANSACTIONS'), ids);
  return byId(await onReadableAccounts(context, found));
});

registerNode('LedgerEntry', 'LedgerEntry', postingById, 'VIEW_TRANSACTIONS');

const LedgerEntryConnection = connectionOf('LedgerEntry', LedgerEntryRef, {
  createdIn: ({ accountId }) => listName('ledgerEntries', { account: accountId }),
});

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

const HoldStatusEnum = describedEnum('HoldStatus', 'Status of a hold.', holdStatuses, {
  PLACED: 'The amount is reserved: it is in the balance, and not available.',
  CAPTURED: 'The amount was debited.',
  RELEASED: 'The amount is available again. Nothing was debited.',
});

const HoldRef = builder.objectRef<HoldRecord>('Hold').implement({
  description: 'An amount of an account that is reserved for a transaction until it is debited or released.',
  fields: (t) => ({
    account: t.field({
      type: InternalAccountRef,
      description: 'Account whose balance is reserved.',
      resolve: (hold, _args, context) => accountOf(context, hold),
    }),
    amount: t.field({ type: MoneyRef, description: 'Reserved amount.', resolve: ({ amount }) => amount }),
    status: t.field({
      type: HoldStatusEnum,
      description: 'Status of the hold.',
      resolve: ({ status }) => status,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time at which the amount was reserved.',
      resolve: ({ createdAt }) => createdAt,
    }),
    endedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the amount was captured or released; null while it is reserved.',
      resolve: ({ status, updatedAt }) => (status === 'PLACED' ? null : updatedAt),
    }),
  }),
});

const postingsOfTransaction = batched<Id<'Transaction'>, PostingRecord[]>(
  'postingsOfTransaction',
  (context, ids) =>
    postingsOfTransactions(context.ports.db.orm, visibleIf(context, 'VIEW_TRANSACTIONS'), ids),
);

const holdOfTransaction = batched<Id<'Transaction'>, HoldRecord>('holdOfTransaction', (context, ids) =>
  holdsOfTransactions(context.ports.db.orm, visibleIf(context, 'VIEW_TRANSACTIONS'), ids),
);

builder.objectFields(TransactionRef, (t) => ({
  ledgerEntries: t.field({
    type: [LedgerEntryRef],
    bound: maxPostings,
    description: 'Debits and credits of this transaction on accounts that the caller may read, oldest first.',
    resolve: async ({ id }, _args, context) =>
      onReadableAccounts(context, (await postingsOfTransaction(context, id)) ?? []),
  }),
  hold: t.field({
    type: HoldRef,
    nullable: true,
    description:
      'Amount that is or was reserved for this transaction; null if there is none, or if the caller may not read its account.',
    resolve: async ({ id }, _args, context) => {
      const hold = await holdOfTransaction(context, id);
      const [readable] = await onReadableAccounts(context, hold ? [hold] : []);
      return readable ?? null;
    },
  }),
}));
