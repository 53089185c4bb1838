/** Holds: amounts reserved on an account until they are captured or released. */
import { sql } from 'drizzle-orm';
import { asBigInt, type Executor } from '../infrastructure/database/client.ts';
import { readValues } from '../infrastructure/database/row-decoding/rows.ts';
import { statement } from '../infrastructure/database/statements.ts';
import { send } from '../infrastructure/database/transact.ts';
import { invariant } from '../kernel/errors.ts';
import { type Id, newUuid, uuidOf } from '../kernel/ids.ts';
import type { Money } from '../kernel/money/amount.ts';
import { type Balance, checkAvailable, type InsufficientBalance, type Posting } from './entry.ts';
import { lockBalances, type NewEntry, postEntry } from './ledger.ts';
import { holds } from './tables.ts';

interface HoldRequest {
  readonly platformId: Id<'Platform'>;
  readonly transactionId: Id<'Transaction'>;
  readonly accountId: Id<'InternalAccount'>;
  readonly amount: Money;
  readonly at: Date;
}

const holdValue = sql.placeholder;

/** The update locks the row, so that the condition sees the current balance. */
const holdAvailable = statement(sql`
  with held as (
    update ledger_accounts set held = held + ${holdValue('amount')}::bigint
    where id = ${holdValue('accountUuid')} and posted - held >= ${holdValue('amount')}::bigint
    returning id, posted, held
  ), placed as (
    insert into holds (id, platform_id, transaction_id, account_id, currency, amount, status, created_at, updated_at)
    select ${holdValue('id')}::uuid, ${holdValue('platformUuid')}::uuid, ${holdValue('transactionUuid')}::uuid, held.id,
      ${holdValue('currency')}, ${holdValue('amount')}::bigint, 'PLACED', ${holdValue('at')}::timestamptz,
      ${holdValue('at')}::timestamptz
    from held
  )
  select posted, held from held`);

/** Holds an amount of the available balance for a transaction. Returns the new balance. */
export async function placeHold(
  tx: Executor,
  { amount: { amount, currency }, at, ...request }: HoldRequest,
): Promise<Balance | InsufficientBalance> {
  const accountUuid = uuidOf(request.accountId);
  const hold = holdAvailable({
    platformUuid: uuidOf(request.platformId),
    transactionUuid: uuidOf(request.transactionId),
    accountUuid,
    id: newUuid(),
    amount,
    currency,
    at: at.toISOString(),
  });
  const [after] = await readValues(tx, hold);
  if (after) return { posted: asBigInt(after[0]), held: asBigInt(after[1]) };
  const balance = (await lockBalances(tx, [accountUuid])).get(accountUuid);
  invariant(balance, 'an internal account has a ledger account');
  const affordable = checkAvailable(balance, { amount, currency });
  // A credit may have committed between the two statements: then the hold can be placed.
  return affordable === true ? placeHold(tx, { ...request, amount: { amount, currency }, at }) : affordable;
}

/** Captures a transaction's hold: posts an entry that debits the held amount against `credits`. */
export async function captureHold(
  tx: Executor,
  entry: Omit<NewEntry, 'postings'>,
  credits: readonly Posting[],
): Promise<void> {
  const hold = await closeHold(tx, entry.transactionId, 'CAPTURED', entry.at);
  const debit: Posting = {
    account: { kind: 'balance', uuid: hold.accountUuid },
    amount: { amount: -hold.amount.amount, currency: hold.amount.currency },
  };
  const error = await postEntry(
    tx,
    { ...entry, postings: [debit, ...credits] },
    new Map([[hold.accountUuid, hold.amount.amount]]),
  );
  invariant(!error, 'a held amount can be captured');
}

/** Releases a transaction's hold. */
export async function releaseHold(tx: Executor, transactionId: Id<'Transaction'>, at: Date): Promise<void> {
  const hold = await closeHold(tx, transactionId, 'RELEASED', at);
  await send(
    tx,
    sql`update ledger_accounts set held = held - ${hold.amount.amount}::bigint where id = ${hold.accountUuid}`,
  );
}

async function closeHold(
  tx: Executor,
  transactionId: Id<'Transaction'>,
  status: 'CAPTURED' | 'RELEASED',
  at: Date,
): Promise<{ accountUuid: string; amount: Money }> {
  const [hold] = await tx
    .update(holds)
    .set({ status, updatedAt: at })
    .where(sql`${holds.transactionId} = ${uuidOf(transactionId)} and ${holds.status} = 'PLACED'`)
    .returning({ accountUuid: holds.accountId, amount: holds.amount, currency: holds.currency });
  invariant(hold, 'the transaction has a placed hold');
  return { accountUuid: hold.accountUuid, amount: { amount: hold.amount, currency: hold.currency } };
}
