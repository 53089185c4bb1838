/** The README is run: its table is made, its settings are those that exist, and its first payment is paid. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountTypesReference } from '../src/accounts/account-types-reference.ts';
import { projectRoot } from '../src/kernel/project.ts';
import { type Service, startService } from './support/service.ts';

const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8');

const section = (heading: string): string =>
  readme.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';

test('the table of account types is the one that the code makes', () => {
  const [, table] = /<!-- account types: begin -->\n([\s\S]*)<!-- account types: end -->/.exec(readme) ?? [];
  expect(table).toBe(accountTypesReference());
});

test('every setting is documented, and no other', () => {
  const source = readFileSync(join(projectRoot, 'src/config.ts'), 'utf8');
  const [, schema = ''] = /z\.object\(\{\n([\s\S]*?)\n\}\);/.exec(source) ?? [];
  const known = [...schema.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name);
  const told = [...section('Settings').matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name);
  expect(told.sort()).toEqual(known.sort());
});

test('every script is documented, and no other', () => {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const known = Object.keys(scripts).filter((name) => !/^pre[a-z]/.test(name));
  const [, list = ''] = /^Scripts: ([\s\S]*?)\.$/m.exec(section('Layout')) ?? [];
  const told = [...list.matchAll(/`([a-z:]+)`/g)].map(([, name]) => name);
  expect(told.sort()).toEqual(known.sort());
});

describe('the first payment', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ server: true });
  });
  afterAll(() => service.stop());

  test('is paid by pasting the five steps', async () => {
    const steps = [...section('A first payment').matchAll(/```sh\n([\s\S]*?)```/g)].map(([, code]) => code);
    expect(steps).toHaveLength(5);
    const [first, second, third, fourth, fifth] = steps;
    // Who pastes is slower than the sandbox settles.
    const script = [first, second, third, fourth, 'sleep 2\n', fifth]
      .join('')
      .replaceAll('http://127.0.0.1:4000', service.url)
      .replace("TOKEN='<id>:<secret>'", `TOKEN='${service.platform.token}'`);
    const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-eu', '-c', script]);
    expect(stderr).toBe('');
    const [customer, , bank, payment, answer = ''] = stdout.trim().split('\n');
    expect([customer, bank, payment].map((id) => id?.split(':')[0])).toEqual([
      'Customer',
      'ExternalAccount',
      'Transaction',
    ]);
    const { data } = JSON.parse(answer);
    expect(data.transaction.timeline.map(({ status }: { status: string }) => status)).toEqual([
      'PENDING',
      'PROCESSING',
      'COMPLETED',
    ]);
    expect(data.internalAccount.balance.amount).toBe(97_500);
  });
});
