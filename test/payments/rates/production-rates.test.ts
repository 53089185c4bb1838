/** Production has no rates without RATES_FILE: no operation of production uses the rate table of the sandbox. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { platformAccounts } from '../../../src/accounts/internal/internal-account-store.ts';
import { CreateExternalAccount, CreateQuote, LookUpReceiver, Rates } from '../../support/documents.ts';
import { usdAccount } from '../../support/parties.ts';
import { type Rest, restClient } from '../../support/rest.ts';
import { basic, type Service, startService, type TestPlatform } from '../../support/service.ts';

interface PlatformFixture {
  readonly accounts: Readonly<Record<string, string>>;
  readonly bank: string;
  readonly authorization: string;
}

async function fixtureOf(service: Service, { principal, token }: TestPlatform): Promise<PlatformFixture> {
  const found = await platformAccounts(
    service.db.orm,
    { platformId: principal.platform.id },
    { currency: undefined, type: undefined },
  );
  const authorization = basic(token);
  const made = await service.send(
    CreateExternalAccount,
    { input: { currency: 'USD', accountInfo: { usdAccount: usdAccount() } } },
    authorization,
  );
  const bank = made.data.createExternalAccount;
  if (bank.__typename !== 'ExternalAccount') throw new Error(JSON.stringify(made));
  return {
    accounts: Object.fromEntries(found.map(({ currency, id }) => [currency, id])),
    bank: bank.id,
    authorization,
  };
}

const quoteInput = (source: string | undefined, destination: string | undefined) => ({
  source: { account: { accountId: source ?? '' } },
  destination: { account: { accountId: destination ?? '' } },
  lockedCurrencySide: 'SENDING' as const,
  lockedCurrencyAmount: 100_000,
});

const noRates = 'there is no rate from USD to EUR: the service has no exchange rates configured';

describe('without RATES_FILE', () => {
  let service: Service;
  let rest: Rest;
  let production: PlatformFixture;
  let sandbox: PlatformFixture;
  beforeAll(async () => {
    service = await startService({ server: true });
    rest = restClient(service);
    production = await fixtureOf(service, await service.addPlatform('PRODUCTION'));
    sandbox = await fixtureOf(service, service.platform);
  });
  afterAll(() => service.stop());

  test('a production quote between two currencies is rejected over both APIs with the destination field', async () => {
    const { accounts, authorization } = production;
    const input = quoteInput(accounts['USD'], accounts['EUR']);
    expect((await service.send(CreateQuote, { input }, authorization)).data.createQuote).toMatchObject({
      __typename: 'InvalidInputError',
      fields: [{ path: 'input.destination.account.accountId', message: noRates }],
    });
    const overRest = await rest('POST', '/quotes', {
      authorization,
      body: {
        source: { sourceType: 'ACCOUNT', accountId: accounts['USD'] },
        destination: { destinationType: 'ACCOUNT', accountId: accounts['EUR'] },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 100_000,
      },
    });
    expect(overRest).toMatchObject({
      status: 400,
      body: {
        code: 'INVALID_CURRENCY',
        reason: 'No exchange rates configured',
        details: { field: 'destination.accountId', reason: 'No exchange rates configured' },
      },
    });
  });

  test('a production quote within one currency is rejected, as its fees are not configured', async () => {
    const { accounts, bank, authorization } = production;
    const input = quoteInput(accounts['USD'], bank);
    expect((await service.send(CreateQuote, { input }, authorization)).data.createQuote).toMatchObject({
      __typename: 'InvalidInputError',
    });
  });

  test('production rate previews and receiver look-ups are rejected', async () => {
    const { bank, authorization } = production;
    const rates = await service.send(Rates, { source: 'USD', destinations: ['EUR'] }, authorization);
    expect(rates.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_CURRENCY' });
    expect(await rest('GET', '/exchange-rates?destinationCurrency=EUR', { authorization })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_CURRENCY', reason: 'No exchange rates configured' },
    });

    const lookup = await service.send(
      LookUpReceiver,
      { input: { externalAccount: { accountId: bank } } },
      authorization,
    );
    expect(lookup.data.receiverLookup).toMatchObject({ __typename: 'InvalidInputError' });
    expect(await rest('GET', `/receiver/external-account/${bank}`, { authorization })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_CURRENCY', reason: 'No exchange rates configured' },
    });
  });

  test('the sandbox uses its rate table', async () => {
    const { accounts, authorization } = sandbox;
    const input = quoteInput(accounts['USD'], accounts['EUR']);
    expect((await service.send(CreateQuote, { input }, authorization)).data.createQuote).toMatchObject({
      totalReceivingAmount: 91_540,
      feesIncluded: 500,
    });
  });
});

test('with RATES_FILE both modes use its rates and fees', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'payments-rates-'));
  const file = join(folder, 'rates.json');
  writeFileSync(file, JSON.stringify({ perUsd: { EUR: '0.5', BTC: '1/100000' }, fees: { fixed: 100 } }));
  const service = await startService({ server: true, env: { RATES_FILE: file } });
  try {
    for (const platform of [await service.addPlatform('PRODUCTION'), service.platform]) {
      const { accounts, authorization } = await fixtureOf(service, platform);
      const input = quoteInput(accounts['USD'], accounts['EUR']);
      expect((await service.send(CreateQuote, { input }, authorization)).data.createQuote).toMatchObject({
        totalReceivingAmount: 49_950,
        feesIncluded: 100,
      });
    }

    // Production then has rates but no deposit accounts. The error reports the currency, not the crypto network.
    const { accounts, authorization } = await fixtureOf(service, await service.addPlatform('PRODUCTION'));
    const deposits = [{ currency: 'USD' }, { currency: 'BTC', cryptoNetwork: 'LIGHTNING' as const }];
    for (const realtimeFunding of deposits) {
      const input = { ...quoteInput(undefined, accounts['EUR']), source: { realtimeFunding } };
      const sent = await service.send(CreateQuote, { input }, authorization);
      expect(sent.data.createQuote).toMatchObject({
        __typename: 'InvalidInputError',
        fields: [
          {
            path: 'input.source.realtimeFunding.currency',
            message: expect.stringMatching(/^cannot be deposited/),
          },
        ],
      });
    }
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true });
  }
});
