/** The README and the guides work: they document all scripts, and their snippets run. */
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../src/kernel/project.ts';
import { TransferOut } from './support/documents.ts';
import { freePort } from './support/free-port.ts';
import { aBankAccount, aPayer } from './support/parties.ts';
import { processToken, startProcess } from './support/server-process.ts';
import { type Service, startService } from './support/service.ts';

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');

const guideNames = [
  'subscriptions',
  'client',
  'cross-currency',
  'wallets',
  'agents',
  'mcp',
  'webhooks',
  'browser',
  'sandbox-outcomes',
  'sandbox-faults',
  'command-line',
  'rest',
];

/** The README and the guides in the order of execution. A guide is one section, so its headings are one level lower. */
const guides = guideNames.map((name) => read(`docs/guides/${name}.md`).replace(/^(#{1,3} )/gm, '#$1'));
const pages = [read('README.md'), ...guides].join('\n');

const section = (heading: string): string =>
  pages.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';

test('exactly the existing scripts are documented', () => {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const known = Object.keys(scripts).filter((name) => !/^pre[a-z]/.test(name));
  const [, list = ''] = /^Scripts: ([\s\S]*?)\.$/m.exec(read('CONTRIBUTING.md')) ?? [];
  const documented = [...list.matchAll(/`([a-z:]+)`/g)].map(([, name]) => name);
  expect(documented.sort()).toEqual(known.sort());
});

const pasted = (heading: string, language = 'sh'): string[] =>
  [...section(heading).matchAll(/```(\w+)\n([\s\S]*?)```/g)]
    .filter(([, lineLanguage]) => lineLanguage === language)
    .map(([, , code = '']) => code);

/** The requests of the REST flows in order, each with its status. */
const restSteps = `
POST /customers 201
GET /customers/internal-accounts 200
POST /sandbox/internal-accounts/{}/fund 200
POST /customers/external-accounts 201
POST /customers 201
POST /beneficial-owners 201
POST /verifications 200
POST /transfer-out 201
POST /quotes 201
POST /quotes/{}/execute 200
GET /transactions 200
GET /customers/internal-accounts 200
POST /auth/credentials 201
POST /auth/credentials/{}/challenge 200
POST /auth/credentials/{}/verify 200
GET /auth/sessions 200
POST /auth/credentials 202
POST /auth/credentials 201
POST /auth/credentials/{}/challenge 200
POST /auth/credentials/{}/verify 200
POST /sandbox/internal-accounts/{}/fund 200
POST /quotes 201
POST /quotes/{}/execute 200
POST /auth/sessions/{}/refresh 202
POST /auth/sessions/{}/refresh 201
POST /internal-accounts/{}/export 202
POST /internal-accounts/{}/export 200
PATCH /internal-accounts/{} 202
PATCH /internal-accounts/{} 200
DELETE /auth/sessions/{} 202
DELETE /auth/sessions/{} 204
DELETE /auth/credentials/{} 202
DELETE /auth/credentials/{} 204
POST /agents 201
POST /agents/device-codes/{}/redeem 200
GET /agents/me 200
POST /agents/me/transfer-out 201
GET /agents/approvals 200
POST /agents/{}/actions/{}/approve 200
GET /agents/me/actions/{} 200
POST /quotes 201
POST /sandbox/send 200
GET /config 200
GET /customers/{} 200
POST /sandbox/uma/receive 200
POST /transactions/{}/approve 200`
  .trim()
  .split('\n');

describe('the README', () => {
  let service: Service;
  let webhookPort: string;
  let frontEndPort: string;
  const folder = mkdtempSync(join(tmpdir(), 'payments-readme-'));
  beforeAll(async () => {
    webhookPort = await freePort();
    frontEndPort = await freePort();
    service = await startService({ server: true });
    // Snippets run in the project folder find its files, and write their own files elsewhere.
    for (const name of ['node_modules', 'test', 'package.json', 'build.mjs', 'dist']) {
      symlinkSync(join(projectRoot, name), join(folder, name));
    }
  });
  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The lines that the steps print, each a JSON response or an id. */
  async function paste(...steps: string[]): Promise<string[]> {
    const script = steps
      .join('')
      .replaceAll(':8080', `:${webhookPort}`)
      .replaceAll('listen(8080)', `listen(${webhookPort})`)
      .replaceAll('8090', frontEndPort)
      .replaceAll("TOKEN='<id>:<secret>'", `TOKEN='${service.platform.token}'`);
    const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-eu', '-c', script], {
      cwd: folder,
      env: { ...process.env, URL: service.url },
    });
    expect(stderr).toBe('');
    return stdout.trim().split('\n');
  }
  /** Repeats a step until its output has the text, because the sandbox takes a moment to settle payments. */
  const repeatUntil = (text: string, step = ''): string =>
    `for NTH in {1..200}; do\n(${step}) > said.txt\n! grep -q '${text}' said.txt || break; sleep 0.3; done\ncat said.txt\n`;
  const resultIn = (lines: string[], name: string) =>
    lines
      .filter((line) => line.startsWith('{"data"'))
      .map((line) => JSON.parse(line).data[name])
      .find((response) => response !== undefined);

  test('pays a first payment in five steps', async () => {
    const steps = pasted('A first payment');
    expect(steps).toHaveLength(5);
    const lines = await paste(...steps.slice(0, 4), repeatUntil('COMPLETED', steps[4]));
    const [customer, , bank, payment] = lines;
    expect([customer, bank, payment].map((id) => id?.split(':')[0])).toEqual([
      'Customer',
      'ExternalAccount',
      'Transaction',
    ]);
    expect(resultIn(lines, 'transaction').timeline.map(({ status }: { status: string }) => status)).toEqual([
      'PENDING',
      'PROCESSING',
      'COMPLETED',
    ]);
    expect(resultIn(lines, 'internalAccount').balance.amount).toBe(97_500);
  });

  test('follows transactions over Server-Sent Events and over WebSocket', async () => {
    const [first = ''] = pasted('A first payment');
    const [events = ''] = pasted('Watching transactions');
    const [socket = ''] = pasted('Watching transactions', 'js');
    writeFileSync(join(folder, 'watch.mjs'), socket);
    const lines = await paste(
      first,
      ...pasted('A first payment').slice(1, 3),
      // The loop reads both files, which the background commands create at an unknown time.
      ': > events.txt; : > socket.txt\n',
      `(${events.trimEnd()}) > events.txt & EVENTS=$!\n`,
      'TOKEN="$TOKEN" node watch.mjs > socket.txt & SOCKET=$!\n',
      // Each subscriber gets time to start, because it receives no earlier updates.
      'until grep -q PROCESSING events.txt && grep -q PROCESSING socket.txt; do sleep 0.5;\n',
      `${pasted('A first payment')[3]?.replace('first-$CUSTOMER', '$RANDOM$RANDOM') ?? ''}done\n`,
      'kill $EVENTS $SOCKET\ncat socket.txt\ngrep ^data: events.txt\n',
    );
    expect(lines.filter((line) => line.includes('PROCESSING')).length).toBeGreaterThan(1);
  });

  test('pays in another currency', async () => {
    const lines = await paste(
      ...pasted('A first payment'),
      ...pasted('A payment in another currency'),
      repeatUntil('"transaction":{"status":"COMPLETED"', pasted('A payment in another currency').at(-1)),
    );
    const quotes = lines
      .filter((line) => line.startsWith('{"data":{"quote"'))
      .map((line) => JSON.parse(line).data.quote);
    expect(quotes[0]).toMatchObject({
      totalSendingAmount: 10_000,
      feesIncluded: 50,
      totalReceivingAmount: 9_154,
    });
    expect(quotes.at(-1)).toMatchObject({ status: 'COMPLETED', transaction: { status: 'COMPLETED' } });
  });

  test('receives a webhook and verifies it', async () => {
    const receiving = pasted('Webhooks').map((step) =>
      step
        .replace('node receiver.mjs', 'node receiver.mjs > received.txt')
        .replace('sleep 3;', repeatUntil('PAYMENT.COMPLETED', 'cat received.txt')),
    );
    const lines = await paste(...pasted('A first payment'), ...receiving);
    expect(lines).toContain('TEST ');
    expect(
      lines.filter((line) => /^OUTGOING_PAYMENT\.\w+ \d$/.test(line)).map((line) => line.split(' ')[0]),
    ).toEqual(
      expect.arrayContaining([
        'OUTGOING_PAYMENT.PENDING',
        'OUTGOING_PAYMENT.PROCESSING',
        'OUTGOING_PAYMENT.COMPLETED',
      ]),
    );
  });

  describe('pasted from top to bottom into one shell, against one server', () => {
    const flows = [...pages.matchAll(/^## (.*)$/gm)]
      .map(([, heading = '']) => heading)
      .filter((heading) => pasted(heading).length > 0 && !['Start', 'In a container'].includes(heading));
    const marker = '## ';
    let lines: string[];
    beforeAll(async () => {
      const [socket = ''] = pasted('Watching transactions', 'js');
      writeFileSync(join(folder, 'watch.mjs'), socket);
      const steps = flows.flatMap((heading) => [
        `echo '${marker}${heading}'\n`,
        ...(heading === 'Watching transactions'
          ? // Both run until they are stopped, as in separate terminals.
            [
              ...pasted(heading).map((step) => `(${step.trimEnd()}) > events.txt & EVENTS=$!\n`),
              'TOKEN="$TOKEN" node watch.mjs > socket.txt & SOCKET=$!\n',
            ]
          : pasted(heading)),
      ]);
      lines = await paste('set +eu\n', ...steps, 'kill $EVENTS $SOCKET\nexit 0\n');
    });
    /** What the snippets of a section printed. */
    const outputOf = (heading: string): string[] => {
      const start = lines.indexOf(`${marker}${heading}`) + 1;
      const end = lines.findIndex((line, at) => at >= start && line.startsWith(marker));
      return lines.slice(start, end < 0 ? undefined : end);
    };

    test('no step fails', () => {
      expect(flows).toHaveLength(guideNames.length + 2);
      const failed = lines.filter(
        (line) => /^[A-Z]+ \/.*\b[45]\d\d$/.test(line) || /"message":|"errors":|undefined/.test(line),
      );
      expect(failed).toEqual([]);
      expect(readFileSync(join(folder, 'socket.txt'), 'utf8')).toContain('COMPLETED');
    });

    test('pays twice without the client, and once with it', () => {
      expect(outputOf('A back end with the client')).toEqual([
        'naive: 2 payments',
        'Transaction',
        'client: 1 payment',
        'NETWORK_ERROR',
        'Transaction',
        'Transaction',
        'restarted: 1 payment',
        'PENDING',
        'PROCESSING',
        'COMPLETED',
        'COMPLETED',
      ]);
    });

    test('opens a session of a wallet, signs with its key, and exports the seed', () => {
      const lines = outputOf('A wallet session');
      expect(lines.at(-2)).toMatch(/^signs until: \d{4}-/);
      expect(lines.at(-1)).toMatch(/^seed: (\w+ ?){12}$/);
    });

    test('does the same over REST', () => {
      const lines = outputOf('The same over REST');
      const steps = lines
        .filter((line) => /^[A-Z]+ \//.test(line))
        .map((line) => line.replace(/[A-Z][A-Za-z]+:[0-9a-f-]{36}|SVC-AGENT-[\w-]+/g, '{}'));
      expect(steps).toEqual(restSteps);
      // The status of a payment shortly after its creation depends on timing.
      const paymentStatuses = ['PENDING', 'PROCESSING', 'COMPLETED'];
      const ids = lines.filter((line) => /^\w+$/.test(line) && !paymentStatuses.includes(line));
      expect(ids.join(' ')).toBe(
        '100000 APPROVED APPROVED 2 1 true true PENDING_APPROVAL APPROVED OUTGOING INCOMING',
      );
    });

    test('lets a person approve an action of an agent', () => {
      const lines = outputOf('An agent that spends under a policy');
      expect(lines.filter((line) => /^(at most|waiting|executed)/.test(line))).toEqual([
        'at most 50000',
        'waiting',
        'executed',
      ]);
      expect(resultIn(lines, 'agentActions').nodes[0]).toMatchObject({
        status: 'PENDING_APPROVAL',
        approvalReason: { rule: 'APPROVAL_THRESHOLD', threshold: 1_000, requested: 2_500 },
      });
      expect(resultIn(lines, 'agentAction')).toMatchObject({
        reason: '25.00 USD is above the approval threshold of 10.00 USD.',
        sendingAmount: { amount: 2_500 },
        sourceAccount: { currency: 'USD' },
        limits: [{ name: 'PER_TRANSACTION_LIMIT' }, { name: 'DAILY_LIMIT', reserved: 2_500 }],
      });
      expect(resultIn(lines, 'approveAgentAction')).toMatchObject({
        status: 'APPROVED',
        decidedBy: 'grace@office',
        comment: 'As agreed',
      });
      const steps = lines
        .filter((line) => line.startsWith('data: '))
        .map((line) => JSON.parse(line.slice(6)).data.agentActionUpdated);
      expect(steps.map(({ previousStatus, status }) => [previousStatus, status])).toEqual([
        [null, 'PENDING_APPROVAL'],
        ['PENDING_APPROVAL', 'APPROVED'],
      ]);
    });

    test('lists the tools of an agent, those of its permissions only', () => {
      const tools = outputOf('Assistants').flatMap((line) =>
        line.startsWith('tool ') ? [line.slice(5)] : [],
      );
      expect(tools).toContain('transfer_out');
      expect(tools).not.toContain('create_quote');
    });

    test('resumes subscriptions with a cursor, and follows a payment to its end', () => {
      const lines = outputOf('Subscriptions');
      const updates = lines
        .filter((line) => line.startsWith('data: '))
        .map((line) => JSON.parse(line.slice(6)).data.transactionUpdated);
      const statuses = ['PENDING', 'PROCESSING', 'COMPLETED'];
      // The same updates by `after` and by Last-Event-ID. The first has their cursors as the ids of the messages.
      expect(updates.map(({ status }) => status)).toEqual([...statuses, ...statuses]);
      expect(lines.filter((line) => line.startsWith('id: ')).map((line) => line.slice(4))).toEqual(
        updates.map(({ cursor }) => cursor),
      );
      expect(lines.slice(-3)).toEqual(statuses.map((status) => `${status} -`));
    });

    test('has a page that shows the payments of its customer', () => {
      const lines = outputOf('Browser front ends');
      expect(lines.filter((line) => line.startsWith('page: '))).toEqual([
        'page: PENDING',
        'page: PROCESSING',
        'page: COMPLETED',
      ]);
      expect(readFileSync(join(folder, 'page.html'), 'utf8')).toContain("from './page.mjs'");
    });

    test('selects an outcome in the sandbox, and moves its clock', () => {
      const lines = outputOf('Outcomes in the sandbox');
      const failing = resultIn(lines, 'failing');
      expect(failing).toMatchObject({ status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' });
      expect(
        failing.timeline.slice(-2).map(({ refundStatus }: { refundStatus: string }) => refundStatus),
      ).toEqual(['PENDING', 'COMPLETED']);
    });

    test('pays from the command line', () => {
      const lines = outputOf('The command line');
      expect(lines.filter((line) => /^Transaction:\S+ [A-Z]+$/.test(line)).length).toBeGreaterThan(1);
    });

    test('loses a response in the sandbox, and pays once', () => {
      const lines = outputOf('Faults in the sandbox');
      expect(lines).toContain('no response');
      expect(lines).toContain('paid once');
      expect(resultIn(lines, 'sandboxFaults')).toEqual([
        { kind: 'LOSE_RESPONSE', remaining: 0, appliedCount: 1 },
      ]);
      expect(resultIn(lines, 'chosen')).toEqual({
        status: 'FAILED',
        failureReason: 'QUOTE_EXECUTION_FAILED',
      });
    });
  });
});

test('every guide is tested and linked from the README, which has at most 200 lines', () => {
  const names = readdirSync(join(projectRoot, 'docs/guides')).map((name) => name.replace('.md', ''));
  // What the guide of the console says is tested in a browser: test/console. Production: test/rails/production-guide.test.ts.
  expect([...guideNames, 'console', 'production'].sort()).toEqual(names.sort());
  const readme = read('README.md');
  const pagesOf = (folder: string) =>
    readdirSync(join(projectRoot, 'docs', folder)).map((name) => `docs/${folder}/${name}`);
  const linked = ['guides', 'reference', 'operations'].flatMap(pagesOf);
  expect(linked.filter((path) => !readme.includes(`](${path})`))).toEqual([]);
  expect(readme.split('\n').length).toBeLessThanOrEqual(200);
});

test('git ignores the files that the snippets save', () => {
  const ignored = read('.gitignore').split('\n');
  const heredocs = [...pages.matchAll(/^cat > (\S+) <</gm)].map(([, name]) => name);
  const outputs = [...pages.matchAll(/ > ([\w-]+\.\w+)\b/g)].map(([, name]) => name);
  const named = [...pages.matchAll(/Save it as `([^`]+)`/g)].map(([, name]) => name);
  const saved = [...new Set([...heredocs, ...outputs, ...named])];
  expect(saved).toContain('watch.mjs');
  expect(saved.length).toBeGreaterThan(6);
  expect(saved.filter((name) => !ignored.includes(`/${name}`))).toEqual([]);
});

test('the WebSocket example resumes without loss after a stop and after a kill of the server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'payments-follow-'));
  const env = { PORT: await freePort(), DATA_DIR: join(folder, 'data') };
  let server = await startProcess(env);
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  const [socket = ''] = pasted('Watching transactions', 'js');
  const script = join(folder, 'follow.mjs');
  writeFileSync(script, socket);
  const follower = spawn(process.execPath, [script], {
    env: { PATH: process.env['PATH'], TOKEN: processToken, URL: server.url },
  });
  let [out, errors] = ['', ''];
  follower.stdout.on('data', (chunk) => {
    out += String(chunk);
  });
  follower.stderr.on('data', (chunk) => {
    errors += String(chunk);
  });
  try {
    const payer = await aPayer(server);
    const destination = await aBankAccount(server, payer.customerId);
    const pay = async (): Promise<string> => {
      const input = { source: payer.accountId, destination, amount: 100 };
      const { transferOut } = (await server.send(TransferOut, { input })).data;
      return transferOut.__typename === 'Transaction' ? transferOut.id : '';
    };
    /** The printed statuses of a payment, in order. */
    const printed = (id: string) =>
      [...out.matchAll(/status: '(\w+)',\s+transaction: \{ id: '([^']+)' \}/g)]
        .filter(([, , of]) => of === id)
        .map(([, status]) => status);
    const all = ['PENDING', 'PROCESSING', 'COMPLETED'];

    // Before the first status, the example may still be connecting.
    let seen = '';
    await expect
      .poll(async () => {
        seen = await pay();
        return errors || out;
      })
      .toContain('PROCESSING');
    await expect.poll(() => printed(seen)).toEqual(all);
    await server.stop();
    server = await startProcess(env);
    const afterStop = await pay();
    await expect.poll(() => errors || printed(afterStop)).toEqual(all);
    await server.kill();
    server = await startProcess(env);
    const afterKill = await pay();
    await expect.poll(() => errors || printed(afterKill)).toEqual(all);
    expect([printed(seen), printed(afterStop)]).toEqual([all, all]);
    const cursors = [...out.matchAll(/cursor: '([^']+)'/g)].map(([, cursor]) => cursor);
    expect(new Set(cursors).size).toBe(cursors.length);
    expect([follower.exitCode, errors]).toEqual([null, '']);
  } finally {
    follower.kill('SIGKILL');
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
