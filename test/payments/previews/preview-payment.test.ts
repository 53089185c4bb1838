/** A dry run shows exactly what the call does, and does nothing. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExternalAccount } from '../../../src/accounts/external/external-account.ts';
import type { InternalAccount } from '../../../src/accounts/internal/internal-account.ts';
import { findInternalAccount } from '../../../src/accounts/internal/internal-account-store.ts';
import { onCommit, transact } from '../../../src/infrastructure/database/transact.ts';
import { DomainError } from '../../../src/kernel/errors.ts';
import { type Id, newId } from '../../../src/kernel/ids.ts';
import { openLedger } from '../../../src/ledger/ledger-batch-store.ts';
import { PaymentPreview, previewedTransaction } from '../../../src/payments/previews/payment-preview.ts';
import { runOrPreview } from '../../../src/payments/previews/preview-payment.ts';
import { CreateQuoteInput, createQuote } from '../../../src/payments/quotes/create-quote.ts';
import { executeQuote } from '../../../src/payments/quotes/execute-quote.ts';
import type { Quote } from '../../../src/payments/quotes/quote.ts';
import type { Transaction } from '../../../src/payments/transactions/transaction.ts';
import { transferIn } from '../../../src/payments/transfers/transfer-in.ts';
import { transferOut } from '../../../src/payments/transfers/transfer-out.ts';
import { paymentCallerOf } from '../../../src/platforms/access/payment-caller.ts';
import type { PlatformPrincipal } from '../../../src/platforms/access/principal.ts';
import type { Permission } from '../../../src/platforms/platform.ts';
import { sandboxSend } from '../../../src/sandbox/send.ts';
import { onPostgres, type TestDatabase, testDatabase } from '../../support/database.ts';
import { resultOf } from '../../support/operation-result.ts';
import { granted, type PaymentWorld, paymentWorld } from '../../support/payments.ts';
import { randomRuns } from '../../support/random-runs.ts';
import { storedRows } from '../../support/stored-rows.ts';

let database: TestDatabase;
let world: PaymentWorld;
let internals: InternalAccount[];
let externals: ExternalAccount[];
let wallet: InternalAccount;

const principalWith = async (
  permissions: Permission[] = ['VIEW', 'TRANSACT'],
): Promise<PlatformPrincipal> => ({
  kind: 'platform',
  platform: (await world.caller()).platform,
  token: { permissions } as unknown as PlatformPrincipal['token'],
});

beforeAll(async () => {
  database = await testDatabase();
  world = await paymentWorld(database.db);
  const [one, other] = [await world.aCustomer(), await world.aCustomer()];
  const accounts = [one, other].flatMap((customer) =>
    ['USD', 'EUR', 'BTC', 'INR'].map((currency) => world.accountOf(customer, currency)),
  );
  internals = await Promise.all(accounts);
  for (const account of internals) await world.fund(account, 5_000_000n);
  wallet = await world.accountOf(one, 'USDB', { wallet: true });
  await world.fund(wallet, 1_000_000n);
  externals = [
    await world.toUsd(one, '900'),
    await world.toUsd(one, '002'),
    await world.toUsd(other, '003'),
    await world.toEur(one, '00'),
    await world.toEur(other, '02'),
  ];
}, 60_000);
afterAll(() => database?.drop());

const nth = fc.nat({ max: 1_000 });
const amount = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 200_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 20 }) },
  { weight: 1, arbitrary: fc.integer({ min: 5_000_000, max: 90_000_000 }) },
);
const aCase = fc.record({
  kind: fc.constantFrom(
    'transferOut' as const,
    'transferIn' as const,
    'createQuote' as const,
    'createAndExecute' as const,
    'executeQuote' as const,
    'sandboxSend' as const,
  ),
  from: nth,
  to: nth,
  toExternal: fc.boolean(),
  side: fc.constantFrom('SENDING' as const, 'RECEIVING' as const),
  amount,
  isWrong: fc.boolean(),
});
type Case = typeof aCase extends fc.Arbitrary<infer T> ? T : never;

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

type Run = (db: PaymentWorld['db']) => Promise<unknown>;

/** The operation of a case. What must exist before is made here, outside of the dry run. */
async function operationOf(one: Case, principal: PlatformPrincipal): Promise<Run> {
  const { ports } = world;
  const caller = paymentCallerOf(principal);
  const internal = pick(internals, one.from);
  const owned = externals.filter(
    ({ customerId, currency }) => customerId === internal.customerId && currency === internal.currency,
  );
  const external = pick(owned.length > 0 ? owned : externals, one.to);
  const transfer = { amount: BigInt(one.amount), description: 'a memo' };
  const destination = one.toExternal ? pick(externals, one.to) : pick(internals, one.to);
  const input = (source: object, immediatelyExecute = false) =>
    CreateQuoteInput.parse({
      source,
      destination: { account: { accountId: destination.id } },
      lockedCurrencySide: one.side,
      lockedCurrencyAmount: one.amount,
      immediatelyExecute,
    });
  const fromAccount = { account: { accountId: internal.id } };
  const made = async (source: object) => {
    const { result } = await createQuote(ports, caller, input(source));
    return result;
  };
  switch (one.kind) {
    case 'transferOut':
      return (db) =>
        transferOut({ ...ports, db }, caller, { source: internal.id, destination: external.id, ...transfer });
    case 'transferIn':
      return (db) =>
        transferIn({ ...ports, db }, caller, { source: external.id, destination: internal.id, ...transfer });
    case 'createQuote':
    case 'createAndExecute':
      return (db) =>
        createQuote({ ...ports, db }, caller, input(fromAccount, one.kind === 'createAndExecute'));
    case 'executeQuote': {
      const quote = await made(fromAccount);
      const quoteId = quote instanceof DomainError ? newId('Quote') : quote.id;
      return (db) => executeQuote({ ...ports, db }, caller, { quoteId, signature: undefined });
    }
    case 'sandboxSend': {
      const quote = await made({
        realtimeFunding: { currency: 'USD', ...(internal.customerId && { customerId: internal.customerId }) },
      });
      const isUnknown = quote instanceof DomainError || (one.isWrong && one.toExternal);
      const quoteId = isUnknown ? newId('Quote') : quote.id;
      const currencyAmount = one.isWrong ? 1n : undefined;
      return (db) => sandboxSend({ ...ports, db }, caller, { quoteId, currencyCode: 'USD', currencyAmount });
    }
  }
}

const preview = async (principal: PlatformPrincipal, run: Run) =>
  resultOf(await runOrPreview(world.ports, principal, { dryRun: true }, run));

/** What an operation did, in the terms of a preview. */
async function figuresOf(made: unknown) {
  if (made instanceof DomainError) return { error: made.name, message: made.message, details: made.details };
  const record = made as Transaction | Quote;
  const transaction = await world.transaction('transactionId' in record ? record.transactionId : record.id);
  const quote = transaction.quoteId && (await world.quoteNow(transaction.quoteId));
  const { quoteExpiresAt: _later, ...payment } = previewedTransaction(transaction, quote);
  const accounts = [transaction.source, transaction.destination].flatMap((party) =>
    party.type === 'ACCOUNT' ? internals.filter(({ id }) => id === party.accountId) : [],
  );
  return {
    payment,
    balances: await Promise.all(accounts.map(async ({ id }) => ({ id, ...(await balancesOf(id)) }))),
  };
}

async function balancesOf(id: Id<'InternalAccount'>) {
  const account = await findInternalAccount(world.db.orm, world.scope, id);
  return { posted: account?.posted, held: account?.held };
}

function figuresOfPreview(previewed: unknown) {
  if (previewed instanceof DomainError) {
    return { error: previewed.name, message: previewed.message, details: previewed.details };
  }
  const { payment, balances } = previewed as PaymentPreview;
  const { quoteExpiresAt: _later, ...figures } = payment;
  return { payment: figures, balances: balances?.map(({ id, posted, held }) => ({ id, posted, held })) };
}

test('random payments have the figures of their dry runs', async () => {
  const principal = await principalWith();
  const kinds = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(aCase, async (one) => {
      const run = await operationOf(one, principal);
      const previewed = await preview(principal, run);
      const real = resultOf(await run(world.db));
      expect(figuresOfPreview(previewed)).toEqual(await figuresOf(real));
      const outcome = `${one.kind} ${previewed instanceof DomainError ? 'error' : 'preview'}`;
      kinds.set(outcome, (kinds.get(outcome) ?? 0) + 1);
    }),
    { numRuns: randomRuns(200, 1_000) },
  );
  // Each operation was previewed and rejected, so that neither side is compared with nothing.
  for (const kind of ['transferOut', 'createQuote', 'createAndExecute', 'executeQuote', 'sandboxSend']) {
    expect(kinds.get(`${kind} preview`) ?? 0, kind).toBeGreaterThan(5);
    expect(kinds.get(`${kind} error`) ?? 0, kind).toBeGreaterThan(0);
  }
}, 600_000);

test('dry runs leave every row as it was', async () => {
  const principal = await principalWith();
  await fc.assert(
    fc.asyncProperty(fc.array(aCase, { minLength: 5, maxLength: 10 }), async (cases) => {
      const runs: Run[] = [];
      for (const one of cases) runs.push(await operationOf(one, principal));
      const before = await storedRows(world.db);
      for (const run of runs) await preview(principal, run);
      expect(await storedRows(world.db)).toEqual(before);
    }),
    { numRuns: randomRuns(5, 20) },
  );
}, 600_000);

describe('a dry run', () => {
  const anOut = () => ({
    source: (internals[0] as InternalAccount).id,
    destination: (externals[0] as ExternalAccount).id,
    amount: 100n,
    description: undefined,
  });

  test('neither reads nor stores an idempotency key', async () => {
    const principal = await principalWith();
    const run = (db: PaymentWorld['db'], key?: string) =>
      transferOut({ ...world.ports, db }, principal, anOut(), key);
    const execution = { dryRun: true, idempotencyKey: 'once' };
    expect(resultOf(await runOrPreview(world.ports, principal, execution, run))).toBeInstanceOf(
      PaymentPreview,
    );
    const paid = await run(world.db, 'once');
    expect(paid).toMatchObject({ replayed: false, result: { status: 'PENDING' } });
    expect(resultOf(await runOrPreview(world.ports, principal, execution, run))).toBeInstanceOf(
      PaymentPreview,
    );
  });

  test('beside real transfers of the same account changes none of them', async () => {
    const principal = await principalWith();
    const { held: before = 0n } = await balancesOf(anOut().source);
    const results = await Promise.all(
      Array.from({ length: 30 }, async (_, index) =>
        resultOf(
          await runOrPreview(world.ports, principal, { dryRun: index % 2 === 0 }, (db, key) =>
            transferOut({ ...world.ports, db }, principal, anOut(), key),
          ),
        ),
      ),
    );
    expect(results.filter((result) => result instanceof PaymentPreview)).toHaveLength(15);
    expect((await balancesOf(anOut().source)).held).toBe(before + 15n * 100n);
  });

  test('wakes no worker', async () => {
    let wakes = 0;
    const stop = onCommit(world.db, () => {
      wakes += 1;
    });
    const principal = await principalWith();
    const run: Run = (db) => transferOut({ ...world.ports, db }, principal, anOut());
    await preview(principal, run);
    await Promise.resolve();
    expect(wakes).toBe(0);
    granted((await run(world.db)) as Awaited<ReturnType<typeof transferOut>>);
    await Promise.resolve();
    stop();
    expect(wakes).toBe(1);
  });

  test('shows the payment of a wallet before its holder signs, and says that the call needs the signature', async () => {
    const quote = granted(
      await world.quote({
        source: { account: { accountId: wallet.id } },
        destination: { account: { accountId: (internals[0] as InternalAccount).id } },
        lockedCurrencyAmount: 100_000,
      }),
    );
    const principal = await principalWith();
    const previewed = (signature?: string) =>
      preview(principal, (db) =>
        executeQuote({ ...world.ports, db }, paymentCallerOf(principal), { quoteId: quote.id, signature }),
      );
    expect(await previewed()).toMatchObject({
      payment: { status: 'PROCESSING', requiresSignature: true },
    });
    expect(await previewed('not a signature')).toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test.each<[string, Permission[], number | undefined]>([
    ['shows balances to a token with VIEW', ['VIEW', 'TRANSACT'], 1],
    ['shows no balances to a token without VIEW', ['TRANSACT'], undefined],
  ])('%s', async (_, permissions, count) => {
    const principal = await principalWith(permissions);
    const previewed = await preview(principal, (db) =>
      transferOut({ ...world.ports, db }, principal, anOut()),
    );
    expect((previewed as PaymentPreview).balances?.length).toBe(count);
  });

  test.runIf(onPostgres)('gives up while another transaction holds the account', async () => {
    const principal = await principalWith();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const holding = transact(world.db, async (tx) => {
      await openLedger(tx, [anOut().source], []);
      await held;
    });
    const previewed = await preview(principal, (db) =>
      transferOut({ ...world.ports, db }, principal, anOut()),
    );
    release();
    await holding;
    expect(previewed).toMatchObject({ name: 'RecordsBusy', code: 'CONFLICT', httpStatus: 409 });
  });
});
