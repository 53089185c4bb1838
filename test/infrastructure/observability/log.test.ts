import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Executor } from '../../../src/infrastructure/database/client.ts';
import { createLog } from '../../../src/infrastructure/observability/log.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** The line that is logged when the statement fails. */
async function logged(statement: (orm: Executor) => PromiseLike<unknown>): Promise<string> {
  const lines: string[] = [];
  const log = createLog('error', { write: (line) => void lines.push(line) });
  const failed = await Promise.resolve(statement(database.db.orm)).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failed).toBeInstanceOf(Error);
  log.error({ err: failed }, 'a request failed unexpectedly');
  return lines.join('');
}

const secret = 'account 000123456789\nof Ada Lovelace';

describe('a failed statement is logged without its values', () => {
  test('without its parameters', async () => {
    const line = await logged((orm) => orm.execute(sql`select ${secret}::text from nowhere`));
    expect(line).not.toContain('000123456789');
    expect(line).not.toContain('Lovelace');
    expect(line).toContain('nowhere');
    expect(line).toContain('42P01');
  });

  test('without a value that Postgres quotes because it cannot parse it', async () => {
    const line = await logged((orm) => orm.execute(sql`select ${secret}::timestamptz`));
    expect(line).not.toContain('000123456789');
    expect(line).not.toContain('Lovelace');
    expect(line).toContain('invalid input syntax for type timestamp');
  });

  test('without the values of a row that violates a unique constraint', async () => {
    const line = await logged((orm) =>
      orm.transaction(async (tx) => {
        await tx.execute(sql`create temporary table only_one (value text primary key) on commit drop`);
        await tx.execute(sql`insert into only_one values (${secret})`);
        await tx.execute(sql`insert into only_one values (${secret})`);
      }),
    );
    expect(line).not.toContain('000123456789');
    expect(line).toContain('only_one_pkey');
  });
});
