/** Several processes on one database price with the same publication, and too old rates stop production platforms. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { platformAccounts } from '../../../src/accounts/internal/internal-account-store.ts';
import { type App, createApp } from '../../../src/app.ts';
import { rateGauges } from '../../../src/operations/metrics/rate-gauges.ts';
import { exchangeRates } from '../../../src/payments/rates/exchange-rates.ts';
import { pollRates } from '../../../src/rails/rates/poll-rates.ts';
import { CreateQuote, LookUpReceiver } from '../../support/documents.ts';
import { sendQuery } from '../../support/graphql-client.ts';
import { aBankAccount } from '../../support/parties.ts';
import { ecbXml, startFeedServer } from '../../support/rate-feed.ts';
import { type Rest, restClient } from '../../support/rest.ts';
import { basic, type Service, startService, type TestPlatform } from '../../support/service.ts';

type FeedServer = Awaited<ReturnType<typeof startFeedServer>>;

let folder: string;
let server: FeedServer;
let service: Service;
let rest: Rest;
let other: App;
let production: TestPlatform;
let accounts: Readonly<Record<string, string>>;

const startOther = (): Promise<App> =>
  createApp(service.config, service.db, pino({ level: 'silent' }), { clock: service.clock });

async function stopApp(app: App): Promise<void> {
  await app.requestLog.close();
  await app.auditSequencer.close();
  await app.observability.close();
  await app.rateCache?.close();
  await app.tail.close();
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'payments-rates-'));
  const file = join(folder, 'rates.json');
  writeFileSync(file, JSON.stringify({ perUsd: { BTC: '1/120000' }, fees: { fixed: 100 } }));
  server = await startFeedServer();
  service = await startService({
    server: true,
    standing: true,
    env: { RATES_FILE: file, RATES_SOURCE: server.url },
  });
  rest = restClient(service);
  other = await startOther();
  production = await service.addPlatform('PRODUCTION');
  const scope = { platformId: production.principal.platform.id };
  const found = await platformAccounts(service.db.orm, scope, { currency: undefined, type: undefined });
  accounts = Object.fromEntries(found.map(({ currency, id }) => [currency, id]));
});
afterAll(async () => {
  await stopApp(other);
  await service.stop();
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** Polls as the poller of a process does. */
async function publish(time: string, rates: Readonly<Record<string, string>>): Promise<void> {
  const feed = service.config.rateFeed;
  if (!feed) throw new Error('the service has a feed');
  server.publish(ecbXml(time, rates));
  service.clock.advance(3_600);
  const outcome = await pollRates(service.ports, feed, {
    hasBitcoin: service.app.hasBitcoinRate,
    onFailure: (problem) => expect.fail(problem),
  });
  expect(outcome).toBe('stored');
}

const eurFrom = async (app: App): Promise<number | undefined> => {
  const rates = await exchangeRates(app.ports, production.principal.platform, {
    sourceCurrency: 'USD',
    destinationCurrencies: ['EUR'],
    sendingAmount: 10_000n,
  });
  return rates instanceof Error ? undefined : Number(rates[0]?.receivingAmount);
};

const quote = async (from: string, to: string) => {
  const { data } = await service.send(
    CreateQuote,
    {
      input: {
        source: { account: { accountId: accounts[from] ?? '' } },
        destination: { account: { accountId: accounts[to] ?? '' } },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 10_000,
      },
    },
    basic(production.token),
  );
  return data.createQuote;
};

const age = async () => {
  const gauges = rateGauges(service.ports, service.config.rateFeed?.source);
  return (await gauges.find(({ name }) => name === 'payments_rates_age_seconds')?.read())?.[0]?.[1];
};

describe('before the first publication', () => {
  test('production has no rates, and says that they are not recent enough', async () => {
    expect(await quote('USD', 'EUR')).toMatchObject({ __typename: 'UpstreamError' });
    expect(
      await rest('GET', '/exchange-rates?destinationCurrency=EUR', {
        authorization: basic(production.token),
      }),
    ).toMatchObject({ status: 424, body: { code: 'RATES_TOO_OLD' } });
  });

  test('the sandbox has the rates of the file', async () => {
    expect((await rest('GET', '/exchange-rates?destinationCurrency=BTC')).body.data[0]).toMatchObject({
      exchangeRate: 120_000,
    });
  });
});

describe('after a publication', () => {
  test('each process prices with it, one that starts later too', async () => {
    await publish('2026-11-02', { USD: '1.25' });
    await service.app.rateCache?.refresh();
    await other.rateCache?.refresh();
    const third = await startOther();
    // 100.00 USD less the fee of 1.00 at 1.25 dollars for a euro.
    expect(await Promise.all([service.app, other, third].map(eurFrom))).toEqual([7_920, 7_920, 7_920]);
    await stopApp(third);
  });

  test('a process reads the next one by itself', async () => {
    await publish('2026-11-03', { USD: '1.20' });
    await expect.poll(() => eurFrom(other), { interval: 50 }).toBe(8_250);
    await service.app.rateCache?.refresh();
  });

  test('a quote names the source by its host alone, and the time of publication', async () => {
    const created = await quote('USD', 'EUR');
    if (created?.__typename !== 'Quote') throw new Error(created?.__typename);
    const authorization = basic(production.token);
    const { body } = await rest('GET', `/quotes/${created.id}`, { authorization });
    expect(body).toMatchObject({
      rateSource: new URL(server.url).host,
      ratePublishedAt: '2026-11-03T00:00:00.000Z',
    });
    const found = await sendQuery(
      service,
      `{ quote(id: "${created.id}") { rateSource ratePublishedAt } }`,
      undefined,
      { authorization },
    );
    expect(found.body.data.quote).toEqual({
      rateSource: body.rateSource,
      ratePublishedAt: body.ratePublishedAt,
    });
  });
});

describe('rates of a day are too old 72 hours after its end', () => {
  const end = new Date('2026-11-07T00:00:00.000Z');
  const moveTo = (at: Date) => service.clock.advance((at.getTime() - service.clock.real().getTime()) / 1_000);

  test('one millisecond before, they are good', async () => {
    moveTo(new Date(end.getTime() - 1));
    expect(await quote('USD', 'EUR')).toMatchObject({ __typename: 'Quote' });
    expect(await age()).toBeCloseTo(72 * 3_600, 0);
  });

  test('at that instant, quotes, look-ups and previews of production platforms are rejected', async () => {
    moveTo(end);
    const authorization = basic(production.token);
    expect(await quote('USD', 'EUR')).toMatchObject({ __typename: 'UpstreamError' });
    const preview = await rest('GET', '/exchange-rates?destinationCurrency=EUR', { authorization });
    expect(preview).toMatchObject({ status: 424, body: { code: 'RATES_TOO_OLD' } });
  });

  test('rates that the file gives, and amounts within one currency, are not', async () => {
    expect(await quote('USD', 'BTC')).toMatchObject({ __typename: 'Quote' });
    const all = await rest('GET', '/exchange-rates', { authorization: basic(production.token) });
    expect(
      all.body.data.map((rate: { destinationCurrency: { code: string } }) => rate.destinationCurrency.code),
    ).toEqual(['BTC']);
  });

  test('the sandbox has no limit', async () => {
    expect((await rest('GET', '/exchange-rates?destinationCurrency=EUR')).status).toBe(200);
  });

  test('the next publication ends it', async () => {
    await publish('2026-11-07', { USD: '1.10' });
    await service.app.rateCache?.refresh();
    expect(await quote('USD', 'EUR')).toMatchObject({ __typename: 'Quote' });
    expect(await age()).toBe(0);
  });
});

describe('a look-up of an account', () => {
  test('in a currency whose rate is too old is rejected over both APIs', async () => {
    const authorization = basic(production.token);
    const made = await rest('POST', '/customers', {
      authorization,
      body: { customerType: 'INDIVIDUAL', currencies: ['EUR'], fullName: 'Ada Lovelace' },
    });
    const id = await aBankAccount(service, made.body.id, undefined, authorization);
    service.clock.advance(4 * 24 * 3_600);
    expect(await rest('GET', `/receiver/external-account/${id}`, { authorization })).toMatchObject({
      status: 424,
      body: { code: 'RATES_TOO_OLD' },
    });
    const overGraphql = await service.send(
      LookUpReceiver,
      { input: { externalAccount: { accountId: id } } },
      authorization,
    );
    expect(overGraphql.data.receiverLookup).toMatchObject({ __typename: 'UpstreamError' });
  });
});
