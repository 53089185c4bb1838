/** SQL of the movements of bank entries that deposits are. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import type { Transaction } from '../../payments/transactions/transaction.ts';
import { referencesIn } from '../bank-connections/creditor-reference.ts';
import type { BankParty } from '../bank-files/bank-file.ts';
import { bankEntries } from '../bank-records/tables.ts';
import { bankDeposits, unmatchedDeposits } from './tables.ts';

/** The movement of a bank entry that a deposit is. */
export interface DepositSource {
  readonly connectionId: Id<'BankConnection'>;
  readonly entryId: Id<'BankEntry'>;
  readonly detailIndex: number;
  readonly depositor: BankParty | undefined;
  readonly remittance: string | undefined;
}

export async function insertDeposit(
  tx: Executor,
  platformId: Id<'Platform'>,
  transactionId: Id<'Transaction'>,
  { connectionId, entryId, ...source }: DepositSource,
): Promise<void> {
  await tx.insert(bankDeposits).values({
    ...source,
    transactionId: uuidOf(transactionId),
    platformId: uuidOf(platformId),
    connectionId: uuidOf(connectionId),
    entryId: uuidOf(entryId),
  });
}

/** The deposit that an incoming transaction is, or that paid a quote; `undefined` when no bank reported it. */
export async function findDepositSource(
  db: Executor,
  transaction: Pick<Transaction, 'id' | 'reference'>,
): Promise<DepositSource | undefined> {
  const [row] = await db
    .select()
    .from(bankDeposits)
    .where(eq(bankDeposits.transactionId, uuidOf(transaction.id)));
  if (!row) return findEntryOfQuote(db, transaction);
  return {
    connectionId: idOf('BankConnection', row.connectionId),
    entryId: idOf('BankEntry', row.entryId),
    detailIndex: row.detailIndex,
    depositor: row.depositor ?? undefined,
    remittance: row.remittance ?? undefined,
  };
}

/**
 * The deposit that paid a quote in a version before, which recorded only the transaction of an entry: the movement that states the
 * reference of the quote. The return of its payment has the same transaction and another kind. An entry of several transactions had
 * none, so its deposits are not found.
 */
async function findEntryOfQuote(
  db: Executor,
  { id, reference }: Pick<Transaction, 'id' | 'reference'>,
): Promise<DepositSource | undefined> {
  const entries = await db
    .select({ id: bankEntries.id, connectionId: bankEntries.connectionId, record: bankEntries.record })
    .from(bankEntries)
    .where(and(eq(bankEntries.transactionId, uuidOf(id)), eq(bankEntries.kind, 'DEPOSIT')))
    .orderBy(bankEntries.id);
  for (const entry of entries) {
    const { details } = entry.record;
    const detailIndex = details.findIndex((detail) =>
      [detail.reference, detail.remittance, detail.endToEndId]
        .flatMap((text) => referencesIn(text ?? ''))
        .includes(reference),
    );
    const detail = details[detailIndex];
    if (!detail) continue;
    return {
      connectionId: idOf('BankConnection', entry.connectionId),
      entryId: idOf('BankEntry', entry.id),
      detailIndex,
      depositor: detail.counterparty,
      remittance: detail.remittance ?? detail.reference,
    };
  }
  return undefined;
}

/** The direct debit whose money a transaction credits: it was an unmatched deposit that people assigned. */
export async function findDebitOfAssigned(
  db: Executor,
  transactionId: Id<'Transaction'>,
): Promise<Id<'BankPayment'> | undefined> {
  const { bankPaymentId, transactionId: ofTransaction, status } = unmatchedDeposits;
  const [row] = await db
    .select({ bankPaymentId })
    .from(unmatchedDeposits)
    .where(and(eq(ofTransaction, uuidOf(transactionId)), eq(status, 'ASSIGNED')));
  return row?.bankPaymentId ? idOf('BankPayment', row.bankPaymentId) : undefined;
}

/** The entries of the deposits that transactions are, or that paid their quotes. */
export async function entriesOfDeposits(
  db: Executor,
  platformId: Id<'Platform'>,
  transactionIds: readonly Id<'Transaction'>[],
): Promise<Map<Id<'Transaction'>, Id<'BankEntry'>>> {
  const { transactionId, entryId } = bankDeposits;
  const rows = await db
    .select({ transactionId, entryId })
    .from(bankDeposits)
    .where(
      and(
        eq(bankDeposits.platformId, uuidOf(platformId)),
        inArray(transactionId, transactionIds.map(uuidOf)),
      ),
    );
  return new Map(rows.map((row) => [idOf('Transaction', row.transactionId), idOf('BankEntry', row.entryId)]));
}
