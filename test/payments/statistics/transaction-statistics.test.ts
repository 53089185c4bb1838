/** Statistics of transactions: their sums, who sees them, and what reading them costs. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawRows } from '../../../src/infrastructure/database/client.ts';
import { idOf, newUuid, uuidOf } from '../../../src/kernel/ids.ts';
import { bucketsOf } from '../../../src/payments/statistics/intervals.ts';
import { sumTransactions } from '../../../src/payments/statistics/statistics-store.ts';
import { anAccessToken } from '../../support/access-tokens.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';
import { sendQuery } from '../../support/graphql-client.ts';
import { insertManyTransactions, rareUpTo } from '../../support/many-transactions.ts';
import { aBankAccount, aPayer, type Payer } from '../../support/parties.ts';
import { costOf } from '../../support/plans.ts';
import { type Rest, restClient } from '../../support/rest.ts';
import { basic, type Service, startService } from '../../support/service.ts';

const document = `query ($since: DateTime!, $until: DateTime!, $interval: StatisticsInterval!, $timeZone: String,
    $type: TransactionType, $customerId: ID) {
  transactionStatistics(since: $since, until: $until, interval: $interval, timeZone: $timeZone, type: $type,
    customerId: $customerId) {
    start end
    currencies { currency { code } transactionCount completedCount failedCount expiredCount successRate volume }
  }
}`;

interface CurrencyStatistics {
  readonly transactionCount: number;
  readonly completedCount: number;
  readonly failedCount: number;
  readonly successRate: number;
  readonly volume: number;
}

describe('statistics of payments', () => {
  let service: Service;
  let rest: Rest;
  let payer: Payer;
  let other: Payer;
  let range: { since: string; until: string };

  const pay = async ({ customerId, accountId }: Payer, suffix: string, amount: number) => {
    const destination = await aBankAccount(service, customerId, suffix);
    const { body } = await sendQuery(
      service,
      'mutation ($input: TransferInput!) { transferOut(input: $input) { ... on Transaction { id } } }',
      { input: { source: accountId, destination, amount } },
    );
    return body.data.transferOut.id as string;
  };

  beforeAll(async () => {
    service = await startService({ server: true, standing: true });
    rest = restClient(service);
    const since = service.clock.now(service.platform.principal.platform);
    payer = await aPayer(service, 10_000);
    other = await aPayer(service, 10_000);
    await pay(payer, '900', 100);
    await pay(payer, '900', 250);
    await pay(other, '900', 1_000);
    await pay(other, '003', 7);
    await service.settle();
    await sendQuery(service, 'mutation { sandboxAdvanceClock(seconds: 86400) { __typename } }');
    await pay(payer, '900', 30);
    range = { since: since.toISOString(), until: new Date(since.getTime() + 3 * 86_400_000).toISOString() };
  });
  afterAll(() => service.stop());

  const read = async (variables: object = {}, options: { authorization?: string } = {}) => {
    const { body } = await sendQuery(service, document, { ...range, interval: 'DAY', ...variables }, options);
    expect(body.errors).toBeUndefined();
    return body.data.transactionStatistics as {
      start: string;
      end: string;
      currencies: CurrencyStatistics[];
    }[];
  };
  const sumOf = (buckets: { currencies: CurrencyStatistics[] }[], name: keyof CurrencyStatistics) =>
    buckets.flatMap(({ currencies }) => currencies).reduce((sum, one) => sum + one[name], 0);

  test('count what was created in each interval, and sum what completed', async () => {
    const rows = await rawRows<{ status: string; sent: string; total: string }>(
      service.db.orm,
      sql`select status, sum(sent_amount) as sent, count(*) as total from transactions where type = 'OUTGOING' group by 1`,
    );
    const of = (status: string) => rows.find((row) => row.status === status);
    const buckets = await read({ type: 'OUTGOING' });
    expect(sumOf(buckets, 'transactionCount')).toBe(5);
    expect(sumOf(buckets, 'completedCount')).toBe(Number(of('COMPLETED')?.total));
    expect(sumOf(buckets, 'failedCount')).toBe(Number(of('FAILED')?.total));
    expect(sumOf(buckets, 'volume')).toBe(Number(of('COMPLETED')?.sent));
    expect(of('FAILED')).toBeDefined();
  });

  test('put a payment into the interval of its creation on the clock of the platform', async () => {
    const buckets = await read({ type: 'OUTGOING', interval: 'DAY' });
    const counts = buckets.map(({ currencies }) => sumOf([{ currencies }], 'transactionCount'));
    expect(counts.reduce((sum, one) => sum + one, 0)).toBe(5);
    expect(counts.filter((count) => count > 0)).toEqual([4, 1]);
  });

  test('have the success rate of ended payments', async () => {
    const [first] = (await read({ type: 'OUTGOING', interval: 'MONTH' })).filter(
      ({ currencies }) => currencies.length > 0,
    );
    expect(first?.currencies).toEqual([
      expect.objectContaining({ currency: { code: 'USD' }, expiredCount: 0, failedCount: 1 }),
    ]);
    const { completedCount = 0, failedCount = 0, successRate } = first?.currencies[0] ?? {};
    expect(successRate).toBeCloseTo(completedCount / (completedCount + failedCount));
  });

  test('are the same over REST', async () => {
    const query = new URLSearchParams({ ...range, interval: 'DAY', timeZone: 'Europe/Berlin' });
    const { body } = await rest('GET', `/transaction-statistics?${query}`);
    const buckets = await read({ timeZone: 'Europe/Berlin' });
    const comparable = (list: typeof buckets) =>
      list.map(({ start, end, currencies }) => [
        start,
        end,
        currencies.map(({ transactionCount, completedCount, volume }) => [
          transactionCount,
          completedCount,
          volume,
        ]),
      ]);
    expect(comparable(body.data)).toEqual(comparable(buckets));
    expect(sumOf(body.data, 'transactionCount')).toBeGreaterThan(5);
  });

  describe('are of the transactions that the caller may see:', () => {
    test('a filter selects a customer', async () => {
      const buckets = await read({ type: 'OUTGOING', customerId: payer.customerId });
      expect(sumOf(buckets, 'transactionCount')).toBe(3);
    });

    test('an access token for one customer sees that customer only, whatever it filters', async () => {
      const { authorization } = await anAccessToken(service, ['READ'], { customerId: payer.customerId });
      const buckets = await read({ type: 'OUTGOING' }, { authorization });
      expect(sumOf(buckets, 'transactionCount')).toBe(3);
      const others = await read({ customerId: other.customerId }, { authorization });
      expect(sumOf(others, 'transactionCount')).toBe(0);
    });

    test('another platform sees nothing', async () => {
      const stranger = await service.addPlatform();
      for (const filter of [{}, { customerId: payer.customerId }]) {
        const buckets = await read(filter, { authorization: basic(stranger.token) });
        expect(buckets.every(({ currencies }) => currencies.length === 0)).toBe(true);
      }
    });
  });

  test('invalid arguments are named together', async () => {
    const { body } = await sendQuery(service, document, {
      since: range.until,
      until: range.since,
      interval: 'DAY',
      timeZone: 'Mars/Olympus',
    });
    expect(body.errors[0].extensions).toMatchObject({
      code: 'INVALID_INPUT',
      fields: [{ path: 'until' }, { path: 'timeZone' }],
    });
  });

  test('a volume above 2^53 - 1 is null', async () => {
    const { platform } = await service.refresh();
    const many = await insertManyTransactions(service.db.orm, newUuid(), 80, { ledger: false });
    await service.db.orm.execute(
      sql`update transactions set platform_id = ${uuidOf(platform.id)}, customer_id = null,
        sent_amount = 9000000000000000 where platform_id = ${many.platformUuid}`,
    );
    const [bucket] = await read({
      since: many.at(0).toISOString(),
      until: many.at(81).toISOString(),
      interval: 'MONTH',
    });
    expect(bucket?.currencies[0]).toMatchObject({ transactionCount: 80, volume: null });
  });
});

describe('reading statistics', () => {
  const total = 8_000;
  const sent: { text: string; params: readonly unknown[] }[] = [];
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase({ watch: (text, params) => sent.push({ text, params }) });
  });
  afterAll(() => database.drop());

  test('reads the index alone, and only the range', async () => {
    const { orm } = database.db;
    const many = await insertManyTransactions(orm, newUuid(), total, { ledger: false });
    const scope = { platformId: idOf('Platform', many.platformUuid) };
    const costs = async (from: number, to: number) => {
      const buckets = bucketsOf({
        since: many.at(from),
        until: many.at(to),
        interval: 'DAY',
        timeZone: 'UTC',
      });
      if (!Array.isArray(buckets)) throw buckets;
      sent.length = 0;
      const rows = await sumTransactions(orm, scope, {}, buckets);
      const [statement] = sent;
      if (!statement) throw new Error('no statement was sent');
      const count = rows.reduce((sum, { transactionCount }) => sum + transactionCount, 0);
      return { count, cost: await costOf(orm, statement.text, statement.params) };
    };
    const half = await costs(rareUpTo, total / 2);
    expect(half.count).toBe(total / 2 - rareUpTo);
    expect(half.cost.plan.join('\n')).toContain('Index Only Scan | transactions_of_platform');
    expect(half.cost.plan.join('\n')).not.toContain('Seq Scan');
    const part = await costs(total / 2, total / 2 + 100);
    expect(part.count).toBe(100);
    expect(part.cost.buffers).toBeLessThan(20);
    expect(part.cost.removed).toBe(0);
  });
});
