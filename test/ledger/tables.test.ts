/** The constraints and triggers of the ledger's tables. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawRows } from '../../src/infrastructure/database/client.ts';
import { sqlState, transact, violatedConstraint } from '../../src/infrastructure/database/transact.ts';
import { newUuid, uuidOf } from '../../src/kernel/ids.ts';
import { audit, soundLedger } from '../support/audit.ts';
import { aPayer, type Payer } from '../support/parties.ts';
import { type Service, startService } from '../support/service.ts';

let service: Service;
let payer: Payer;
let platform: string;
let account: string;
let funding: string;

beforeAll(async () => {
  service = await startService({ server: true });
  payer = await aPayer(service, 10_000);
  platform = uuidOf(service.platform.principal.platform.id);
  account = uuidOf(payer.accountId as never);
  const [row] = await rawRows<{ id: string }>(
    service.db.orm,
    sql`select id from ledger_accounts where platform_id = ${platform} and code = 'FUNDING' and currency = 'USD'`,
  );
  funding = row?.id as string;
});
afterAll(async () => {
  expect(await audit(service.db)).toEqual(soundLedger);
  await service.stop();
});

/** Runs statements as one transaction. Returns the SQLSTATE and the constraint that rejected them. */
async function rejection(...statements: ReturnType<typeof sql>[]): Promise<string> {
  try {
    await transact(service.db, async (tx) => {
      for (const statement of statements) await tx.execute(statement);
    });
    return 'accepted';
  } catch (error) {
    return [sqlState(error), violatedConstraint(error)].filter(Boolean).join(' ');
  }
}

const entry = (id: string) =>
  sql`insert into entries (id, platform_id, description, created_at) values (${id}, ${platform}, 'by hand', now())`;

const postings = (entryId: string, ...rows: (readonly [string, string, bigint])[]) =>
  sql`insert into postings (id, entry_id, platform_id, account_id, currency, amount, created_at) values ${sql.join(
    rows.map(
      ([id, currency, amount]) =>
        sql`(${newUuid()}, ${entryId}, ${platform}, ${id}, ${currency}, ${amount}, now())`,
    ),
    sql`, `,
  )}`;

describe('records are immutable', () => {
  test.each(['entries', 'postings'])('%s', async (table) => {
    const name = sql.identifier(table);
    expect(await rejection(sql`update ${name} set created_at = now()`)).toBe('23001');
    expect(await rejection(sql`update ${name} set created_at = now() where false`)).toBe('23001');
    expect(await rejection(sql`delete from ${name}`)).toBe('23001');
    expect(await rejection(sql`truncate ${name}`)).toBe('23001');
    expect(await rejection(sql`truncate ${name} cascade`)).toBe('23001');
    expect(
      await rejection(
        sql`insert into ${name} select * from ${name} on conflict (id) do update set created_at = now()`,
      ),
    ).toBe('23001');
  });
});

describe('an entry balances in each currency', () => {
  test.each([
    ['a single posting', [['account', 'USD', 5n]]],
    [
      'two postings that do not sum to zero',
      [
        ['account', 'USD', 5n],
        ['funding', 'USD', -4n],
      ],
    ],
  ] as const)('%s is rejected', async (_name, rows) => {
    const id = newUuid();
    const real = rows.map(
      ([which, currency, amount]) => [which === 'account' ? account : funding, currency, amount] as const,
    );
    expect(await rejection(entry(id), postings(id, ...real))).toBe('23514 postings_must_balance');
  });

  test('two postings that sum to zero only across two currencies are rejected', async () => {
    const [euro] = await rawRows<{ id: string }>(
      service.db.orm,
      sql`select id from ledger_accounts where platform_id = ${platform} and code = 'FUNDING' and currency = 'EUR'`,
    );
    const id = newUuid();
    expect(
      await rejection(entry(id), postings(id, [funding, 'USD', 5n], [euro?.id as string, 'EUR', -5n])),
    ).toBe('23514 postings_must_balance');
  });

  test('a zero posting is rejected', async () => {
    const id = newUuid();
    expect(await rejection(entry(id), postings(id, [account, 'USD', 0n]))).toBe(
      '23514 posting_moves_something',
    );
  });

  test('a posting on an account of another currency, another platform or none is rejected', async () => {
    const id = newUuid();
    const other = await service.addPlatform();
    const [foreign] = await rawRows<{ id: string }>(
      service.db.orm,
      sql`select id from ledger_accounts where platform_id = ${uuidOf(other.principal.platform.id)}
          and code = 'FUNDING' and currency = 'USD'`,
    );
    for (const [where, currency] of [
      [account, 'EUR'],
      [foreign?.id as string, 'USD'],
      [newUuid(), 'USD'],
    ] as const) {
      expect(await rejection(entry(id), postings(id, [where, currency, 5n], [where, currency, -5n]))).toBe(
        '23503 postings_have_accounts',
      );
    }
  });
});

describe('a balance cannot be negative', () => {
  const change = (set: ReturnType<typeof sql>) =>
    rejection(sql`update ledger_accounts set ${set} where id = ${account}`);

  test.each([
    ['posted below zero', sql`posted = -1`, '23514 available_is_not_negative'],
    ['held more than posted', sql`held = posted + 1`, '23514 available_is_not_negative'],
    ['held below zero', sql`held = -1`, '23514 held_is_not_negative'],
    [
      'posted above the maximum exact JSON integer',
      sql`posted = 9007199254740992`,
      '23514 posted_fits_a_json_number',
    ],
    ['absent', sql`posted = null, held = null`, '23514 only_service_accounts_are_summed'],
  ])('%s', async (_name, set, rejected) => {
    expect(await change(set)).toBe(rejected);
  });

  test('a service account has no stored balance', async () => {
    expect(await rejection(sql`update ledger_accounts set posted = 0, held = 0 where id = ${funding}`)).toBe(
      '23514 only_service_accounts_are_summed',
    );
  });

  test.each([0n, -1n])('a hold of %s is rejected', async (amount) => {
    expect(
      await rejection(
        sql`insert into holds (id, platform_id, transaction_id, account_id, currency, amount, status, created_at, updated_at)
            values (${newUuid()}, ${platform}, ${newUuid()}, ${account}, 'USD', ${amount}, 'PLACED', now(), now())`,
      ),
    ).toBe('23514 hold_is_positive');
  });
});
