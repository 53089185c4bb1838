/** SQL of payments that a bank executes. */
import { and, asc, count, eq, gt, inArray, isNotNull, max, sql } from 'drizzle-orm';
import { asBigInt, type Executor } from '../../infrastructure/database/client.ts';
import { readValues } from '../../infrastructure/database/row-decoding/rows.ts';
import { bulkInserter } from '../../infrastructure/database/statements.ts';
import { send } from '../../infrastructure/database/transact.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import type { ServiceAccountCode } from '../../ledger/chart.ts';
import { bankConnections } from '../bank-connections/tables.ts';
import { bankDigits, traceNumbers } from '../bank-files/nacha/trace-numbers.ts';
import type { BankPayment, BankPaymentStatus } from './bank-payment.ts';
import { bankPayments } from './tables.ts';

type Row = typeof bankPayments.$inferSelect;

const optionalId = <T extends Parameters<typeof idOf>[0]>(type: T, uuid: string | null) =>
  uuid ? idOf(type, uuid) : undefined;

export const toPayment = (row: Row): BankPayment => ({
  ...row,
  id: idOf('BankPayment', row.id),
  platformId: idOf('Platform', row.platformId),
  connectionId: idOf('BankConnection', row.connectionId),
  transactionId: optionalId('Transaction', row.transactionId),
  depositId: optionalId('UnmatchedDeposit', row.depositId),
  entryClass: row.entryClass ?? undefined,
  clearingCode: row.clearingCode as ServiceAccountCode,
  fileId: optionalId('BankFile', row.fileId),
  batch: row.batch ?? undefined,
  traceSequence: row.traceSequence ?? undefined,
  reasonCode: row.reasonCode ?? undefined,
  entryId: optionalId('BankEntry', row.entryId),
  returnEntryId: optionalId('BankEntry', row.returnEntryId),
});

export const ofConnection = (id: Id<'BankConnection'>) => eq(bankPayments.connectionId, uuidOf(id));

/** A payment that is submitted twice is inserted once. */
const insert = bulkInserter(bankPayments, undefined, sql`on conflict do nothing`);

export async function insertPayments(tx: Executor, payments: readonly BankPayment[]): Promise<void> {
  if (payments.length === 0) return;
  const uuid = (id: Parameters<typeof uuidOf>[0] | undefined) => (id ? uuidOf(id) : null);
  await send(
    tx,
    insert(
      payments.map((payment) => ({
        ...payment,
        id: uuidOf(payment.id),
        platformId: uuidOf(payment.platformId),
        connectionId: uuidOf(payment.connectionId),
        transactionId: uuid(payment.transactionId),
        depositId: uuid(payment.depositId),
        entryClass: payment.entryClass ?? null,
        fileId: uuid(payment.fileId),
        batch: payment.batch ?? null,
        traceSequence: payment.traceSequence ?? null,
        reasonCode: payment.reasonCode ?? null,
        entryId: uuid(payment.entryId),
        returnEntryId: uuid(payment.returnEntryId),
      })),
    ),
  );
}

/** Payments that one file can have. */
export type PaymentGroup = Pick<BankPayment, 'direction' | 'serviceLevel' | 'entryClass'>;

/** Of these payments, those that the next file takes. */
export interface DueGroup extends PaymentGroup {
  /** Later payments wait for a later file. */
  readonly createdBefore: Date | undefined;
}

const { direction, serviceLevel, entryClass } = bankPayments;

const waitingIn = (connectionId: Id<'BankConnection'>, group: DueGroup) => sql`
  connection_id = ${uuidOf(connectionId)} and status = 'WAITING'
    and direction = ${group.direction} and service_level = ${group.serviceLevel}
    and entry_class is not distinct from ${group.entryClass ?? null}
    and (created_at < ${group.createdBefore?.toISOString() ?? null}::timestamptz) is not false`;

export async function countWaiting(
  tx: Executor,
  connectionId: Id<'BankConnection'>,
  group: DueGroup,
): Promise<number> {
  const [row] = await readValues(
    tx,
    sql`select count(*)::int from ${bankPayments} where ${waitingIn(connectionId, group)}`,
  );
  return Number(row?.[0]);
}

/** The groups of waiting payments, each with its number of payments. */
export async function waitingGroups(
  db: Executor,
  connectionId: Id<'BankConnection'>,
): Promise<(PaymentGroup & { readonly waiting: number })[]> {
  const rows = await db
    .select({ direction, serviceLevel, entryClass, waiting: count() })
    .from(bankPayments)
    .where(and(ofConnection(connectionId), eq(bankPayments.status, 'WAITING')))
    .groupBy(direction, serviceLevel, entryClass)
    .orderBy(direction, serviceLevel, entryClass);
  return rows.map((row) => ({ ...row, entryClass: row.entryClass ?? undefined }));
}

/** NACHA: numbers after those of a file, for its entries to our own account. */
const offsetEntries = 2;

/** What a file can hold. A single payment is never above the total. */
export interface FileLimits {
  readonly maxPayments: number;
  /** In the smallest unit; absent without a limit. */
  readonly maxTotal: bigint | undefined;
}

/**
 * Puts the oldest waiting payments of a group into a file, in one statement. The connection is locked, so trace sequences follow each
 * other. A file whose trace numbers would start again in it skips the rest of the numbers, because they must ascend.
 *
 * Decision: trace sequences continue after those of all connections of the platform to the bank, because payments of a closed one can
 * come back late. No other connection numbers at the same time: only one in dollars is active.
 */
export async function takeIntoFile(
  tx: Executor,
  connectionId: Id<'BankConnection'>,
  group: DueGroup,
  fileId: Id<'BankFile'>,
  { maxPayments, maxTotal }: FileLimits,
  now: Date,
): Promise<{ count: number; total: bigint }> {
  const [row] = await readValues(
    tx,
    sql`with taken as (
          select id, amount from ${bankPayments}
          where ${waitingIn(connectionId, group)}
          order by id limit ${maxPayments} for update
        ), numbered as (
          select id, (row_number() over (order by id))::int as nth, sum(amount) over (order by id) as running from taken
        ), last as (
          select coalesce(max(highest), 0) + ${offsetEntries}::int as sequence
          from ${bankConnections} own join ${bankConnections} one on one.platform_id = own.platform_id
            and left(one.account ->> 'routingNumber', ${bankDigits}::int) = left(own.account ->> 'routingNumber', ${bankDigits}::int)
          cross join lateral (
            select max(trace_sequence) as highest from ${bankPayments} where connection_id = one.id and trace_sequence is not null
          ) numbers
          where own.id = ${uuidOf(connectionId)}
        ), free as (
          select case when sequence % ${traceNumbers}::int + (select count(*) from taken) + ${offsetEntries}::int < ${traceNumbers}::int
            then sequence else (sequence / ${traceNumbers}::int + 1) * ${traceNumbers}::int end as sequence from last
        ), moved as (
          update ${bankPayments} p set status = 'IN_FILE', file_id = ${uuidOf(fileId)}, updated_at = ${now.toISOString()}::timestamptz,
            trace_sequence = case when service_level = 'ACH' then free.sequence + nth end
          from numbered, free where p.id = numbered.id and (running <= ${maxTotal ?? null}::bigint) is not false returning p.amount
        )
        select count(*)::int, coalesce(sum(amount), 0)::text from moved`,
  );
  return { count: Number(row?.[0]), total: asBigInt(row?.[1] ?? 0) };
}

/**
 * A page of the payments of a file, by id.
 *
 * @param batch only those of this batch.
 */
export async function paymentsOfFile(
  db: Executor,
  fileId: Id<'BankFile'>,
  after: Id<'BankPayment'> | undefined,
  limit: number,
  batch?: number,
): Promise<BankPayment[]> {
  const rows = await db
    .select()
    .from(bankPayments)
    .where(
      and(
        eq(bankPayments.fileId, uuidOf(fileId)),
        batch === undefined ? undefined : eq(bankPayments.batch, batch),
        after ? gt(bankPayments.id, uuidOf(after)) : undefined,
      ),
    )
    .orderBy(asc(bankPayments.id))
    .limit(limit);
  return rows.map(toPayment);
}

/** Records in which batch of its file each payment is. */
export async function saveBatches(
  db: Executor,
  payments: readonly Required<Pick<BankPayment, 'id' | 'batch'>>[],
): Promise<void> {
  await db.execute(sql`
    update ${bankPayments} p set batch = new.batch
    from unnest(${sql.param(payments.map(({ id }) => uuidOf(id)))}::uuid[], ${sql.param(payments.map(({ batch }) => batch ?? null))}::int[])
      as new(id, batch)
    where p.id = new.id`);
}

/** What a bank or an operator reported about a payment whose row is locked. */
interface PaymentChange {
  readonly status?: BankPaymentStatus;
  readonly reasonCode?: string | undefined;
  readonly entryId?: Id<'BankEntry'>;
  readonly returnEntryId?: Id<'BankEntry'>;
  readonly isReported?: boolean;
}

export async function savePayments(
  tx: Executor,
  ids: readonly Id<'BankPayment'>[],
  { status, reasonCode, entryId, returnEntryId, isReported }: PaymentChange,
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(bankPayments)
    .set({
      updatedAt: now,
      ...(status && { status }),
      ...(reasonCode !== undefined && { reasonCode }),
      ...(entryId && { entryId: uuidOf(entryId) }),
      ...(returnEntryId && { returnEntryId: uuidOf(returnEntryId) }),
      ...(isReported && { isReported }),
    })
    .where(inArray(bankPayments.id, ids.map(uuidOf)));
}

/** The bank payments of transactions. */
export async function paymentsOfTransactions(
  db: Executor,
  platformId: Id<'Platform'>,
  ids: readonly Id<'Transaction'>[],
): Promise<BankPayment[]> {
  const rows = await db
    .select()
    .from(bankPayments)
    .where(
      and(
        eq(bankPayments.platformId, uuidOf(platformId)),
        isNotNull(bankPayments.transactionId),
        inArray(bankPayments.transactionId, ids.map(uuidOf)),
      ),
    );
  return rows.map(toPayment);
}

/** NACHA: the last trace sequence of a file; 0 in other formats. */
export async function lastTraceSequence(db: Executor, fileId: Id<'BankFile'>): Promise<number> {
  const [row] = await db
    .select({ last: max(bankPayments.traceSequence) })
    .from(bankPayments)
    .where(eq(bankPayments.fileId, uuidOf(fileId)));
  return row?.last ?? 0;
}
