/** Transfers that are committed as one group have the same results as separate transfers. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transact } from '../../../src/infrastructure/database/transact.ts';
import { DomainError } from '../../../src/kernel/errors.ts';
import { newId, uuidOf } from '../../../src/kernel/ids.ts';
import { transferIn } from '../../../src/payments/transfers/transfer-in.ts';
import { transferOut } from '../../../src/payments/transfers/transfer-out.ts';
import { audit, soundLedger } from '../../support/audit.ts';
import { onPostgres, type TestDatabase, testDatabase, untilLocked } from '../../support/database.ts';
import { granted, type PaymentWorld, paymentWorld } from '../../support/payments.ts';

let database: TestDatabase;
let world: PaymentWorld;
let caller: Awaited<ReturnType<PaymentWorld['caller']>>;
beforeAll(async () => {
  database = await testDatabase();
  world = await paymentWorld(database.db);
  caller = await world.caller();
});
afterAll(() => database.drop());

/** A customer with 1,000.00 USD, and a bank account of it. */
async function aPayer(suffix = '900') {
  const customer = await world.aCustomer();
  const { id: accountId } = await world.accountOf(customer, 'USD');
  await world.fund(await world.accountOf(customer, 'USD'), 100_000n);
  const { id: bankId } = await world.toUsd(customer, suffix);
  return { accountId, bankId };
}

type Payer = Awaited<ReturnType<typeof aPayer>>;

function out(
  payer: Payer,
  amount: bigint,
  { to = payer.bankId, key }: { to?: Payer['bankId']; key?: string } = {},
) {
  const input = { source: payer.accountId, destination: to, amount, description: undefined };
  return transferOut(world.ports, caller, input, key);
}

/** A short text for a result. */
const summaryOf = ({ result, replayed }: Awaited<ReturnType<typeof out>>): string =>
  result instanceof DomainError ? result.name : `${result.status}${replayed ? ' replayed' : ''}`;

test('each transfer has its own result, and an error of one does not affect the others', async () => {
  const [one, other, failing] = [await aPayer(), await aPayer(), await aPayer('002')];
  const results = await Promise.all([
    out(one, 60_000n),
    out(one, 60_000n),
    out(one, 40_000n),
    out(other, 1n, { to: newId('ExternalAccount') }),
    out(other, 1n, { to: one.bankId }),
    out(failing, 500n),
    out(other, 100_001n),
    out(other, 100_000n),
  ]);
  expect(results.map(summaryOf)).toEqual([
    'PENDING',
    'InsufficientBalance',
    'PENDING',
    'AccountNotFound',
    'AccountNotFound',
    'FAILED',
    'InsufficientBalance',
    'PENDING',
  ]);
  await world.advance(60);
  expect([
    await world.balance(one.accountId),
    await world.balance(other.accountId),
    await world.balance(failing.accountId),
  ]).toEqual([0n, 0n, 100_000n]);
  expect(await audit(database.db)).toEqual(soundLedger);
});

test('requests with one idempotency key have one effect, and only a success stores the key', async () => {
  const payer = await aPayer();
  const results = await Promise.all([
    out(payer, 70_000n, { key: 'same' }),
    out(payer, 70_000n, { key: 'same' }),
    out(payer, 70_001n, { key: 'same' }),
    out(payer, 50_000n, { key: 'too-much' }),
  ]);
  expect(results.map(summaryOf)).toEqual([
    'PENDING',
    'PENDING replayed',
    'IdempotencyKeyReused',
    'InsufficientBalance',
  ]);
  expect(granted(results[1]).id).toBe(granted(results[0]).id);
  // The key of the rejected request can be used with another amount.
  expect(summaryOf(await out(payer, 30_000n, { key: 'too-much' }))).toBe('PENDING');
});

test('a group sends as many statements as one transfer, and one commit', async () => {
  const payers = await Promise.all(Array.from({ length: 20 }, () => aPayer()));
  const count = async (work: () => Promise<unknown>) => {
    const before = world.db.statements.count;
    await work();
    return world.db.statements.count - before;
  };
  const [first] = payers as [Payer];
  const pay = ({ accountId, bankId }: Payer) =>
    transferOut(world.ports, caller, {
      source: accountId,
      destination: bankId,
      amount: 1n,
      description: undefined,
    });
  const alone = await count(() => pay(first));
  const together = await count(() => Promise.all(payers.map(pay)));
  // A group sets a lock timeout. The notification of the previous commit may be counted too.
  expect(together).toBeLessThanOrEqual(alone + 2);
});

test('payments in both directions settle to the cent', async () => {
  const payers = await Promise.all(Array.from({ length: 12 }, () => aPayer()));
  await Promise.all(payers.map((payer) => out(payer, 100n)));
  await Promise.all(
    payers.map(async ({ accountId, bankId }) =>
      granted(
        await transferIn(world.ports, caller, {
          source: bankId,
          destination: accountId,
          amount: 7n,
          description: undefined,
        }),
      ),
    ),
  );
  await world.advance(60);
  for (const { accountId } of payers) expect(await world.balance(accountId)).toBe(99_907n);
  expect(await audit(database.db)).toEqual(soundLedger);
});

test.runIf(onPostgres)(
  'a transfer of a locked account does not stop the transfers of other accounts, in its group or after it',
  async () => {
    const [locked, sameGroup, after] = [await aPayer(), await aPayer(), await aPayer()];
    let release: (() => void) | undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const holding = transact(world.db, async (tx) => {
      await tx.execute(sql`select from ledger_accounts where id = ${uuidOf(locked.accountId)} for update`);
      await released;
    });
    const finished: string[] = [];
    const follow = async (name: string, result: ReturnType<typeof out>) => {
      finished.push(`${name} ${summaryOf(await result)}`);
    };
    const group = [follow('locked', out(locked, 1n)), follow('sameGroup', out(sameGroup, 1n))];
    await untilLocked(database.db);
    await follow('after', out(after, 1n));
    expect(finished).toEqual(['after PENDING']);
    await group[1];
    expect(finished).toEqual(['after PENDING', 'sameGroup PENDING']);
    release?.();
    await Promise.all([holding, ...group]);
    expect(finished).toEqual(['after PENDING', 'sameGroup PENDING', 'locked PENDING']);
    expect(await audit(database.db)).toEqual(soundLedger);
  },
);
