/**
 * A database with every kind of payment passes the verification. Then the test makes each kind of corruption with disabled
 * triggers. The verification reports it, and the test rolls it back.
 */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database, Executor } from '../../../src/infrastructure/database/client.ts';
import { bankChecks } from '../../../src/operations/audit/bank-checks.ts';
import {
  checks,
  type Verdict,
  verdictIn,
  verifyLedger,
} from '../../../src/operations/audit/verify-ledger.ts';
import { createPaymentsInAllStates } from '../../support/all-payment-states.ts';
import { testDatabase } from '../../support/database.ts';
import { corruptions } from './corruptions.ts';

/** Those of banks need a bank: `bank-checks.test.ts`. */
const isOfBanks = (check: string) => bankChecks.some(({ name }) => name === check);

let db: Database;
let drop: () => Promise<void>;
let seen: string[];

beforeAll(async () => {
  ({ db, drop } = await testDatabase());
  seen = await createPaymentsInAllStates(db);
});
afterAll(() => drop());

test('the database has payments of every kind', () => {
  expect(seen).toEqual([
    'FUNDING COMPLETED',
    'QUOTE COMPLETED',
    'QUOTE COMPLETED+COMPLETED',
    'QUOTE EXPIRED',
    'QUOTE FAILED',
    'QUOTE FAILED+COMPLETED',
    'QUOTE FAILED+FAILED',
    'QUOTE PENDING',
    'QUOTE PROCESSING',
    'TRANSFER_IN COMPLETED',
    'TRANSFER_IN FAILED',
    'TRANSFER_IN PENDING',
    'TRANSFER_OUT COMPLETED',
    'TRANSFER_OUT FAILED',
    'TRANSFER_OUT FAILED+COMPLETED',
    'TRANSFER_OUT PENDING',
    'UMA_RECEIPT COMPLETED',
    'UMA_RECEIPT FAILED',
    'UMA_RECEIPT PENDING',
    'UMA_RECEIPT PROCESSING',
    'UMA_RECEIPT REJECTED',
  ]);
});

test('the records of the service pass the verification, and each check covers rows', async () => {
  const verdict = await verifyLedger(db);
  expect(verdict.checks.filter(({ wrong }) => wrong > 0)).toEqual([]);
  expect(verdict.checks.filter(({ name, rows }) => rows === 0 && !isOfBanks(name))).toEqual([]);
  expect(verdict).toMatchObject({ verified: true, eventsWaiting: 0 });
});

class Undo extends Error {}

/** The result of the verification of a corruption, which is rolled back. */
async function verdictAfter(corrupt: (tx: Executor) => Promise<unknown>): Promise<Verdict> {
  let verdict: Verdict | undefined;
  const run = db.orm.transaction(async (raw) => {
    const tx = raw as unknown as Executor;
    await tx.execute(sql`set local session_replication_role = replica`);
    await corrupt(tx);
    verdict = await verdictIn(tx);
    throw new Undo();
  });
  await run.catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
  if (!verdict) throw new Error('there is a verdict');
  return verdict;
}

describe('each kind of corruption is found and reported', () => {
  test.each(corruptions)('%s', async (_, check, corrupt) => {
    let offender = '';
    const verdict = await verdictAfter(async (tx) => {
      offender = await corrupt(tx);
    });
    expect(verdict.verified).toBe(false);
    const failed = verdict.checks.filter(({ wrong }) => wrong > 0);
    const named = failed.find(({ name }) => name.startsWith(check));
    expect(failed.map(({ name }) => name)).toContain(named?.name ?? check);
    expect(named?.offenders.some((line) => line.startsWith(offender))).toBe(true);
    expect(named?.wrong).toBeGreaterThan(0);
  });

  test('every check finds at least one corruption', () => {
    const unshown = checks.filter(
      ({ name }) => !isOfBanks(name) && !corruptions.some(([, check]) => name.startsWith(check)),
    );
    expect(unshown.map(({ name }) => name)).toEqual([]);
  });
});

test('the report has at most the first few invalid rows', async () => {
  const verdict = await verdictAfter((tx) => tx.execute(sql`update transactions set status = 'EXPIRED'`));
  const found = verdict.checks.find(({ name }) => name.startsWith('the last event of each transaction'));
  expect(found?.wrong).toBeGreaterThan(5);
  expect(found?.offenders).toHaveLength(5);
});

test('an event without a position is reported and is not an error', async () => {
  const verdict = await verdictAfter((tx) =>
    tx.execute(sql`update events set position = null where position = (select max(position) from events)`),
  );
  expect(verdict).toMatchObject({ verified: true, eventsWaiting: 1 });
});
