import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig, settingNames } from '../src/config.ts';
import { ConfigError } from '../src/infrastructure/config-error.ts';

const folder = mkdtempSync(join(tmpdir(), 'payments-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the default configuration', () => {
  test('has the embedded database and listens on the local address, with developer tools', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 4000,
      databaseUrl: undefined,
      dataDir: './.data',
      worker: true,
      graphiql: true,
      privateTargets: true,
      rateLimits: false,
      sandboxUmaDomain: 'sandbox.uma.example',
      logLevel: 'warn',
    });
  });

  test('has no developer tools with a database server', () => {
    expect(readConfig({ DATABASE_URL: 'postgres://localhost/payments' })).toMatchObject({
      graphiql: false,
      privateTargets: false,
      rateLimits: true,
    });
  });

  test.each(['0.0.0.0', '::', '192.168.0.10', 'payments.example', '128.0.0.1', '::2'])(
    'has no GraphiQL and has rate limits where other machines can connect: HOST=%s',
    (HOST) => {
      expect(readConfig({ HOST })).toMatchObject({ graphiql: false, rateLimits: true });
      expect(readConfig({ HOST, GRAPHIQL: 'on', RATE_LIMITS: 'off' })).toMatchObject({
        graphiql: true,
        rateLimits: false,
      });
    },
  );

  test.each([
    '127.0.0.1',
    '127.8.9.1',
    '::1',
    '0:0:0:0:0:0:0:1',
    '::ffff:127.0.0.1',
    'localhost',
    'LOCALHOST',
  ])('has GraphiQL and no rate limits where only this machine can connect: HOST=%s', (HOST) => {
    expect(readConfig({ HOST })).toMatchObject({ graphiql: true, rateLimits: false });
    const DATABASE_URL = 'postgres://localhost/payments';
    expect(readConfig({ HOST, DATABASE_URL })).toMatchObject({ graphiql: false, rateLimits: true });
  });

  test('applies to empty variables', () => {
    const names = [
      'PORT',
      'DATABASE_URL',
      'EVENT_BUS',
      'BOOTSTRAP_TOKEN',
      'MASTER_KEY',
      'SMTP_URL',
      'RATES_FILE',
      'WORKER',
    ];
    expect(readConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readConfig({}));
  });
});

test('a bootstrap token is split at its first colon', () => {
  const { bootstrapToken } = readConfig({ BOOTSTRAP_TOKEN: 'first:a:secret-with-16-chars' });
  expect(bootstrapToken).toEqual({ clientId: 'first', secret: 'a:secret-with-16-chars' });
});

test('allowed origins are none by default, and several with commas', () => {
  expect(readConfig({}).allowedOrigins).toEqual([]);
  expect(
    readConfig({ ALLOWED_ORIGINS: 'https://app.example, http://localhost:5173' }).allowedOrigins,
  ).toEqual(['https://app.example', 'http://localhost:5173']);
});

describe('an invalid value causes a one-line error that names it', () => {
  const notJson = join(folder, 'rates.json');
  writeFileSync(notJson, 'USD 1');
  test.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', 'http'],
    ['DATABASE_URL', 'mysql://localhost/payments'],
    ['DATABASE_URL', 'localhost'],
    ['BOOTSTRAP_TOKEN', 'no-colon-but-long-enough'],
    ['BOOTSTRAP_TOKEN', 'id:only-15-letters'],
    ['MASTER_KEY', Buffer.alloc(31).toString('base64')],
    ['MASTER_KEY', Buffer.alloc(33).toString('base64')],
    ['MASTER_KEY', Buffer.alloc(32).toString('hex')],
    ['PUBLIC_URL', 'payments.example'],
    ['ALLOWED_ORIGINS', '*'],
    ['ALLOWED_ORIGINS', 'https://app.example/path'],
    ['ALLOWED_ORIGINS', 'https://app.example/'],
    ['ALLOWED_ORIGINS', 'app.example'],
    ['EVENT_BUS', 'localhost:4222'],
    ['EVENT_BUS', 'redis://localhost:6379'],
    ['EVENT_BUS', 'nats://:4222'],
    ['EVENT_BUS', 'nats://localhost:4222/events'],
    ['EVENT_BUS', 'nats://localhost:port'],
    ['WORKER', 'yes'],
    ['DRAIN_SECONDS', '-1'],
    ['DRAIN_SECONDS', '301'],
    ['DRAIN_SECONDS', '1.5'],
    ['GRAPHIQL', 'true'],
    ['SMTP_URL', 'https://mail.example'],
    ['PRIVATE_TARGETS', 'on'],
    ['RATE_LIMITS', '1'],
    ['TRUSTED_PROXIES', '-1'],
    ['TRUSTED_PROXIES', '10.0.0.1'],
    ['LIMITS', 'deep=9'],
    ['SANDBOX_UMA_DOMAIN', 'not a domain'],
    ['SCREENING_LIST', 'sdn.csv,'],
    ['SCREENING_LIST', Array(21).fill('sdn.csv').join()],
    ['SCREENING_THRESHOLD', '59'],
    ['SCREENING_THRESHOLD', '101'],
    ['SCREENING_THRESHOLD', '88.5'],
    ['RATES_FILE', join(folder, 'absent.json')],
    ['RATES_FILE', notJson],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%s', (name, value) => {
    let thrown: unknown;
    try {
      readConfig({ [name]: value });
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ConfigError);
    const { message } = thrown as ConfigError;
    expect(message).toMatch(new RegExp(`^${name} [^\\n]+$`));
    expect(message).not.toContain(value);
  });
});

describe('limits', () => {
  test('have the defaults of the contract', () => {
    expect(readConfig({}).limits).toMatchObject({ tokens: 2_000, nesting: 50, depth: 12, aliases: 30 });
    expect(readConfig({ LIMITS: 'depth=15, cost=5000' }).limits).toEqual({
      ...readConfig({}).limits,
      depth: 15,
      cost: 5_000,
    });
  });

  test.each([
    'depth',
    'depth=',
    'depth=0',
    'depth=-1',
    'depth=1.5',
    'deep=9',
    'depth=9,',
    'toString=9',
    'depth:9',
  ])('are not %s', (LIMITS) => {
    expect(() => readConfig({ LIMITS })).toThrow(/^LIMITS must be .*the names are tokens, nesting/);
  });
});

describe('compose.yaml', () => {
  const compose = readFileSync(new URL('../compose.yaml', import.meta.url), 'utf8');
  const service = compose.slice(compose.indexOf('\n  payments:'), compose.indexOf('\nvolumes:'));
  const passed = new Map(
    [...service.matchAll(/^ {6}([A-Z][A-Z_]*): (.*)$/gm)].map(([, name, value]) => [name, value]),
  );

  test('passes exactly the settings', () => {
    expect([...passed.keys()].sort()).toEqual([...settingNames].sort());
  });

  test('passes each setting under its own name, and an absent one as an empty text', () => {
    const fixed = ['HOST', 'PORT', 'DATA_DIR', 'DATABASE_URL'];
    for (const [name, value] of passed) {
      if (name && !fixed.includes(name))
        expect(value).toMatch(new RegExp(`^\\$\\{${name}:(-|\\?set ${name})\\}$`));
    }
  });
});
