/** `events tail` and `webhooks listen` across restarts of the server, and the entry of the process. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { projectRoot } from '../../src/kernel/project.ts';
import { aPayer, type Payer } from '../../test/support/parties.ts';
import { type Service, startService } from '../../test/support/service.ts';
import { type Receiver, startReceiver, verifies } from '../../test/support/webhook-service.ts';
import { type Following, follow, jsonOf, runCommand, temporaryFolder } from './support/command.ts';
import * as schemas from './support/schemas.ts';

let service: Service;
let env: Record<string, string>;
let payer: Payer;
let folder: ReturnType<typeof temporaryFolder>;

beforeAll(async () => {
  service = await startService({ server: true, env: { RATE_LIMITS: 'off' } });
  env = { PAYMENTS_URL: service.url, PAYMENTS_TOKEN: service.platform.token };
});
afterAll(() => service.stop());
beforeEach(async () => {
  folder = temporaryFolder();
  payer = await aPayer(service, 0);
});
afterEach(() => folder.remove());

/** One event of the account: its balance changes. The command retries where the server restarts. */
const fund = (cents: number) =>
  jsonOf(schemas.internalAccount, ['sandbox', 'fund', payer.accountId, '--amount', `0.0${cents}`], { env });

const kind = 'INTERNAL_ACCOUNT.BALANCE_UPDATED';

describe('events tail', () => {
  const file = () => join(folder.path, 'cursor');
  const tail = (...rest: string[]) =>
    follow(
      [
        'events',
        'tail',
        '--json',
        '--kind',
        kind,
        '--resource',
        payer.accountId,
        '--cursor-file',
        file(),
        ...rest,
      ],
      { env },
    );
  const sequences = ({ lines }: Following) =>
    lines.map((line) => schemas.published.parse(JSON.parse(line)).event.sequence);

  test('prints each event once, over restarts of the server and of itself', async () => {
    const first = tail();
    // It has its position from now on.
    await expect.poll(() => existsSync(file())).toBe(true);
    await fund(1);
    await expect.poll(() => sequences(first)).toHaveLength(1);
    await service.restartServer();
    await fund(2);
    await expect.poll(() => sequences(first)).toEqual([1, 2]);
    expect(await first.stop()).toMatchObject({ code: 0 });

    await fund(3);
    const second = tail('--limit', '2');
    await expect.poll(() => sequences(second)).toEqual([3]);
    await fund(4);
    expect(await second.ended).toMatchObject({ code: 0 });
    expect(sequences(second)).toEqual([3, 4]);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  test('starts after a cursor, and in lines for people', async () => {
    const first = tail('--limit', '1');
    await expect.poll(() => existsSync(file())).toBe(true);
    const cursor = readFileSync(file(), 'utf8').trim();
    await fund(5);
    await first.ended;
    const again = await runCommand(
      ['events', 'tail', '--after', cursor, '--resource', payer.accountId, '--limit', '1'],
      { env },
    );
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(again.stdout).toMatch(new RegExp(`^\\S+Z {2}${kind} +${payer.accountId} {2}#1\n$`));
  });

  test('a position that is given twice is wrong usage', async () => {
    const ended = await runCommand(['events', 'tail', '--after', 'x', '--cursor-file', file()], { env });
    expect(ended.code).toBe(2);
  });
});

describe('webhooks listen', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());

  const listen = (...rest: string[]) =>
    follow(
      ['webhooks', 'listen', '--forward', receiver.url, '--port', '0', '--kind', kind, '--json', ...rest],
      {
        env,
      },
    );
  const config = z.object({
    platformConfig: z.object({
      webhookEndpoints: z.array(z.object({ url: z.string() })),
      webhookPublicKeys: z.array(z.string()).min(1),
    }),
  });
  async function settings() {
    const query = '{ platformConfig { webhookEndpoints { url } webhookPublicKeys } }';
    const { data } = await service.send(query as never, {});
    return config.parse(data).platformConfig;
  }
  const balances = () => receiver.received.filter(({ event }) => event.data.id === payer.accountId);
  /** Adding the endpoint sends a TEST event. */
  const isListening = () =>
    expect.poll(() => receiver.received.some(({ event }) => event.type === 'TEST')).toBe(true);

  test('forwards signed deliveries in order, over a restart of the server, and removes its endpoint', async () => {
    const listening = listen();
    await isListening();
    await fund(1);
    await fund(2);
    await expect.poll(() => balances().map(({ event }) => event.sequence)).toEqual([1, 2]);
    await service.restartServer();
    await fund(3);
    await expect.poll(() => balances().map(({ event }) => event.sequence)).toEqual([1, 2, 3]);

    const { webhookEndpoints, webhookPublicKeys } = await settings();
    expect(webhookEndpoints).toHaveLength(1);
    for (const one of receiver.received) expect(verifies(webhookPublicKeys[0] ?? '', one)).toBe(true);
    const lines = listening.lines.map((line) => schemas.forwarded.parse(JSON.parse(line)));
    expect(lines.filter(({ type }) => type === kind).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await listening.stop()).toMatchObject({ code: 0 });
    expect((await settings()).webhookEndpoints).toEqual([]);
  });

  test('waits for a receiver that restarts, and leaves a rejected delivery to the platform', async () => {
    const listening = listen('--keep');
    await isListening();
    const port = Number(new URL(receiver.url).port);
    await receiver.close();
    await fund(1);
    receiver = await startReceiver(port);
    await expect.poll(() => balances()).toHaveLength(1);

    receiver.response = (_, response) => void response.writeHead(500).end();
    await fund(2);
    await expect.poll(() => listening.lines.map((line) => JSON.parse(line).status)).toContain(500);
    receiver.response = (_, response) => void response.end();
    const { nodes } = await jsonOf(
      schemas.pageOf(schemas.delivery),
      ['webhooks', 'deliveries', '--resource', payer.accountId, '--limit', '1'],
      { env },
    );
    await jsonOf(schemas.delivery, ['webhooks', 'redeliver', nodes[0]?.id ?? ''], { env });
    await expect.poll(() => balances().filter(({ event }) => event.sequence === 2).length).toBeGreaterThan(1);
    await listening.stop();
    expect((await settings()).webhookEndpoints).toHaveLength(1);
  });

  test('rejects the public address of another endpoint and leaves it, unless it is to be replaced', async () => {
    const own = await startReceiver();
    const other = { url: own.url, eventTypes: ['CUSTOMER.KYC_APPROVED'] };
    await service.send(
      'mutation ($input: UpdatePlatformConfigInput!) { updatePlatformConfig(input: $input) { __typename } }' as never,
      { input: { webhookEndpoints: [other] } } as never,
    );
    const publicUrl = ['--public-url', own.url];
    const ended = await listen(...publicUrl).ended;
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('already');
    expect((await settings()).webhookEndpoints.map(({ url }) => url)).toEqual([own.url]);

    const listening = listen(...publicUrl, '--replace');
    const eventTypes = async () => {
      const { data } = await service.send(
        '{ platformConfig { webhookEndpoints { eventTypes } } }' as never,
        {},
      );
      return data;
    };
    const replaced = { platformConfig: { webhookEndpoints: [{ eventTypes: [kind] }] } };
    await expect.poll(eventTypes).toEqual(replaced);
    await listening.stop();
    expect((await settings()).webhookEndpoints).toEqual([]);
    await own.close();
  });

  test('neither forwards nor prints what the platform did not sign', async () => {
    const listening = listen('--keep');
    await isListening();
    const { webhookEndpoints } = await settings();
    const url = webhookEndpoints.at(-1)?.url ?? '';
    const [genuine] = receiver.received;
    const signature = genuine?.signature ?? '';
    const forged = JSON.stringify({
      id: 'Webhook:1',
      type: '\u001b]0;title\u0007',
      timestamp: new Date(),
      data: {},
    });
    const post = (headers: Record<string, string>) => fetch(url, { method: 'POST', headers, body: forged });
    // As a page of another site sends it, and with the signature of another body.
    expect((await post({ 'content-type': 'text/plain' })).status).toBe(401);
    expect((await post({ 'x-service-signature': signature })).status).toBe(401);

    await fund(1);
    await expect.poll(() => balances()).toHaveLength(1);
    expect(receiver.received.filter(({ event }) => event.id === 'Webhook:1')).toEqual([]);
    const { stderr, stdout } = await listening.stop();
    expect(stdout).not.toContain('title');
    expect(stderr.match(/did not sign/g)).toHaveLength(1);
  });

  test('a port in use is wrong usage', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const ended = await runCommand(
      ['webhooks', 'listen', '--forward', receiver.url, '--port', String(port)],
      { env },
    );
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('--port');
    other.close();
  });
});

describe('the process', () => {
  const spawned = (argv: readonly string[], stdin = '') => {
    const child = spawn(
      process.execPath,
      ['--conditions=@payments-platform/source', '--import', 'tsx', 'cli/src/main.ts', ...argv],
      {
        cwd: projectRoot,
        env: { PATH: process.env['PATH'], XDG_CONFIG_HOME: folder.path, ...env, PAYMENTS_TOKEN: '' },
      },
    );
    child.stdin.end(stdin);
    let stdout = '';
    child.stdout.on('data', (chunk) => {
      stdout += String(chunk);
    });
    const ended = new Promise<{ code: number | null; stdout: string }>((resolve) =>
      child.on('close', (code) => resolve({ code, stdout })),
    );
    return { child, ended, printed: () => stdout };
  };

  test('reads a token from stdin, ends with the exit code, and follows until SIGINT', async () => {
    expect(await spawned(['customers', 'list']).ended).toMatchObject({ code: 4, stdout: '' });
    const login = await spawned(['login', '--token-stdin'], service.platform.token).ended;
    expect(login.code).toBe(0);
    const cursor = join(folder.path, 'cursor');
    const tail = spawned(['events', 'tail', '--resource', payer.accountId, '--cursor-file', cursor]);
    await expect.poll(() => existsSync(cursor)).toBe(true);
    await fund(9);
    await expect.poll(tail.printed).toContain(kind);
    tail.child.kill('SIGINT');
    expect((await tail.ended).code).toBe(0);
  });
});
