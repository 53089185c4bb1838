/**
 * Notifications of change: the bank knows newer data of an external account.
 *
 * Decision: a notice is a suggestion to the account's owner. The number of an account never changes by itself, because a caller who can
 * send such a notice could redirect payments.
 *
 * Source: docs/behaviour/bank-connections.md#notifications-of-change.
 */
import { and, desc, eq, getTableColumns, inArray, lte, sql } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { groupedBy } from '../../kernel/grouped.ts';
import { type Id, idOf, newUuid, uuidOf } from '../../kernel/ids.ts';
import { masked } from '../../kernel/mask.ts';
import { externalAccountOf } from '../../payments/payment-party.ts';
import { findTransaction } from '../../payments/transactions/store.ts';
import type { ChangeNotice } from '../bank-files/bank-file.ts';
import type { BankPayment } from '../bank-payments/bank-payment.ts';
import { accountChangeNotices } from './tables.ts';

/** A suggestion of the bank for an external account. Numbers are masked. */
export interface AccountChangeNotice {
  readonly externalAccountId: Id<'ExternalAccount'>;
  /** `C01` and so on. */
  readonly reasonCode: string;
  readonly accountNumber: string | undefined;
  readonly routingNumber: string | undefined;
  readonly accountKind: string | undefined;
  readonly name: string | undefined;
  readonly createdAt: Date;
}

export async function recordChangeNotice(
  tx: Executor,
  { platformId, transactionId }: BankPayment,
  fileId: Id<'BankFile'>,
  { reason, corrected }: ChangeNotice,
  now: Date,
): Promise<void> {
  const transaction = transactionId && (await findTransaction(tx, { platformId }, transactionId));
  const accountId =
    transaction && (externalAccountOf(transaction.destination) ?? externalAccountOf(transaction.source));
  if (!accountId) return;
  const { accountNumber, routingNumber, accountKind, name } = corrected;
  const given = Object.entries({ accountNumber, routingNumber, accountKind, name }).flatMap(
    ([field, value]) => (value === undefined ? [] : [[field, value] as const]),
  );
  await tx.insert(accountChangeNotices).values({
    id: newUuid(),
    platformId: uuidOf(platformId),
    externalAccountId: uuidOf(accountId),
    fileId: uuidOf(fileId),
    reasonCode: reason,
    corrected: Object.fromEntries(given),
    createdAt: now,
  });
}

/** The maximum number of notices of an account that are read. */
export const maxChangeNotices = 10;

/** The newest notices of each account. */
export async function changeNoticesOf(
  db: Executor,
  platformId: Id<'Platform'>,
  ids: readonly Id<'ExternalAccount'>[],
): Promise<ReadonlyMap<Id<'ExternalAccount'>, readonly AccountChangeNotice[]>> {
  const { id, externalAccountId: accountId } = accountChangeNotices;
  const nth = sql<number>`row_number() over (partition by ${accountId} order by ${id} desc)`.as('nth');
  const numbered = db
    .select({ ...getTableColumns(accountChangeNotices), nth })
    .from(accountChangeNotices)
    .where(and(eq(accountChangeNotices.platformId, uuidOf(platformId)), inArray(accountId, ids.map(uuidOf))))
    .as('numbered');
  const rows = await db
    .select()
    .from(numbered)
    .where(lte(numbered.nth, maxChangeNotices))
    .orderBy(desc(numbered.id));
  return groupedBy(rows.map(toNotice), ({ externalAccountId }) => externalAccountId);
}

type Row = Pick<
  typeof accountChangeNotices.$inferSelect,
  'externalAccountId' | 'reasonCode' | 'corrected' | 'createdAt'
>;

const toNotice = ({ externalAccountId, reasonCode, corrected, createdAt }: Row): AccountChangeNotice => ({
  externalAccountId: idOf('ExternalAccount', externalAccountId),
  reasonCode,
  accountNumber: corrected['accountNumber'] && masked(corrected['accountNumber']),
  routingNumber: corrected['routingNumber'],
  accountKind: corrected['accountKind'],
  name: corrected['name'],
  createdAt,
});
