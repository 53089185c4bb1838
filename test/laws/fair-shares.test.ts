/** Long requests of one tenant leave database connections for other tenants. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onPostgres, untilLocked } from '../support/database.ts';
import { aBankAccount, aPayer } from '../support/parties.ts';
import { basic, type Service, startService } from '../support/service.ts';

describe.runIf(onPostgres)('while thirty requests of one tenant wait for a lock', () => {
  let service: Service;
  let waiting: Promise<unknown>[];
  let release: () => void;
  let locked: Promise<unknown>;

  /** The type of the mutation's result. */
  const mutate = async (mutation: string, authorization: string): Promise<string | undefined> => {
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({ query: `mutation { result: ${mutation} { __typename } }` }),
    });
    return ((await response.json()) as { data?: { result: { __typename: string } } }).data?.result.__typename;
  };
  const transferOut = (from: string, to: string, authorization: string) =>
    mutate(`transferOut(input: { source: "${from}", destination: "${to}", amount: 1 })`, authorization);

  beforeAll(async () => {
    service = await startService({ server: true, standing: true });
    const authorization = basic(service.platform.token);
    const { accountId } = await aPayer(service);
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    // Uses connections of the service, which do not count against the quota of a tenant.
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
    // Each request has a separate transaction. Transfers would share one.
    waiting = Array.from({ length: 30 }, () =>
      mutate(`sandboxFundAccount(accountId: "${accountId}", amount: 1)`, authorization),
    );
    // All connections that the tenant may have wait for the lock, and more of its statements wait for a connection. They
    // are fewer than the requests, because requests of one client share the look-up of its credential.
    await untilLocked(service.db, 6);
    const pool = service.db.pool;
    while ((pool?.size.waiting ?? 0) < 2) await new Promise((resolve) => setTimeout(resolve, 20));
  });
  afterAll(() => service?.stop());

  test('another tenant creates customers, makes transfers and runs queries', async () => {
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

  test('clients without a credential get a response', async () => {
    const keys = await fetch(`${service.url}/.well-known/jwks.json`);
    expect(keys.status).toBe(200);
    const unknown = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: basic('nobody:wrong') },
      body: JSON.stringify({ query: '{ __typename }' }),
    });
    expect(unknown.status).toBe(401);
  });

  test('all thirty requests complete in the end', async () => {
    release();
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['InternalAccount']));
  });
});
