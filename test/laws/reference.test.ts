/** The reference pages have the names and numbers of the code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { boundOf, lengthWithin } from '../../schema/core/bounds.ts';
import { countCost, textCost } from '../../schema/core/complexity.ts';
import { schema } from '../../schema/index.ts';
import { accountTypesReference } from '../../src/accounts/external/account-types-reference.ts';
import { readConfig, settingNames } from '../../src/config.ts';
import { maxDocumentBytes } from '../../src/customers/verifications/document.ts';
import { maxFieldErrors } from '../../src/kernel/errors.ts';
import { maxAmount, maxBalance } from '../../src/kernel/money/amount.ts';
import { currencies } from '../../src/kernel/money/currencies.ts';
import { defaultPageSize, maxPageSize } from '../../src/kernel/page.ts';
import { projectRoot } from '../../src/kernel/project.ts';
import {
  linkAddressWindows,
  linkEmailWindows,
  memberWindows,
  signInWindows,
} from '../../src/members/attempts.ts';
import { maxPasskeys } from '../../src/members/passkeys/passkey.ts';
import { maxSessions } from '../../src/members/sessions/session.ts';
import { parseRateTable } from '../../src/payments/rates/rate-table.ts';
import { maxSteps } from '../../src/payments/transactions/transaction.ts';
import { addressFailureWindows, tokenFailureWindows } from '../../src/platforms/access/authenticator.ts';
import { guessWindows } from '../../src/platforms/access/guess-limit.ts';
import {
  type AttemptWindow,
  deviceCodeWindows,
  redeemWindows,
} from '../../src/platforms/access/rate-limit.ts';
import { defaultLimits } from '../../src/transports/limits.ts';
import { challengeWindows } from '../../src/wallets/credentials/challenge-credential.ts';
import { maxAttempts } from '../../src/wallets/credentials/one-time-codes.ts';
import { verifyWindows } from '../../src/wallets/credentials/verify-credential.ts';
import { loggedBodyBytes } from '../../src/webhooks/deliveries/delivery.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The cells of each row of a page's tables, without header rows. */
function rowsOf(path: string, heading?: string): string[][] {
  const page = read(path);
  const text =
    heading === undefined ? page : page.split(new RegExp(`^#+ ${heading}$`, 'm'))[1]?.split(/^## /m)[0];
  const lines = (text ?? '').split('\n').filter((line) => line.startsWith('|'));
  return lines
    .filter((line, index) => !/^\|[-| ]+\|$/.test(line) && !/^\|[-| ]+\|$/.test(lines[index + 1] ?? ''))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
}

/** The cells of the row with that first cell. */
function cellsOf(path: string, first: string): string[] {
  const row = rowsOf(path).find(([cell]) => cell === first);
  if (!row) throw new Error(`${path} has no row "${first}"`);
  return row;
}

/** The cell after the first one, of the row with that first cell. */
const cellOf = (path: string, first: string): string => cellsOf(path, first)[1] ?? '';

const numbersIn = (text: string): number[] =>
  [...text.matchAll(/\d[\d,]*/g)].map(([digits]) => Number(digits.replaceAll(',', '')));

/** The value of `const <name> = <product of numbers>;`, for constants that no other module needs. */
function constantOf(path: string, name: string): number {
  const [, value] = new RegExp(`\\bconst ${name} = ([\\d_ *]+);`).exec(read(path)) ?? [];
  if (value === undefined) throw new Error(`${path} has no constant ${name}`);
  return value.split('*').reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1);
}

test('the page of account types has the table that the code generates', async () => {
  const path = 'docs/reference/account-types.md';
  const start = '<!-- account types: begin -->\n';
  const end = '<!-- account types: end -->';
  const [before, rest = ''] = read(path).split(start);
  const [, after] = rest.split(end);
  await expect(`${before}${start}${accountTypesReference()}${end}${after}`).toMatchFileSnapshot(
    join(projectRoot, path),
  );
});

describe('settings', () => {
  const page = 'docs/reference/settings.md';
  const rows = rowsOf(page).filter(([name]) => /^`[A-Z_]+`$/.test(name ?? ''));
  const nameOf = ([name = '']: readonly string[]) => name.replaceAll('`', '');

  test('are all documented exactly once', () => {
    expect(rows.map(nameOf).sort()).toEqual([...settingNames].sort());
  });

  test.each([
    ['embedded', 1, {}],
    ['PostgreSQL', 2, { DATABASE_URL: 'postgres://localhost/payments' }],
  ] as const)('have the documented defaults (%s)', (_, column, environment) => {
    const config = readConfig(environment);
    const onOff = (value: boolean) => (value ? 'on' : 'off');
    const defaults: Readonly<Record<string, string | undefined>> = {
      HOST: config.host,
      PORT: String(config.port),
      WORKER: onOff(config.worker),
      DRAIN_SECONDS: String(config.drainSeconds),
      LOG_LEVEL: config.logLevel,
      DATA_DIR: config.dataDir,
      SANDBOX_UMA_DOMAIN: config.sandboxUmaDomain,
      TRUSTED_PROXIES: String(config.trustedProxies),
      PRIVATE_TARGETS: config.privateTargets ? 'allow' : 'refuse',
      GRAPHIQL: onOff(config.graphiql),
      RATE_LIMITS: onOff(config.rateLimits),
      OTEL_SERVICE_NAME: config.serviceName,
      EVENT_BUS: config.eventBus,
      SMTP_URL: config.smtpUrl,
      METRICS_TOKEN: config.metricsToken,
      PREVIOUS_MASTER_KEY: config.previousMasterKey && 'set',
      NEW_MASTER_KEY: config.newMasterKey && 'set',
      OTEL_EXPORTER_OTLP_ENDPOINT: config.otlpEndpoint,
      RATES_FILE: config.ratesFile === undefined ? undefined : 'set',
    };
    // A column says "=" for the default of the column before it.
    const documented = (row: readonly string[]) =>
      (row[column] === '=' ? row[1] : row[column])?.replaceAll('`', '');
    const checked = rows.filter((row) => nameOf(row) in defaults);
    expect(checked).toHaveLength(Object.keys(defaults).length);
    expect(Object.fromEntries(checked.map((row) => [nameOf(row), documented(row)]))).toEqual(
      Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, value ?? 'none'])),
    );
  });

  test('the defaults on a public host are those of PostgreSQL', () => {
    const reachable = readConfig({ HOST: '0.0.0.0' });
    const server = readConfig({ DATABASE_URL: 'postgres://localhost/payments' });
    expect([reachable.graphiql, reachable.rateLimits]).toEqual([server.graphiql, server.rateLimits]);
    expect(cellsOf(page, '`HOST`').at(-1)).toMatch(
      /the defaults of `GRAPHIQL` and `RATE_LIMITS` are those of PostgreSQL/,
    );
  });

  test('the example of RATES_FILE is valid', () => {
    const [, example = ''] = /<!-- rates file: begin -->\n```json\n([\s\S]*?)```/.exec(read(page)) ?? [];
    const rates = parseRateTable(JSON.parse(example), new Date(0));
    expect(rates).not.toBeInstanceOf(Error);
    expect(rates).toMatchObject({ isConfigured: true, updatedAt: new Date('2025-10-13T12:00:00Z') });
  });
});

describe('limits', () => {
  const page = 'docs/reference/limits.md';

  test('of LIMITS are all documented with their defaults', () => {
    const documented = rowsOf(page, 'Documents and operations')
      .filter(([name]) => /^`[a-zA-Z]+`$/.test(name ?? '') && name !== '`totalCount`')
      .map(([name = '', value = '']) => [name.replaceAll('`', ''), numbersIn(value)[0]]);
    expect(Object.fromEntries(documented)).toEqual(defaultLimits);
  });

  const transports = 'src/transports';
  test.each([
    ['request body', [constantOf(`${transports}/http/body.ts`, 'maxBodyBytes') / 1024]],
    [
      'request body with a passkey attestation',
      [constantOf(`${transports}/http/body.ts`, 'maxLargeBodyBytes') / 1024],
    ],
    ['uploaded document', [maxDocumentBytes / 1024 / 1024]],
    ['parts of a multipart body', [constantOf(`${transports}/http/multipart.ts`, 'maxParts')]],
    ['nesting of JSON', [constantOf(`${transports}/http/json.ts`, 'maxJsonDepth')]],
    ['values of a JSON body', [constantOf(`${transports}/http/json.ts`, 'maxJsonValues')]],
    ['records of a page', [1, maxPageSize, defaultPageSize]],
    ['wrong fields that one error names', [maxFieldErrors]],
    ['amount of a payment', [Number(maxAmount)]],
    ['balance of an account', [Number(maxBalance)]],
    [
      'transfers of one platform that wait in a process',
      [constantOf('src/infrastructure/database/group-commit.ts', 'maxWaiting')],
    ],
    ['headers of a request', [constantOf(`${transports}/http/listener.ts`, 'headersTimeoutMs') / 1000]],
    ['body of a request', [constantOf(`${transports}/http/listener.ts`, 'bodyTimeoutMs') / 1000]],
    ['idle connection', [constantOf(`${transports}/http/listener.ts`, 'keepAliveMs') / 1000]],
    [
      'socket without a message or pong',
      [(constantOf(`${transports}/graphql/socket-transport.ts`, 'pingMs') * 3) / 1000],
    ],
    [
      'socket whose client reads nothing',
      [constantOf(`${transports}/graphql/socket-transport.ts`, 'stalledMs') / 1000],
    ],
    [
      'responses that wait for a client that does not read',
      [constantOf(`${transports}/graphql/socket-transport.ts`, 'maxBufferedBytes') / 1024],
    ],
    [
      'message before `connection_ack`',
      [constantOf(`${transports}/graphql/socket-transport.ts`, 'maxUnauthenticatedBytes') / 1024],
    ],
    [
      'message of a socket',
      [constantOf(`${transports}/graphql/socket-transport.ts`, 'maxPayloadBytes') / 1024],
    ],
  ])('%s', (what, values) => {
    expect(numbersIn(cellOf(page, what))).toEqual(values);
  });

  const minute = (seconds: number) => (seconds % 900 === 0 ? seconds / 60 : seconds);
  const windowsOf = (windows: readonly AttemptWindow[]): number[] =>
    windows.flatMap(({ attempts, seconds }) => [attempts, ...(seconds === 3600 ? [] : [minute(seconds)])]);
  test.each([
    ['failed authentications of one address', addressFailureWindows],
    ['failed authentications for one API token id', tokenFailureWindows],
    ['challenges of one credential', challengeWindows],
    ['failed verifications of one credential', verifyWindows],
    ['device codes redeemed, by address', redeemWindows],
    ['unknown invitation codes, by platform and by address', guessWindows],
    ['sign-ins of members and options of passkeys, by address', signInWindows],
    ['passkey assertions of one member', memberWindows],
    ['requested sign-in links, by address', linkAddressWindows],
  ])('%s', (what, windows) => {
    expect(numbersIn(cellOf(page, what))).toEqual(windowsOf(windows));
  });

  test('rates of requests and of wrong codes', () => {
    const rate = (name: string): number[] => {
      const [, perSecond, burst] =
        new RegExp(`const ${name}: RequestRate = \\{ perSecond: (\\d+), burst: (\\d+) \\}`).exec(
          read('src/platforms/access/rate-limit.ts'),
        ) ?? [];
      return [Number(perSecond), Number(burst)];
    };
    expect(numbersIn(cellOf(page, 'requests of one API token, access token or session of a member'))).toEqual(
      rate('platformRate'),
    );
    expect(numbersIn(cellOf(page, 'requests of one agent'))).toEqual(rate('agentRate'));
    expect(numbersIn(cellOf(page, 'wrong values for one one-time code'))).toEqual([maxAttempts]);
    expect(deviceCodeWindows).toEqual(redeemWindows);
    expect(
      numbersIn(cellOf(page, 'sign-in links for one email address, requested or for a new member')),
    ).toEqual(
      linkEmailWindows.flatMap(({ attempts, seconds }) => [
        attempts,
        seconds % 3600 === 0 ? seconds / 3600 : seconds / 60,
      ]),
    );
    expect(numbersIn(cellOf(page, 'passkeys of a member'))).toEqual([maxPasskeys]);
    expect(numbersIn(cellOf(page, 'sessions of a member'))[0]).toBe(maxSessions);
  });

  test('costs of fields', () => {
    const field = (type: string, name: string) => {
      const named = schema.getType(type);
      if (!isObjectType(named)) throw new Error(`${type} is not an object type`);
      return named.getFields()[name] as ReturnType<typeof named.getFields>[string];
    };
    const lengthOf = (type: string, name: string): number => {
      const bound = boundOf(field(type, name));
      return bound === undefined || bound === 'page' ? 0 : lengthWithin(bound, {});
    };
    expect(lengthOf('Customer', 'internalAccounts')).toBeGreaterThanOrEqual(currencies.length);
    expect(numbersIn(cellOf(page, 'what is below another list'))).toEqual([maxSteps]);
    expect(numbersIn(cellOf(page, '`totalCount`'))).toEqual([countCost]);
    expect(numbersIn(cellOf(page, 'a body of a webhook attempt (16 KiB)'))).toEqual([
      textCost(loggedBodyBytes),
    ]);
  });
});
