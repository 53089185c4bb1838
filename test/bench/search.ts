/**
 * The time of a search of customers by name, e-mail address, platform id and UMA address, among 1 million customers and
 * among 10 thousand, measured in turn over GraphQL.
 *
 * Names have the distribution of real ones: few are frequent. So some searches match one customer, some a twentieth of all,
 * and some have two frequent words that few customers have both.
 */
import { sql } from 'drizzle-orm';
import { type Database, rawRows } from '../../src/infrastructure/database/client.ts';
import { openPostgres } from '../../src/infrastructure/database/postgres.ts';
import { basic } from '../support/service.ts';
import { withDatabase } from './databases.ts';
import { benchToken, type Running, startBuilt } from './processes.ts';
import { middle } from './statistics.ts';
import { sendDocument } from './tenants.ts';

export const large = 1_000_000;
export const small = 10_000;
const chunk = 50_000;
const rounds = 100;
const warmUpRounds = 10;

/** Has 111 matches in the small database. */
export const startOfManyAddresses = 'the start of 11,111 e-mail addresses';

const searches: Readonly<Record<string, string>> = {
  'a frequent given name': 'anna',
  'the start of many names': 'a',
  'a rare family name': 'family3999',
  'a frequent and a rare name': 'anna family3999',
  'two frequent names': 'anna weber',
  'the starts of two frequent names': 'an web',
  'an e-mail address': 'person.77@bench.example',
  'a platform id': 'customer-7777',
  'a UMA address': '$person77@bench.example',
  'a word that no customer has': 'nothing',
  'two words that no customer has both': 'anna nothing',
  [startOfManyAddresses]: 'person.77',
};

/** SQL of a name: one half of all customers has one of nine, the other half one of many. */
const nameOf = (frequent: readonly string[], rare: string, count: number) => {
  const hash = (of: string) => `('x' || left(md5(n || '${rare}${of}'), 6))::bit(24)::int`;
  return sql.raw(`(case when ${hash('half')} % 2 = 0
    then (array[${frequent.map((name) => `'${name}'`).join(', ')}])[1 + ${hash('frequent')} % ${frequent.length}]
    else '${rare}' || ${hash('rare')} % ${count} end)`);
};

const givenName = nameOf(
  ['Anna', 'Ben', 'Chidi', 'Dana', 'Elif', 'Farid', 'Gita', 'Hugo', 'Ines'],
  'Given',
  2_000,
);
const familyName = nameOf(
  ['Weber', 'Adeyemi', 'Berg', 'Castro', 'Dubois', 'Eriksen', 'Ferrari', 'Garcia', 'Haddad'],
  'Family',
  4_000,
);

async function insertCustomers(db: Database, count: number): Promise<void> {
  const [platform] = await rawRows<{ id: string }>(db.orm, sql`select id from platforms limit 1`);
  for (let from = 1; from <= count; from += chunk) {
    const to = Math.min(from + chunk - 1, count);
    await db.orm.execute(sql`
      insert into customers (id, platform_id, platform_customer_id, customer_type, uma_address, currencies, email,
        kyc_status, full_name, created_at, updated_at)
      select ('019a0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, ${platform?.id}::uuid, 'customer-' || n,
        'INDIVIDUAL', '$person' || n || '@bench.example', array['USD'], 'person.' || n || '@bench.example', 'APPROVED',
        ${givenName} || ' ' || ${familyName}, now(), now()
      from generate_series(${from}::int, ${to}::int) n`);
  }
  // As autovacuum does some time after so many insertions.
  await db.orm.execute(sql`vacuum (analyze) customers, search_words`);
}

/** Runs the work with a server on a database with this number of customers. */
const withCustomers = <T>(count: number, work: (server: Running) => Promise<T>): Promise<T> =>
  withDatabase(async (url) => {
    const server = await startBuilt(url, { WORKER: 'off' });
    try {
      const db = await openPostgres(url, { connections: 1 });
      await insertCustomers(db, count);
      await db.close();
      return await work(server);
    } finally {
      await server.stop();
    }
  });

const document =
  'query Search($query: String) { customers(first: 20, filter: { query: $query }) { nodes { id fullName } } }';

async function timeOf(server: Running, query: string): Promise<number> {
  const startMs = performance.now();
  await sendDocument(server, { authorization: basic(benchToken) }, document, { query });
  return performance.now() - startMs;
}

export interface SearchTimes {
  readonly name: string;
  /** Medians in milliseconds. */
  readonly large: number;
  readonly small: number;
}

export const measureSearch = (): Promise<SearchTimes[]> =>
  withCustomers(large, (many) =>
    withCustomers(small, async (few) => {
      const results: SearchTimes[] = [];
      for (const [name, query] of Object.entries(searches)) {
        const times: { large: number; small: number }[] = [];
        for (let round = 0; round < warmUpRounds + rounds; round += 1) {
          times.push({ large: await timeOf(many, query), small: await timeOf(few, query) });
        }
        const measured = times.slice(warmUpRounds);
        results.push({
          name,
          large: middle(measured.map((one) => one.large)),
          small: middle(measured.map((one) => one.small)),
        });
      }
      return results;
    }),
  );
