/** `payments mcp`: a device code becomes a connection of an assistant, in processes as a desktop program starts them. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { projectRoot } from '../../src/kernel/project.ts';
import { CreateAgent, UpdateAgent } from '../../test/support/agent-documents.ts';
import { outcomeOf } from '../../test/support/mcp-client.ts';
import { aBankAccount, aPayer, type Payer } from '../../test/support/parties.ts';
import { type Service, startService } from '../../test/support/service.ts';
import { agentsFile } from '../src/mcp/connected-agents.ts';
import { runCommand, temporaryFolder } from './support/command.ts';

let service: Service;
let payer: Payer;
let folder: ReturnType<typeof temporaryFolder>;
const open: Client[] = [];

beforeAll(async () => {
  service = await startService({ server: true, env: { RATE_LIMITS: 'off' } });
  payer = await aPayer(service);
});
afterAll(() => service.stop());
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
  folder.remove();
});

async function anAgent() {
  const { createAgent } = (
    await service.send(CreateAgent, {
      input: {
        name: 'Desktop',
        customerId: payer.customerId,
        policy: {
          permissions: ['CREATE_TRANSFERS', 'VIEW_TRANSACTIONS'],
          defaultExecutionMode: 'AUTO',
          spendingLimits: { currency: 'USD', perTransactionLimit: 50_000 },
        },
      },
    })
  ).data;
  if (createAgent.__typename !== 'AgentCreated') throw new Error(JSON.stringify(createAgent));
  return { id: createAgent.agent.id, code: createAgent.deviceCode.code };
}

/** Starts the command as an assistant does, and connects. */
async function startBridge(...argv: string[]) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--import', 'tsx', 'cli/src/main.ts', 'mcp', '--url', service.url, ...argv],
    cwd: projectRoot,
    env: { PATH: process.env['PATH'] ?? '', XDG_CONFIG_HOME: folder.path },
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk) => {
    stderr += String(chunk);
  });
  const client = new Client({ name: 'desktop', version: '1' });
  let changes = 0;
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
    changes += 1;
  });
  open.push(client);
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return { client, stderr: () => stderr, changes: () => changes };
}

describe('a device code', () => {
  test('connects an assistant, which pays', async () => {
    const { code } = await anAgent();
    const { client, stderr } = await startBridge('--code', code);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('transfer_out');
    const destination = await aBankAccount(service, payer.customerId);
    const given = { source: payer.accountId, destination, amount: 100 };
    const paid = outcomeOf((await client.callTool({ name: 'transfer_out', arguments: given })) as never);
    expect(paid.content.action.status).toBe('APPROVED');

    const path = agentsFile({ XDG_CONFIG_HOME: folder.path });
    expect(path).toBe(join(folder.path, 'payments', 'agents.json'));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const stored = readFileSync(path, 'utf8');
    const [token = ''] = /gat_[0-9a-f]{40}/.exec(stored) ?? [];
    expect(token).not.toBe('');
    expect(stored).not.toContain(code);
    expect(stderr()).not.toContain(token);
  });

  test('connects again with the stored token, also from two programs that start at once', async () => {
    const { code } = await anAgent();
    const both = await Promise.all([startBridge('--code', code), startBridge('--code', code.toLowerCase())]);
    for (const { client } of both) expect((await client.listTools()).tools.length).toBeGreaterThan(0);
    await (await startBridge('--code', code)).client.ping();
  });

  test.each([
    ['of another form', 'SVC-AGENT-1', 2, 'SVC-AGENT-XXXX-XXXX'],
    ['that does not exist', 'SVC-AGENT-ABCD-EFGH', 1, 'does not exist'],
  ])('%s ends the command', async (_, code, exitCode, message) => {
    const ended = await runCommand(['mcp', '--url', service.url, '--code', code], {
      env: { XDG_CONFIG_HOME: folder.path },
    });
    expect([ended.code, ended.stdout]).toEqual([exitCode, '']);
    expect(ended.stderr).toContain(message);
  });

  test('is sent only over https to another computer', async () => {
    const argv = ['mcp', '--url', 'http://payments.example', '--code', 'SVC-AGENT-ABCD-EFGH'];
    const ended = await runCommand(argv, { env: { XDG_CONFIG_HOME: folder.path } });
    expect([ended.code, ended.stderr.includes('--allow-http')]).toEqual([2, true]);
  });
});

test('a session that the server ended is started again', async () => {
  const { id, code } = await anAgent();
  const { client, changes } = await startBridge('--code', code);
  await client.ping();
  const setPaused = (isPaused: boolean) => service.send(UpdateAgent, { id, input: { isPaused } });
  await setPaused(true);
  await expect(client.ping()).rejects.toThrow('The agent is paused.');
  await setPaused(false);
  await client.ping();
  expect(changes()).toBeGreaterThan(0);
});

test('a script that closes stdin after its request reads the response', async () => {
  const { code } = await anAgent();
  const stdin = new PassThrough();
  const line = (message: object) => stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const printed: string[] = [];
  const ended = runCommand(['mcp', '--url', service.url, '--code', code], {
    env: { XDG_CONFIG_HOME: folder.path },
    stdin,
    onOutput: (text) => {
      printed.push(text);
      if (printed.length > 1) return;
      line({ method: 'notifications/initialized' });
      line({ id: 2, method: 'tools/list' });
      stdin.end();
    },
  });
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'script', version: '1' },
  };
  line({ id: 1, method: 'initialize', params });
  expect((await ended).code).toBe(0);
  expect(printed.map((text) => JSON.parse(text).id)).toEqual([1, 2]);
});
