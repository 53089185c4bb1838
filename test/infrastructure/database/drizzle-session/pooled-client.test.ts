/** A transaction waits only for results that its work awaits, and is still committed as a whole or not at all. */
import { beforeEach, describe, expect, test } from 'vitest';
import { pooledClient } from '../../../../src/infrastructure/database/drizzle-session/pooled-client.ts';
import { servicePartition } from '../../../../src/infrastructure/database/fair-queue.ts';
import type { Pool } from '../../../../src/infrastructure/database/pool/pool.ts';
import { Connection } from '../../../../src/infrastructure/database/postgres-driver/connection.ts';
import { DatabaseUnavailable } from '../../../../src/infrastructure/database/unavailable.ts';

interface Sent {
  readonly text: string;
  hasFailed: boolean;
  respond(): void;
  fail(error: unknown): void;
}

/** The statements that reached the connection. Each has its response when the test gives it. */
let sent: Sent[];
let released: number;
let client: ReturnType<typeof pooledClient>;
beforeEach(() => {
  sent = [];
  released = 0;
  const run = (text: string, _params?: unknown, options?: { settled?: (error?: unknown) => void }) =>
    new Promise<unknown[]>((resolve, reject) => {
      const statement: Sent = {
        text,
        hasFailed: false,
        respond: () => {
          options?.settled?.();
          const isCommitted = !sent.some(({ hasFailed }) => hasFailed);
          resolve(
            Object.assign([], {
              command: text === 'commit' && !isCommitted ? 'ROLLBACK' : text.toUpperCase(),
            }),
          );
        },
        fail: (error) => {
          statement.hasFailed = true;
          options?.settled?.(error);
          reject(error);
        },
      };
      sent.push(statement);
    });
  const connection = Object.create(Connection.prototype, {
    run: { value: run },
    failure: { value: undefined },
  }) as Connection;
  const pool = {
    lease: () => connection,
    release: () => {
      released += 1;
    },
  } as unknown as Pool;
  client = pooledClient(
    pool,
    () => false,
    () => undefined,
    () => servicePartition,
  );
});

const texts = () => sent.map(({ text }) => text);
const find = (text: string): Sent => {
  const found = sent.find((statement) => statement.text === text);
  if (!found) throw new Error(`${text} was not sent`);
  return found;
};
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const serverError = (severity: string) => Object.assign(new Error('from the server'), { severity });

const write = 'insert into notes values (1)';
/** A transaction whose work sends a write and does not wait for it. */
const sendWrite = () =>
  client.begin(async (tx) => {
    void tx.unsafe(write).then(undefined, () => undefined);
    return 'made';
  });
const outcomeOf = (transaction: Promise<unknown>) =>
  transaction.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );

describe('the start', () => {
  test('is sent together with the first reads', async () => {
    const transaction = client.begin((tx) => Promise.all([tx.unsafe('select 1'), tx.unsafe('select 2')]));
    await turn();
    expect(texts()).toEqual(['begin', 'select 1', 'select 2']);
    for (const { respond } of sent) respond();
    await turn();
    find('commit').respond();
    await transaction;
  });

  test('has its response before the first write is sent, and before anything that follows the write', async () => {
    const transaction = client.begin((tx) =>
      Promise.all([tx.unsafe('select 1'), tx.unsafe(write), tx.unsafe('select 2')]),
    );
    await turn();
    expect(texts()).toEqual(['begin', 'select 1']);
    find('begin').respond();
    await turn();
    expect(texts()).toEqual(['begin', 'select 1', write, 'select 2']);
    for (const text of ['select 1', write, 'select 2']) find(text).respond();
    await turn();
    find('commit').respond();
    await transaction;
  });

  test('keeps the order when a read has its response together with it', async () => {
    const transaction = client.begin(async (tx) => {
      const first = tx.unsafe('select 1').then();
      void tx.unsafe(write).then();
      await first;
      await tx.unsafe('select 2');
    });
    await turn();
    // In one turn, as when both are in one packet.
    find('begin').respond();
    find('select 1').respond();
    await turn();
    expect(texts()).toEqual(['begin', 'select 1', write, 'select 2']);
    find(write).respond();
    find('select 2').respond();
    await turn();
    find('commit').respond();
    await transaction;
  });

  test('that fails: nothing is written, because a write would commit by itself', async () => {
    const outcome = outcomeOf(sendWrite());
    await turn();
    const canceled = serverError('ERROR');
    find('begin').fail(canceled);
    await turn();
    expect(texts()).toEqual(['begin', 'rollback']);
    find('rollback').respond();
    expect(await outcome).toEqual({ error: canceled });
    expect(released).toBe(1);
  });

  test('that fails: work that only reads fails too', async () => {
    const outcome = outcomeOf(client.begin(async (tx) => tx.unsafe('select 1')));
    await turn();
    find('begin').fail(serverError('ERROR'));
    find('select 1').respond();
    await turn();
    find('rollback').respond();
    expect(await outcome).toMatchObject({ error: { message: 'from the server' } });
  });

  test('has its response before the rollback of a write that waits for it, which is then not sent', async () => {
    const outcome = outcomeOf(
      client.begin(async (tx) => {
        void tx.unsafe(write).then(undefined, () => undefined);
        throw new Error('of the work');
      }),
    );
    await turn();
    expect(texts()).toEqual(['begin', 'rollback']);
    find('begin').respond();
    await turn();
    expect(texts()).toEqual(['begin', 'rollback']);
    find('rollback').respond();
    expect(await outcome).toMatchObject({ error: { message: 'of the work' } });
  });
});

describe('the commit', () => {
  const untilCommit = async () => {
    const outcome = outcomeOf(sendWrite());
    await turn();
    find('begin').respond();
    await turn();
    await turn();
    expect(texts()).toEqual(['begin', write, 'commit']);
    return { outcome };
  };

  test('is sent behind the last writes, and ends the transaction', async () => {
    const { outcome } = await untilCommit();
    find(write).respond();
    find('commit').respond();
    expect(await outcome).toEqual({ value: 'made' });
    expect(released).toBe(1);
  });

  test('behind a write that fails is a rollback of the server: the error is that of the write', async () => {
    const { outcome } = await untilCommit();
    const violation = serverError('ERROR');
    find(write).fail(violation);
    find('commit').respond();
    await turn();
    find('rollback').respond();
    expect(await outcome).toEqual({ error: violation });
  });

  test('is not sent after a statement that never reached the server', async () => {
    const outcome = outcomeOf(sendWrite());
    await turn();
    find('begin').respond();
    await Promise.resolve();
    const notSent = new TypeError('not a value that can be sent');
    // The driver fails in the microtasks after the statement.
    queueMicrotask(() => find(write).fail(notSent));
    await turn();
    expect(texts()).toEqual(['begin', write, 'rollback']);
    find('rollback').respond();
    expect(await outcome).toEqual({ error: notSent });
  });

  test('whose connection breaks has an unknown outcome', async () => {
    const { outcome } = await untilCommit();
    const cause = Object.assign(new Error('closed'), { code: 'CONNECTION_CLOSED' });
    find(write).fail(new DatabaseUnavailable(cause));
    find('commit').fail(new DatabaseUnavailable(cause, true));
    await turn();
    find('rollback').respond();
    expect(await outcome).toMatchObject({ error: { outcomeUnknown: true } });
  });

  test('did not happen when the server rejected a write, which closes some connections', async () => {
    const { outcome } = await untilCommit();
    const cause = Object.assign(serverError('ERROR'), { code: '25006' });
    find(write).fail(new DatabaseUnavailable(cause));
    find('commit').fail(new DatabaseUnavailable(cause, true));
    await turn();
    find('rollback').respond();
    expect(await outcome).toMatchObject({ error: { outcomeUnknown: false } });
  });

  test('has an unknown outcome when a proxy reports that it lost the server', async () => {
    const { outcome } = await untilCommit();
    const cause = Object.assign(serverError('ERROR'), { code: '08P01' });
    find(write).fail(new DatabaseUnavailable(cause));
    find('commit').fail(new DatabaseUnavailable(cause, true));
    await turn();
    find('rollback').respond();
    expect(await outcome).toMatchObject({ error: { outcomeUnknown: true } });
  });

  test('that the server rolls back, although every statement succeeded, is an error', async () => {
    const { outcome } = await untilCommit();
    find(write).respond();
    find(write).hasFailed = true;
    find('commit').respond();
    await turn();
    find('rollback').respond();
    expect(await outcome).toMatchObject({ error: { message: expect.stringContaining('not ROLLBACK') } });
  });
});
