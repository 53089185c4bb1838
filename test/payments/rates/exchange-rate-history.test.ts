/** The history of published rates over both APIs. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newIdAt } from '../../../src/kernel/ids.ts';
import { insertSnapshot } from '../../../src/payments/rates/rate-snapshot-store.ts';
import { sendQuery } from '../../support/graphql-client.ts';
import { rateOf } from '../../support/rates.ts';
import { type Rest, restClient } from '../../support/rest.ts';
import { type Service, startService } from '../../support/service.ts';

let service: Service;
let rest: Rest;
beforeAll(async () => {
  service = await startService({ server: true });
  rest = restClient(service);
  for (const [day, usd, inr] of [
    ['2026-11-01', '1.00', undefined],
    ['2026-11-02', '1.25', '90'],
    ['2026-11-03', '1.20', '91'],
    ['2026-11-04', '1.10', undefined],
  ] as const) {
    const fetchedAt = new Date(`${day}T15:00:00Z`);
    await insertSnapshot(service.db.orm, {
      id: newIdAt('RateSnapshot', fetchedAt),
      source: 'ecb.example',
      base: 'EUR',
      publishedAt: new Date(`${day}T00:00:00Z`),
      isDay: true,
      fetchedAt,
      rates: new Map([
        ['EUR', rateOf('1')],
        ['USD', rateOf(usd)],
        ...(inr ? ([['INR', rateOf(inr)]] as const) : []),
      ]),
    });
  }
});
afterAll(() => service.stop());

const history = async (query: string) =>
  (await rest('GET', `/exchange-rates/history?${query}`)).body.data.map(
    (rate: { publishedAt: string; exchangeRate: number }) => [
      rate.publishedAt.slice(0, 10),
      rate.exchangeRate,
    ],
  );

describe('the history', () => {
  test('has the rates as they were published, the latest first', async () => {
    expect(await history('sourceCurrency=USD&destinationCurrency=EUR')).toEqual([
      ['2026-11-04', 1.1],
      ['2026-11-03', 1.2],
      ['2026-11-02', 1.25],
      ['2026-11-01', 1],
    ]);
    expect(await history('sourceCurrency=INR&destinationCurrency=USD')).toEqual([
      ['2026-11-03', 75.8333333333],
      ['2026-11-02', 72],
    ]);
  });

  test.each([
    ['since, that instant included', 'since=2026-11-03T00:00:00Z', ['2026-11-04', '2026-11-03']],
    ['until, that instant excluded', 'until=2026-11-02T00:00:00Z', ['2026-11-01']],
    ['one instant', 'since=2026-11-02T00:00:00Z&until=2026-11-02T00:00:00Z', []],
    ['both', 'since=2026-11-02T00:00:00Z&until=2026-11-03T00:00:00Z', ['2026-11-02']],
  ])('is limited by %s', async (_, range, days) => {
    const found = await history(`sourceCurrency=USD&destinationCurrency=EUR&${range}`);
    expect(found.map(([day]: [string]) => day)).toEqual(days);
  });

  test('has no spread', async () => {
    expect((await rest('PATCH', '/config/rates', { body: { spread: '0.5' } })).status).toBe(200);
    expect((await history('sourceCurrency=USD&destinationCurrency=EUR'))[0]).toEqual(['2026-11-04', 1.1]);
  });

  test('has pages, whose cursors both APIs take', async () => {
    const first = await rest(
      'GET',
      '/exchange-rates/history?sourceCurrency=USD&destinationCurrency=EUR&limit=3',
    );
    expect(first.body).toMatchObject({ hasMore: true, totalCount: 4 });
    const { body } = await sendQuery(
      service,
      `query ($after: String) {
        exchangeRateHistory(sourceCurrency: "USD", destinationCurrency: "EUR", first: 3, after: $after) {
          nodes { exchangeRate rateSource publishedAt fetchedAt sourceCurrency { code } destinationCurrency { code } }
          pageInfo { hasNextPage }
          totalCount
        }
      }`,
      { after: first.body.nextCursor },
    );
    expect(body.data.exchangeRateHistory).toEqual({
      nodes: [
        {
          exchangeRate: 1,
          rateSource: 'ecb.example',
          publishedAt: '2026-11-01T00:00:00.000Z',
          fetchedAt: '2026-11-01T15:00:00.000Z',
          sourceCurrency: { code: 'USD' },
          destinationCurrency: { code: 'EUR' },
        },
      ],
      pageInfo: { hasNextPage: false },
      totalCount: 4,
    });
  });

  test.each([
    ['sourceCurrency=USD', 'destinationCurrency', 'INVALID_INPUT'],
    ['sourceCurrency=XYZ&destinationCurrency=EUR', 'sourceCurrency', 'INVALID_CURRENCY'],
    ['sourceCurrency=USD&destinationCurrency=EUR&limit=101', 'limit', 'INVALID_INPUT'],
    ['sourceCurrency=USD&destinationCurrency=EUR&since=yesterday', 'since', 'INVALID_INPUT'],
    [
      'sourceCurrency=USD&destinationCurrency=EUR&since=2026-11-02T00:00:00.001Z&until=2026-11-02T00:00:00Z',
      'until',
      'INVALID_INPUT',
    ],
  ])('%s names the wrong field %s', async (query, field, code) => {
    expect(await rest('GET', `/exchange-rates/history?${query}`)).toMatchObject({
      status: 400,
      body: { code, details: { field } },
    });
  });

  test('over GraphQL names the wrong field too', async () => {
    const { body } = await sendQuery(
      service,
      '{ exchangeRateHistory(sourceCurrency: "USD", destinationCurrency: "EUR", since: "2026-11-02T00:00:00Z", until: "2026-11-01T00:00:00Z") { totalCount } }',
    );
    expect(body.errors?.[0]?.extensions).toMatchObject({
      code: 'INVALID_INPUT',
      fields: [{ path: 'until' }],
    });
  });
});
