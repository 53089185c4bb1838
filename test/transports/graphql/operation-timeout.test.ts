/** The time limit on operations ends their database statements too, and the errors are accurate. */
import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '../../../schema/core/context.ts';
import { createApp } from '../../../src/app.ts';
import type { Database } from '../../../src/infrastructure/database/client.ts';
import { openPostgres } from '../../../src/infrastructure/database/postgres.ts';
import { type RunningServer, startServer } from '../../../src/server.ts';
import { withTimeLimit } from '../../../src/transports/graphql/operation-timeout.ts';
import { onPostgres } from '../../support/database.ts';
import { sendQuery } from '../../support/graphql-client.ts';
import { openSocket } from '../../support/raw-socket.ts';
import { basic, type Service, startService } from '../../support/service.ts';

describe('a result that takes too long', () => {
  const never = new Promise<never>(() => undefined);

  test.each(['query', 'subscription'] as const)(
    'is an error for a %s, and nothing more is loaded',
    async (kind) => {
      const context = {} as Context;
      const { data, errors } = await withTimeLimit(never, { seconds: 0.01, kind, context });
      expect(data).toBeUndefined();
      expect(errors?.[0]?.extensions).toMatchObject({
        code: 'TIME_LIMIT_EXCEEDED',
        httpStatus: 503,
        limit: 0.01,
      });
      expect(context.isOver).toBe(true);
    },
  );

  test('is awaited for a mutation', async () => {
    const context = {} as Context;
    const late = pause(50, { data: {} as Record<string, unknown> });
    expect(await withTimeLimit(late, { seconds: 0.01, kind: 'mutation', context })).toEqual({ data: {} });
    expect(context.isOver).toBeUndefined();
  });
});

// The embedded database has no statement timeout.
describe.runIf(onPostgres)('a statement that takes too long', () => {
  let service: Service;
  let db: Database;
  let server: RunningServer;
  let closeTail: () => Promise<void>;
  let holding: postgres.Sql;
  beforeAll(async () => {
    service = await startService({ env: { LIMITS: 'time=1' } });
    const url = service.databaseUrl as string;
    db = await openPostgres(url, { statementSeconds: 1 });
    const app = await createApp(service.config, db, pino({ level: 'silent' }));
    server = await startServer(app);
    closeTail = () => app.tail.close();
    holding = postgres(url, { max: 2, onnotice: () => undefined });
  });
  afterAll(async () => {
    await server.close();
    await closeTail();
    await db.close();
    await holding.end();
    await service.stop();
  });

  /** Runs `work` while the customers table is locked. */
  async function whileLocked<T>(work: () => Promise<T>): Promise<T> {
    return (await holding
      .begin(async (tx) => {
        await tx`lock table customers in access exclusive mode`;
        return [await work()];
      })
      .then(([done]) => done)) as T;
  }

  const atServer = () => Object.create(service, { url: { value: server.url } }) as Service;
  const sendToServer = (query: string, accept?: string) =>
    sendQuery(atServer(), query, undefined, {
      authorization: basic(service.platform.token),
      ...(accept && { accept }),
    });
  /** The number of statements on this database that wait for a lock. */
  const waiting = async () =>
    Number(
      (
        await holding`select count(*) as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`
      )[0]?.['n'],
    );

  /** Repeats a request until it succeeds, because a valid request may also exceed the timeout of a second here. */
  const expectEventually = <T>(response: () => Promise<T>) => expect.poll(response, { interval: 0 });
  const statusOf = async (response: Promise<{ status: number }>) => (await response).status;

  const page = '{ customers { nodes { id } } }';
  const create =
    'mutation { createCustomer(input: { customerType: INDIVIDUAL, fullName: "Ada Lovelace" }) { ... on Customer { id } } }';
  const count = async () => {
    const rows = await holding`select count(*)::int as n from customers`;
    return rows[0]?.['n'] as number;
  };

  test.each([
    ['application/json', 200],
    ['application/graphql-response+json', 503],
  ])('ends a query with an error, for %s with status %i, and stops its statement', async (accept, status) => {
    const { response, left } = await whileLocked(async () => {
      const response = await sendToServer(page, accept);
      await expect.poll(waiting).toBe(0);
      return { response, left: await waiting() };
    });
    expect(left).toBe(0);
    expect(response.status).toBe(status);
    expect(response.body.data).toBeFalsy();
    expect(response.body.errors[0]).toMatchObject({
      message: 'The operation took longer than the limit of 1 seconds, and was stopped.',
      extensions: { code: 'TIME_LIMIT_EXCEEDED', httpStatus: 503, limit: 1 },
    });
    await expectEventually(() => statusOf(sendToServer(page, accept))).toBe(200);
  });

  test('ends a mutation with an error and without effect, and the connection stays usable', async () => {
    const before = await count();
    const response = await whileLocked(() => sendToServer(create));
    expect(response.body.errors[0].extensions).toMatchObject({ code: 'TIME_LIMIT_EXCEEDED', limit: 1 });
    expect(response.body.errors[0].message).toContain('Retry with the same idempotency key.');
    expect(await count()).toBe(before);
    await expectEventually(async () => (await sendToServer(create)).body.data?.createCustomer.id).toBeTypeOf(
      'string',
    );
    expect(await count()).toBe(before + 1);
  });

  test('ends a request over REST with 503', async () => {
    const customers = () =>
      fetch(`${server.url}/2025-10-13/customers`, {
        headers: { authorization: basic(service.platform.token) },
      });
    const response = await whileLocked(customers);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await response.json()).toMatchObject({ status: 503, code: 'TIME_LIMIT_EXCEEDED' });
    await expectEventually(() => statusOf(customers())).toBe(200);
  });

  test('ends only the operation on a socket', async () => {
    const socket = await openSocket(atServer(), {
      authorization: basic(service.platform.token),
    });
    await socket.until(({ type }) => type === 'connection_ack');
    const stopped = await whileLocked(async () => {
      socket.subscribe('page', page);
      return socket.until(({ id }) => id === 'page');
    });
    expect(JSON.stringify(stopped.payload)).toContain('"code":"TIME_LIMIT_EXCEEDED"');
    let times = 0;
    await expectEventually(async () => {
      times += 1;
      socket.subscribe(`again ${times}`, page);
      return (await socket.until(({ id }) => id === `again ${times}`)).payload.errors;
    }).toBeUndefined();
    socket.close();
  });
});
