/** Profiles, tokens, and what every command does without a server. */
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Service, startService } from '../../test/support/service.ts';
import { profilesFile } from '../src/profiles.ts';
import { jsonOf, runCommand, temporaryFolder } from './support/command.ts';
import * as schemas from './support/schemas.ts';

let service: Service;
let folder: ReturnType<typeof temporaryFolder>;
let env: Record<string, string>;

beforeAll(async () => {
  service = await startService({ server: true, standing: true, env: { RATE_LIMITS: 'off' } });
});
afterAll(() => service.stop());
beforeEach(() => {
  folder = temporaryFolder();
  env = { XDG_CONFIG_HOME: folder.path };
});
afterEach(() => folder.remove());

const login = (...rest: string[]) =>
  runCommand(['login', '--url', service.url, '--token-stdin', ...rest], {
    env,
    stdin: `${service.platform.token}\n`,
  });
const secret = () => service.platform.token.split(':')[1] as string;

describe('login', () => {
  test('stores the token in a file that only its owner can read', async () => {
    const ended = await login();
    expect(ended.code).toBe(0);
    expect(ended.stdout + ended.stderr).not.toContain(secret());
    const path = profilesFile(env);
    expect(path).toBe(join(folder.path, 'payments', 'profiles.json'));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    expect((await runCommand(['customers', 'list'], { env })).code).toBe(0);
  });

  test('of a profile does not serve for another address of the environment', async () => {
    await login();
    const elsewhere = { ...env, PAYMENTS_URL: 'http://127.0.0.1:1' };
    const ended = await runCommand(['customers', 'list'], { env: elsewhere });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('PAYMENTS_URL');
    // A profile that is named takes precedence.
    const named = await runCommand(['customers', 'list', '--profile', 'default'], { env: elsewhere });
    expect(named.code).toBe(0);
    expect((await runCommand(['customers', 'list'], { env: { ...env, PAYMENTS_URL: '' } })).code).toBe(0);
  });

  test('asks for the token without showing it', async () => {
    const ended = await runCommand(['login', '--url', service.url], { env, secret: service.platform.token });
    expect(ended.code).toBe(0);
    expect(ended.stdout + ended.stderr).not.toContain(secret());
  });

  test('without a terminal it names the other ways', async () => {
    const ended = await runCommand(['login', '--url', service.url], { env });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('--token-stdin');
  });

  test.each([['--token'], ['--token=id:secret-secret']])('rejects the argument %s', async (argument) => {
    const ended = await runCommand(['login', argument, 'id:secret-secret'], { env });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('PAYMENTS_TOKEN');
    expect(ended.stderr).not.toContain('secret-secret');
  });

  test('stores nothing when the server rejects the token', async () => {
    const ended = await runCommand(['login', '--url', service.url, '--token-stdin'], {
      env,
      stdin: 'unknown:wrong-secret-value',
    });
    expect(ended.code).toBe(4);
    expect(ended.stderr).not.toContain('wrong-secret-value');
    expect(await jsonOf(schemas.profiles, ['profiles'], { env })).toEqual({ profiles: [] });
  });

  test('sends no token without encryption to another computer', async () => {
    const ended = await runCommand(['login', '--url', 'http://payments.example', '--token-stdin'], {
      env,
      stdin: service.platform.token,
    });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('--allow-http');
  });
});

describe('profiles', () => {
  test('the last login is current, and logout removes one', async () => {
    await login('--profile', 'first');
    await login('--profile', 'second');
    const { profiles } = await jsonOf(schemas.profiles, ['profiles'], { env });
    expect(profiles).toEqual([
      { name: 'first', url: service.url, isCurrent: false },
      { name: 'second', url: service.url, isCurrent: true },
    ]);
    expect((await runCommand(['logout'], { env })).code).toBe(0);
    expect(readFileSync(profilesFile(env), 'utf8')).not.toContain('second');
    expect((await jsonOf(schemas.profiles, ['profiles'], { env })).profiles).toEqual([
      { name: 'first', url: service.url, isCurrent: true },
    ]);
  });

  test('the token of a profile is not sent to another address', async () => {
    await login();
    const other = 'https://other.example';
    expect((await runCommand(['customers', 'list', '--url', other], { env })).code).toBe(2);
    const inOther = { env: { ...env, PAYMENTS_URL: other } };
    expect((await runCommand(['customers', 'list'], inOther)).code).toBe(2);
    expect((await runCommand(['customers', 'list', '--profile', 'default'], inOther)).code).toBe(0);
  });

  test.each([
    ['readable by others', '{"profiles":{}}', 0o644, 'chmod 600'],
    ['damaged', '{"profiles":', 0o600, 'Delete it'],
  ])('a file that is %s is reported', async (_, content, mode, hint) => {
    mkdirSync(dirname(profilesFile(env)), { recursive: true });
    writeFileSync(profilesFile(env), content);
    chmodSync(profilesFile(env), mode);
    const ended = await runCommand(['customers', 'list'], { env });
    expect(ended.code).toBe(4);
    expect(ended.stderr).toContain(hint);
  });
});

describe('exit codes', () => {
  test.each([
    ['no command', [], 2],
    ['an unknown command', ['costumers', 'list'], 2],
    ['an unknown option', ['customers', 'list', '--colour'], 2],
    ['a group without its command', ['customers'], 2],
    ['a limit that is too large', ['customers', 'list', '--limit', '101'], 2],
    ['an option that is given twice', ['customers', 'list', '--limit', '1', '--limit', '2'], 2],
    [
      'a status of a delivery that is given twice',
      ['webhooks', 'deliveries', '--status', 'failed', '--status', 'pending'],
      2,
    ],
    [
      'a status of a transaction that is given twice',
      ['transactions', 'list', '--status', 'failed', '--status', 'pending'],
      0,
    ],
    ['help', ['--help'], 0],
    ['the version', ['--version'], 0],
    ['the completion script', ['completion'], 0],
  ])('of %s', async (_, argv, code) => {
    const given = { ...env, PAYMENTS_TOKEN: service.platform.token, PAYMENTS_URL: service.url };
    expect((await runCommand(argv, { env: given })).code).toBe(code);
  });

  test('without a token', async () => {
    const ended = await runCommand(['customers', 'list'], { env });
    expect(ended.code).toBe(4);
    expect(ended.stderr).toContain('payments login');
  });

  test('of a server that is not reachable', async () => {
    const given = { PAYMENTS_TOKEN: service.platform.token, PAYMENTS_URL: 'http://127.0.0.1:9' };
    const ended = await runCommand(['customers', 'list', '--json'], { env: given });
    expect(ended).toMatchObject({ code: 3, stdout: '' });
    const { error } = schemas.failure.parse(JSON.parse(ended.stderr.trim().split('\n').at(-1) ?? ''));
    expect(error).toMatchObject({ exitCode: 3, code: 'NETWORK_ERROR' });
  });

  test('of a record that does not exist', async () => {
    const given = { PAYMENTS_TOKEN: service.platform.token, PAYMENTS_URL: service.url };
    const argv = ['customers', 'show', 'Customer:00000000-0000-7000-8000-000000000000', '--json'];
    const ended = await runCommand(argv, { env: given });
    expect(ended.code).toBe(1);
    expect(schemas.failure.parse(JSON.parse(ended.stderr)).error.code).toBe('NOT_FOUND');
  });
});

describe('colors', () => {
  const codes = '\u001b[';
  const listed = (more: Record<string, string>, isTTY: boolean) =>
    runCommand(['profiles'], { env: { ...env, ...more }, isTTY });

  test('are for terminals without NO_COLOR', async () => {
    await login();
    expect((await listed({}, true)).stdout).toContain(codes);
    expect((await listed({ NO_COLOR: '1' }, true)).stdout).not.toContain(codes);
    expect((await listed({}, false)).stdout).not.toContain(codes);
  });
});
