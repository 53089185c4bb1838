import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { internalAccountsOfCustomers } from '../../../src/accounts/internal/internal-account-store.ts';
import {
  CreateCustomerInput,
  createCustomer,
  lockEnabledCodes,
  preparedCustomer,
  storeNewCustomer,
} from '../../../src/customers/create-customer.ts';
import { lockNameUntilCommit } from '../../../src/infrastructure/database/advisory-locks.ts';
import { transact } from '../../../src/infrastructure/database/transact.ts';
import { InvalidInput } from '../../../src/kernel/errors.ts';
import { parseInput } from '../../../src/kernel/parse.ts';
import { readPlatformConfig } from '../../../src/operations/platforms/platform-config.ts';
import {
  UpdatePlatformConfigInput,
  updatePlatformConfig,
} from '../../../src/operations/platforms/update-platform-config.ts';
import type { PlatformPrincipal } from '../../../src/platforms/access/principal.ts';
import { replaceCurrencies } from '../../../src/platforms/currencies/currency-store.ts';
import { onPostgres, untilLocked } from '../../support/database.ts';
import { granted } from '../../support/payments.ts';
import { type Service, startService } from '../../support/service.ts';

let service: Service;
let sandbox: PlatformPrincipal;
let production: PlatformPrincipal;
beforeAll(async () => {
  service = await startService();
  sandbox = service.platform.principal;
  production = (await service.addPlatform('PRODUCTION')).principal;
});
afterAll(() => service.stop());

/** Validates and executes as an API does, because clients do not distinguish errors of the schema and of the operation. */
const update = async (by: PlatformPrincipal, input: object) => {
  const parsed = parseInput(UpdatePlatformConfigInput, input);
  return parsed instanceof InvalidInput ? parsed : updatePlatformConfig(service.ports, by, parsed);
};
const read = (by: PlatformPrincipal) => readPlatformConfig(service.db.orm, service.ports, by.platform);

describe("a platform's settings", () => {
  test('start with the defaults of its mode', async () => {
    expect(await read(sandbox)).toMatchObject({
      passkeys: { rpId: 'localhost' },
      oidcIssuers: [],
      otp: { length: 6, alphanumeric: false, expirationSeconds: 300 },
      sessionTtlSeconds: 900,
      autoCreateEmailOtp: false,
      webhookEndpoints: [],
      exportIssuerPublicKey: expect.stringMatching(/^04[0-9a-f]{128}$/),
    });
    expect((await read(production)).passkeys).toBeUndefined();
  });

  test('leave absent fields unchanged, merge one-time code settings and replace lists', async () => {
    granted(
      await update(sandbox, {
        otp: { length: 8 },
        oidcIssuers: [{ issuer: 'https://a.example', audiences: ['x'] }],
      }),
    );
    granted(await update(sandbox, { otp: { alphanumeric: true }, sessionTtlSeconds: 60 }));
    granted(await update(sandbox, { oidcIssuers: [{ issuer: 'https://b.example', audiences: ['y', 'y'] }] }));
    expect(await read(sandbox)).toMatchObject({
      otp: { length: 8, alphanumeric: true, expirationSeconds: 300 },
      sessionTtlSeconds: 60,
      oidcIssuers: [{ issuer: 'https://b.example', audiences: ['y'] }],
    });
  });

  test('an endpoint has the same id while its url stays in the list', async () => {
    const [first] = granted(
      await update(sandbox, { webhookEndpoints: [{ url: 'https://a.example/h' }] }),
    ).webhookEndpoints;
    const changed = granted(
      await update(sandbox, {
        webhookEndpoints: [
          { url: 'https://b.example/h' },
          { url: 'https://a.example/h', eventTypes: ['INVITATION.CLAIMED'] },
        ],
      }),
    ).webhookEndpoints;
    expect(changed[1]).toMatchObject({ id: first?.id, eventTypes: ['INVITATION_CLAIMED'], isPaused: false });
    granted(await update(sandbox, { webhookEndpoints: [] }));
  });

  test.each([
    ['sandbox', { sessionTtlSeconds: 59 }, ['sessionTtlSeconds']],
    [
      'sandbox',
      { sessionTtlSeconds: 3601, otp: { length: 3, expirationSeconds: 0 } },
      ['otp.length', 'otp.expirationSeconds', 'sessionTtlSeconds'],
    ],
    ['sandbox', { currencies: [] }, ['currencies']],
    [
      'sandbox',
      { currencies: [{ currencyCode: 'XXX', minAmount: 5, maxAmount: 4 }] },
      ['currencies.0.currencyCode', 'currencies.0.maxAmount'],
    ],
    ['sandbox', { umaDomain: 'not a domain' }, ['umaDomain']],
    [
      'sandbox',
      {
        webhookEndpoints: [{ url: 'ftp://a.example' }, { url: 'https://u:p@a.example' }, { url: 'nonsense' }],
      },
      ['webhookEndpoints.0.url', 'webhookEndpoints.1.url', 'webhookEndpoints.2.url'],
    ],
    [
      'sandbox',
      { webhookEndpoints: [{ url: 'https://a.example' }, { url: 'https://a.example' }] },
      ['webhookEndpoints.1.url'],
    ],
    [
      'sandbox',
      { webhookEndpoints: [{ url: 'https://a.example', eventTypes: ['NO.SUCH'] }] },
      ['webhookEndpoints.0.eventTypes.0'],
    ],
    [
      'production',
      { webhookEndpoints: [{ url: 'http://a.example' }], passkeys: { rpId: 'localhost', origins: [] } },
      ['passkeys.rpId', 'passkeys.origins', 'webhookEndpoints.0.url'],
    ],
    [
      'production',
      { oidcIssuers: [{ issuer: 'http://localhost', audiences: ['x'] }] },
      ['oidcIssuers.0.issuer'],
    ],
    [
      'production',
      {
        passkeys: {
          rpId: 'a.example',
          origins: ['http://localhost', 'http://localhost:3000', 'http://a.example', 'https://a.example'],
        },
        oidcIssuers: [
          { issuer: 'https://a.example', audiences: ['x'] },
          { issuer: 'http://localhost:8080', audiences: ['x'] },
          { issuer: 'http://127.0.0.1:8080', audiences: ['x'] },
        ],
      },
      [
        ...['passkeys.origins.0', 'passkeys.origins.1', 'passkeys.origins.2'],
        ...['oidcIssuers.1.issuer', 'oidcIssuers.2.issuer'],
      ],
    ],
    [
      'sandbox',
      {
        passkeys: { rpId: 'a.example', origins: ['http://a.example'] },
        wallets: { severalPasskeys: 'yes' },
      },
      ['wallets.severalPasskeys'],
    ],
    ['sandbox', { passkeys: { rpId: 'a.example', origins: ['http://a.example'] } }, ['passkeys.origins.0']],
    [
      'sandbox',
      { oidcIssuers: [{ issuer: 'http://a.example', audiences: ['x'] }] },
      ['oidcIssuers.0.issuer'],
    ],
  ])('%s: %j is rejected, and the error names every invalid field', async (mode, input, paths) => {
    const rejected = await update(mode === 'sandbox' ? sandbox : production, input);
    expect(rejected).toMatchObject({ code: 'INVALID_INPUT' });
    expect(rejected instanceof InvalidInput && rejected.fields.map(({ path }) => path)).toEqual(paths);
  });

  test('localhost without https is valid in the sandbox', async () => {
    const changed = granted(
      await update(sandbox, {
        passkeys: { rpId: 'localhost', origins: ['http://localhost', 'http://localhost:3000'] },
        oidcIssuers: [{ issuer: 'http://localhost:8080', audiences: ['x'] }],
      }),
    );
    expect(changed.passkeys?.origins).toEqual(['http://localhost', 'http://localhost:3000']);
    expect(changed.oidcIssuers).toEqual([{ issuer: 'http://localhost:8080', audiences: ['x'] }]);
  });

  test('what wallets are allowed is off, and changed field by field', async () => {
    expect((await read(production)).wallets).toEqual({ severalPasskeys: false, clientHeldKeys: false });
    granted(await update(production, { wallets: { severalPasskeys: true } }));
    granted(await update(production, { wallets: { clientHeldKeys: true } }));
    expect((await read(production)).wallets).toEqual({ severalPasskeys: true, clientHeldKeys: true });
    granted(await update(production, { wallets: { severalPasskeys: false } }));
    expect((await read(production)).wallets).toEqual({ severalPasskeys: false, clientHeldKeys: true });
  });

  test('a new currency opens accounts, also for existing customers', async () => {
    const bounds = { minAmount: 100, maxAmount: 5_000 };
    const by = (await service.addPlatform()).principal;
    granted(await update(by, { currencies: [{ currencyCode: 'USD', ...bounds }] }));
    const customer = granted(
      await createCustomer(service.ports, by, CreateCustomerInput.parse({ customerType: 'INDIVIDUAL' })),
    );
    const currenciesOf = async () =>
      (await internalAccountsOfCustomers(service.db.orm, { platformId: by.platform.id }, [customer.id]))
        .map(({ currency, type }) => (type === 'EMBEDDED_WALLET' ? 'wallet' : currency))
        .sort();
    expect(await currenciesOf()).toEqual(['USD']);
    const both = ['USD', 'USDB'].map((currencyCode) => ({ currencyCode, ...bounds }));
    expect(granted(await update(by, { currencies: both })).currencies).toMatchObject([
      { currency: 'USD', minAmount: 100n, maxAmount: 5_000n },
      { currency: 'USDB', minAmount: 100n, maxAmount: 5_000n },
    ]);
    await service.settle();
    expect(await currenciesOf()).toEqual(['USD', 'USDB', 'wallet']);
  });

  test.runIf(onPostgres)('also for a customer whose creation waits for the change', async () => {
    const bounds = { minAmount: 100, maxAmount: 5_000 };
    const { db } = service;
    const by = (await service.addPlatform()).principal;
    granted(await update(by, { currencies: [{ currencyCode: 'USD', ...bounds }] }));
    let enabled: Promise<ReadonlySet<string>> | undefined;
    await transact(db, async (tx) => {
      await lockNameUntilCommit(tx, 'currencies', by.platform.id, 'update');
      enabled = transact(db, (creation) => lockEnabledCodes(creation, by.platform.id));
      await untilLocked(db);
      await replaceCurrencies(tx, by.platform.id, [
        { currency: 'EUR', minAmount: 1n, maxAmount: 2n } as never,
      ]);
      return true;
    });
    expect(await enabled).toEqual(new Set(['EUR']));
  });

  test.runIf(onPostgres)('also for a customer whose creation is not committed', async () => {
    const bounds = { minAmount: 100, maxAmount: 5_000 };
    const { ports, db } = service;
    const by = (await service.addPlatform()).principal;
    granted(await update(by, { currencies: [{ currencyCode: 'USD', ...bounds }] }));
    const input = granted(parseInput(CreateCustomerInput, { customerType: 'INDIVIDUAL' }));
    let changed: Promise<unknown> | undefined;
    const customer = await transact(db, async (tx) => {
      const enabled = await lockEnabledCodes(tx, by.platform.id);
      changed = update(by, {
        currencies: ['USD', 'EUR'].map((currencyCode) => ({ currencyCode, ...bounds })),
      });
      await untilLocked(db);
      const created = granted(await preparedCustomer(tx, ports, by.platform, input, enabled));
      await storeNewCustomer(tx, ports, by.platform, created);
      return created;
    });
    granted(await changed);
    await service.settle();
    const accounts = await internalAccountsOfCustomers(db.orm, { platformId: by.platform.id }, [customer.id]);
    expect(accounts.map(({ currency }) => currency).sort()).toEqual(['EUR', 'USD']);
  });
});
