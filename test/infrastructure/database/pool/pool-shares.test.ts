/** The pool shares its connections between tenants. The tests use simulated connections. */
import { setImmediate as turn } from 'node:timers/promises';
import type postgres from 'postgres';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Partition, servicePartition } from '../../../../src/infrastructure/database/fair-queue.ts';
import { Pool } from '../../../../src/infrastructure/database/pool/pool.ts';
import { Connection } from '../../../../src/infrastructure/database/postgres-driver/connection.ts';
import { ValueCodecs } from '../../../../src/infrastructure/database/postgres-driver/value-codecs.ts';

/** The response of the simulated driver: rows, at once. */
class Rows extends Promise<unknown[]> {
  values(): this {
    return this;
  }
}

/** A simulated driver with a maximum number of connections, above which it rejects like a server. */
const fakeDriver = (server: { places: number }) => {
  let open = 0;
  const full = () => Object.assign(new Error('too many clients'), { code: '53300', severity: 'FATAL' });
  return (() => {
    const rejected = open >= server.places;
    if (!rejected) open += 1;
    return {
      options: { parsers: {}, serializers: {}, shared: { typeArrayMap: {} } },
      unsafe: () => {
        const rows = rejected ? Rows.reject(full()) : Rows.resolve([{ name: `fake ${open}` }]);
        rows.catch(() => undefined);
        return rows;
      },
      end: async () => undefined,
    };
  }) as unknown as typeof postgres;
};

const tenant = (key: string, member = ''): Partition => ({ key, member });
const pools: Pool[] = [];
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

function aPool(most: number, places = most) {
  const server = { places };
  const options = {
    driver: fakeDriver(server),
    url: '',
    settings: {},
    values: new ValueCodecs(() => undefined),
    connectTimeoutMs: 1_000,
  };
  const pool = new Pool(options, most, { stallMs: 60_000 });
  pools.push(pool);
  /** The names of the leases that got a connection, in order. */
  const served: string[] = [];
  const sessions = new Map<string, Connection>();
  const lease = (partition: Partition, name: string) => {
    const leased = pool.lease(partition);
    const got = (session: Connection) => {
      served.push(name);
      sessions.set(name, session);
    };
    if (leased instanceof Connection) got(leased);
    else leased.then(got, () => served.push(`${name} failed`));
  };
  /** A number of leases `<key>1`, `<key>2` …; returns when no more of them can settle. */
  const leaseMany = async (key: string, count: number) => {
    for (let nth = 1; nth <= count; nth += 1) lease(tenant(key), `${key}${nth}`);
    await settled();
  };
  const giveBack = async (name: string) => {
    pool.release(sessions.get(name) as Connection);
    sessions.delete(name);
    await settled();
  };
  const heldBy = (key: string) => [...sessions.keys()].filter((name) => name.startsWith(key)).length;
  return { pool, server, served, lease, leaseMany, giveBack, heldBy };
}

async function settled(): Promise<void> {
  for (let nth = 0; nth < 20; nth += 1) await turn();
}

describe('a tenant alone', () => {
  test.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 3],
    [10, 7],
    [20, 15],
  ])('of a pool with %i connections holds at most %i', async (most, share) => {
    const { leaseMany, heldBy, pool } = aPool(most);
    await leaseMany('a', 50);
    expect(heldBy('a')).toBe(share);
    expect(pool.size.waiting).toBe(50 - share);
  });

  test('gets all statements executed in order', async () => {
    const { leaseMany, giveBack, served } = aPool(10);
    await leaseMany('a', 20);
    for (let nth = 1; nth <= 20; nth += 1) await giveBack(`a${nth}`);
    expect(served).toEqual(Array.from({ length: 20 }, (_, nth) => `a${nth + 1}`));
  });
});

describe('while one tenant uses its whole quota and has many waiting statements', () => {
  test('another tenant gets a connection at once', async () => {
    const { leaseMany, heldBy, served } = aPool(10);
    await leaseMany('a', 100);
    await leaseMany('b', 1);
    expect(served.at(-1)).toBe('b1');
    expect(heldBy('a')).toBe(7);
  });

  test('a second busy tenant leaves a connection to a third one', async () => {
    const { leaseMany, heldBy, served } = aPool(10);
    await leaseMany('a', 100);
    await leaseMany('b', 100);
    expect(heldBy('a') + heldBy('b')).toBeLessThan(10);
    await leaseMany('c', 1);
    expect(served.at(-1)).toBe('c1');
  });

  test('two busy tenants converge to the same number of connections', async () => {
    const { leaseMany, giveBack, heldBy } = aPool(10);
    await leaseMany('a', 100);
    await leaseMany('b', 100);
    for (let nth = 1; nth <= 6; nth += 1) await giveBack(`a${nth}`);
    expect([heldBy('a'), heldBy('b')]).toEqual([4, 4]);
  });

  test('statements of the service continue', async () => {
    const { leaseMany, lease, served } = aPool(10);
    await leaseMany('a', 100);
    for (const name of ['s1', 's2', 's3']) lease(servicePartition, name);
    await settled();
    expect(served.slice(-3)).toEqual(['s1', 's2', 's3']);
  });
});

test('a released connection goes to a tenant without one, and otherwise in turn', async () => {
  const { leaseMany, giveBack, served } = aPool(1);
  await leaseMany('a', 3);
  await leaseMany('b', 2);
  await leaseMany('c', 1);
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await giveBack(name);
  expect(served).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
});

test('the credentials of one tenant take turns', async () => {
  const { lease, giveBack, served } = aPool(1);
  for (const nth of [1, 2, 3]) lease(tenant('a', 'agent'), `agent${nth}`);
  lease(tenant('a', 'token'), 'token1');
  await settled();
  for (const name of ['agent1', 'token1', 'agent2']) await giveBack(name);
  expect(served).toEqual(['agent1', 'token1', 'agent2', 'agent3']);
});

test('a tenant leaves one connection to others also if the server accepts fewer connections', async () => {
  const { leaseMany, giveBack, heldBy, served } = aPool(10, 4);
  await leaseMany('a', 50);
  for (const name of ['a1', 'a2', 'a3']) await giveBack(name);
  expect(heldBy('a')).toBe(3);
  await leaseMany('b', 1);
  expect(served.at(-1)).toBe('b1');
});

test('a single tenant detects that the server accepts more connections again', async () => {
  const { leaseMany, giveBack, heldBy, server } = aPool(10, 2);
  await leaseMany('a', 50);
  await giveBack('a1');
  expect(heldBy('a')).toBe(1);
  server.places = 10;
  await vi.waitFor(async () => {
    await leaseMany('a', 1);
    expect(heldBy('a')).toBeGreaterThan(2);
  }, 5_000);
});

test('a connection that breaks in use no longer counts', async () => {
  const { leaseMany, pool, heldBy, served, giveBack } = aPool(4);
  await leaseMany('a', 4);
  expect(heldBy('a')).toBe(3);
  const session = pool.lease(tenant('b')) as Connection;
  session.fail(new Error('broken'));
  pool.release(session);
  await giveBack('a1');
  expect(served).toEqual(['a1', 'a2', 'a3', 'a4']);
});

test('closing the pool rejects all waiting statements', async () => {
  const { pool, leaseMany, served } = aPool(2);
  await leaseMany('a', 3);
  await leaseMany('b', 2);
  await pool.close();
  await settled();
  expect(served.filter((name) => name.endsWith('failed'))).toHaveLength(3);
  expect(pool.size.waiting).toBe(0);
});
