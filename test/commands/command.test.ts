/** The commands of the operator on the data folder of an embedded database, in this process. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { agentTokens } from '../../src/agents/store.ts';
import { type Outcome, runCommand } from '../../src/commands/command.ts';
import { createMemberCommand } from '../../src/commands/create-member.ts';
import { createPlatformCommand } from '../../src/commands/create-platform.ts';
import { createTokenCommand } from '../../src/commands/create-token.ts';
import { settleTransactionCommand } from '../../src/commands/settle-transaction.ts';
import { ConfigError } from '../../src/infrastructure/config-error.ts';
import { rawRows } from '../../src/infrastructure/database/client.ts';
import { openEmbedded } from '../../src/infrastructure/database/embedded.ts';
import { lockFolder } from '../../src/infrastructure/database/folder-lock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { authenticate } from '../../src/platforms/access/authenticate.ts';
import { basic } from '../support/service.ts';

const folder = mkdtempSync(join(tmpdir(), 'payments-command-'));
const env = { DATA_DIR: folder };
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The error message of a failing command, which must be one line. */
async function errorOf(running: Promise<Outcome>): Promise<string> {
  const error: unknown = await running.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ConfigError);
  const { message } = error as ConfigError;
  expect(message).not.toContain('\n');
  return message;
}

describe('platform:create', () => {
  test('prints one line of JSON with a valid token of the new platform', async () => {
    const args = ['--name', 'Acme', '--mode', 'production'];
    const { text: line, ok } = await runCommand(createPlatformCommand, args, env);
    expect(ok).toBe(true);
    expect(line).toMatch(/^\{.*\}\n$/);
    const made = JSON.parse(line) as Record<string, string>;
    expect(Object.keys(made)).toEqual(['platformId', 'name', 'mode', 'tokenId', 'clientSecret']);
    expect(made).toMatchObject({ name: 'Acme', mode: 'PRODUCTION' });

    const db = await openEmbedded(join(folder, 'database'));
    const principal = await authenticate(
      { db, agentTokens },
      basic(`${made['tokenId']}:${made['clientSecret']}`),
    );
    await db.close();
    expect(principal).toMatchObject({
      platform: { id: made['platformId'], mode: 'PRODUCTION' },
      token: { permissions: ['VIEW', 'TRANSACT', 'MANAGE'] },
    });
  });

  test.each([
    ['no name', ['--mode', 'sandbox'], '--name is required'],
    ['an empty name', ['--name', '', '--mode', 'sandbox'], '--name must not be empty'],
    ['no mode', ['--name', 'Acme'], '--mode must be one of sandbox, production'],
    ['another mode', ['--name', 'Acme', '--mode', 'test'], '--mode must be one of sandbox, production'],
    ['an unknown option', ['--name', 'Acme', '--mode', 'sandbox', '--dry-run'], 'Invalid arguments'],
    ['a stray argument', ['Acme'], 'Invalid arguments'],
  ])('rejects %s in one line with the usage', async (_, args, expected) => {
    const message = await errorOf(runCommand(createPlatformCommand, args, env));
    expect(message).toContain(expected);
    expect(message).toContain('Usage: npm run platform:create -- --name N --mode sandbox|production');
  });

  test('is rejected while a server uses the folder', async () => {
    const unlock = lockFolder(folder);
    const message = await errorOf(
      runCommand(createPlatformCommand, ['--name', 'A', '--mode', 'sandbox'], env),
    );
    unlock();
    expect(message).toContain(`is in use by process ${process.pid}`);
  });
});

describe('member:create', () => {
  const create = async (...args: string[]) => {
    const { text: line } = await runCommand(createMemberCommand, args, env);
    expect(line).toMatch(/^\{.*\}\n$/);
    return JSON.parse(line) as Record<string, string>;
  };

  test('prints a link of a new member, and another one later', async () => {
    const made = await create('--email', 'Ada@example.com', '--name', 'Ada', '--roles', 'view, APPROVE');
    expect(made).toMatchObject({ name: 'Ada', email: 'Ada@example.com', roles: ['VIEW', 'APPROVE'] });
    const link = /^http:\/\/localhost:\d+\/sign-in#token=[\w-]{43}$/;
    expect(made['signInUrl']).toMatch(link);
    const again = await create('--email', 'ada@EXAMPLE.com', '--remove-passkeys');
    expect(again['memberId']).toBe(made['memberId']);
    expect(again['signInUrl']).toMatch(link);
    expect(again['signInUrl']).not.toBe(made['signInUrl']);
  });

  test.each([
    ['no address', [], '--email is required'],
    ['no address in it', ['--email', 'ada'], '--email must be an email address'],
    ['a new member without roles', ['--email', 'new@example.com'], '--roles is required for a new member'],
    ['roles without VIEW', ['--email', 'new@example.com', '--roles', 'MANAGE'], '--roles must include VIEW'],
    [
      'roles of a member that exists',
      ['--email', 'ada@example.com', '--roles', 'VIEW'],
      '--roles is only for a new member: this one exists',
    ],
    [
      'an unknown platform',
      ['--platform', newId('Platform'), '--email', 'new@example.com', '--roles', 'VIEW'],
      '--platform names no platform of this database',
    ],
  ])('rejects %s in one line', async (_, args, expected) => {
    expect(await errorOf(runCommand(createMemberCommand, args, env))).toContain(expected);
  });
});

describe('token:create', () => {
  const create = (...args: string[]) => runCommand(createTokenCommand, args, env);

  test('prints one line of JSON with a valid token of the only platform', async () => {
    const { text: line, ok } = await create('--permissions', 'view, TRANSACT', '--name', 'Back office');
    expect(ok).toBe(true);
    expect(line).toMatch(/^\{.*\}\n$/);
    const made = JSON.parse(line) as Record<string, string>;
    expect(Object.keys(made)).toEqual(['platformId', 'name', 'permissions', 'tokenId', 'clientSecret']);
    expect(made).toMatchObject({ name: 'Back office', permissions: ['VIEW', 'TRANSACT'] });

    const db = await openEmbedded(join(folder, 'database'));
    const principal = await authenticate(
      { db, agentTokens },
      basic(`${made['tokenId']}:${made['clientSecret']}`),
    );
    const [stored] = await rawRows<{ row: string }>(
      db.orm,
      sql`select to_jsonb(t)::text as row from api_tokens t where client_id = ${made['tokenId']}`,
    );
    await db.close();
    expect(principal).toMatchObject({
      platform: { id: made['platformId'] },
      token: { name: 'Back office', permissions: ['VIEW', 'TRANSACT'] },
    });
    expect(stored?.row).not.toContain(made['clientSecret']);
  });

  test.each([
    ['no permissions', [], '--permissions is required'],
    ['an unknown permission', ['--permissions', 'VIEW,ALL'], '--permissions'],
    ['an empty permission', ['--permissions', ''], '--permissions must not be empty'],
    [
      'an id of another type',
      ['--platform', newId('Quote'), '--permissions', 'VIEW'],
      '--platform must be an id',
    ],
    [
      'an unknown platform',
      ['--platform', newId('Platform'), '--permissions', 'VIEW'],
      '--platform names no platform of this database',
    ],
  ])('rejects %s in one line', async (_, args, expected) => {
    expect(await errorOf(create(...args))).toContain(expected);
  });

  test('requires --platform if there are several platforms', async () => {
    const other = JSON.parse(
      (await runCommand(createPlatformCommand, ['--name', 'Other', '--mode', 'sandbox'], env)).text,
    ) as { platformId: string };
    expect(await errorOf(create('--permissions', 'MANAGE'))).toContain(
      '--platform is required: there are several',
    );
    const made = JSON.parse((await create('--permissions', 'MANAGE', '--platform', other.platformId)).text);
    expect(made).toMatchObject({ platformId: other.platformId, permissions: ['MANAGE'] });
  });
});

describe('transaction:settle', () => {
  test('rejects an id that is not a transaction', async () => {
    const args = ['--id', 'Quote:1', '--outcome', 'COMPLETED'];
    expect(await errorOf(runCommand(settleTransactionCommand, args, env))).toMatch(/^--id must be an id/);
  });

  test('rejects another outcome', async () => {
    const args = ['--id', newId('Transaction'), '--outcome', 'REFUNDED'];
    expect(await errorOf(runCommand(settleTransactionCommand, args, env))).toMatch(
      /^--outcome must be one of/,
    );
  });

  test('rejects a transaction that does not exist', async () => {
    const args = ['--id', newId('Transaction'), '--outcome', 'COMPLETED'];
    expect(await errorOf(runCommand(settleTransactionCommand, args, env))).toBe(
      'The transaction does not exist.',
    );
  });
});
