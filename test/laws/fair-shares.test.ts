/** What one tenant's requests hold, however long, leaves connections for another's. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onPostgres } from '../support/database.ts';
import { aBankAccount, aPayer } from '../support/parties.ts';
import { basic, type Service, startService } from '../support/service.ts';

describe.runIf(onPostgres)('while thirty requests of one tenant wait for a lock', () => {
  let service: Service;
  let waiting: Promise<unknown>[];
  let release: () => void;
  let locked: Promise<unknown>;

  const transferOut = async (from: string, to: string, authorization: string): Promise<unknown> => {
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({
        query:
          'mutation ($input: TransferInput!) { transferOut(input: $input) { __typename ... on Transaction { id } } }',
        variables: { input: { source: from, destination: to, amount: 1 } },
      }),
    });
    return ((await response.json()) as { data?: { transferOut: { __typename: string } } }).data?.transferOut
      .__typename;
  };

  beforeAll(async () => {
    service = await startService({ server: true, standing: true });
    const authorization = basic(service.platform.token);
    const { customerId, accountId } = await aPayer(service);
    const to = await aBankAccount(service, customerId);
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    // On the service's own share, from which no tenant's is taken.
    locked = new Promise<void>((ready, failed) => {
      service.db.orm
        .transaction(async (tx) => {
          const id = accountId.slice(accountId.indexOf(':') + 1);
          await tx.execute(sql`select 1 from ledger_accounts where id = ${id} for update`);
          ready();
          await held;
        })
        .catch(failed);
    });
    await locked;
    waiting = Array.from({ length: 30 }, () => transferOut(accountId, to, authorization));
    // All that may have a connection have one, and wait.
    const pool = service.db.pool;
    while ((pool?.size.waiting ?? 0) < 20) await new Promise((resolve) => setTimeout(resolve, 20));
  });
  afterAll(() => service?.stop());

  test('another makes its customers, its transfers and its queries', async () => {
    const other = basic((await service.addPlatform()).token);
    const { customerId, accountId } = await aPayer(service, 100_000, other);
    const to = await aBankAccount(service, customerId, '900', other);
    expect(await Promise.all([1, 2, 3].map(() => transferOut(accountId, to, other)))).toEqual([
      'Transaction',
      'Transaction',
      'Transaction',
    ]);
    expect(service.db.pool?.size.waiting).toBeGreaterThan(0);
  });

  test('callers without a credential are served', async () => {
    const keys = await fetch(`${service.url}/.well-known/jwks.json`);
    expect(keys.status).toBe(200);
    const unknown = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: basic('nobody:wrong') },
      body: JSON.stringify({ query: '{ __typename }' }),
    });
    expect(unknown.status).toBe(401);
  });

  test('and each of the thirty is done in the end', async () => {
    release();
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['Transaction']));
  });
});
