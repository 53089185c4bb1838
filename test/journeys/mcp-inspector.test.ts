/** The command line of the MCP inspector against `/mcp` and the bridge over stdin and stdout. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../../src/kernel/project.ts';
import { CreateAgent } from '../support/agent-documents.ts';
import {
  type ConnectedAgent,
  type ConnectedAgents,
  startConnectedAgents,
} from '../support/connected-agents.ts';
import { aBankAccount } from '../support/parties.ts';

const inspector = join(projectRoot, 'node_modules/@modelcontextprotocol/inspector/cli/build/cli.js');

describe.runIf(existsSync(inspector))('the inspector', () => {
  let agents: ConnectedAgents;
  let agent: ConnectedAgent;
  const folder = mkdtempSync(join(tmpdir(), 'payments-inspector-'));
  beforeAll(async () => {
    agents = await startConnectedAgents({ RATE_LIMITS: 'off' });
    agent = await agents.anAgent({ permissions: ['CREATE_TRANSFERS', 'VIEW_TRANSACTIONS'] });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  });
  /** This version of the inspector sends no header of its own, so the proxy adds the credential. */
  const proxy = createServer((req, res) => {
    const headers = { ...req.headers, authorization: agent.authorization };
    const outgoing = request(
      `${agents.service.url}${req.url}`,
      { method: req.method, headers },
      (response) => {
        res.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(res);
      },
    );
    outgoing.on('error', () => res.destroy());
    res.on('close', () => outgoing.destroy());
    req.pipe(outgoing);
  });
  let proxyUrl = '';
  afterAll(async () => {
    proxy.close();
    proxy.closeAllConnections();
    await agents.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function inspect(target: readonly string[], ...request: string[]) {
    const argv = [inspector, '--cli', ...target, ...request];
    const env = { PATH: process.env['PATH'] ?? '', HOME: folder, XDG_CONFIG_HOME: folder };
    const { stdout } = await promisify(execFile)(process.execPath, argv, { cwd: projectRoot, env });
    return JSON.parse(stdout);
  }

  const overHttp = () => [`${proxyUrl}/mcp`, '--transport', 'http'];

  test('lists tools, resources and prompts, and pays', async () => {
    const { tools } = await inspect(overHttp(), '--method', 'tools/list');
    expect(tools.map(({ name }: { name: string }) => name)).toContain('transfer_out');
    const { resources } = await inspect(overHttp(), '--method', 'resources/list');
    expect(resources.map(({ uri }: { uri: string }) => uri)).toContain('payments://balances');
    const { prompts } = await inspect(overHttp(), '--method', 'prompts/list');
    expect(prompts).toHaveLength(3);
    const destination = await aBankAccount(agents.service, agent.payer.customerId);
    const pairs = [`source=${agent.payer.accountId}`, `destination=${destination}`, 'amount=1000'];
    const given = pairs.flatMap((pair) => ['--tool-arg', pair]);
    const paid = await inspect(overHttp(), '--method', 'tools/call', '--tool-name', 'transfer_out', ...given);
    expect(paid.structuredContent).toMatchObject({ action: { status: 'APPROVED' } });
  });

  test('lists tools over the bridge', async () => {
    const { createAgent } = (
      await agents.service.send(CreateAgent, {
        input: {
          name: 'Desktop',
          customerId: agent.payer.customerId,
          policy: {
            permissions: ['CREATE_TRANSFERS'],
            defaultExecutionMode: 'AUTO',
            spendingLimits: { currency: 'USD', perTransactionLimit: 1_000 },
          },
        },
      })
    ).data;
    if (createAgent.__typename !== 'AgentCreated') throw new Error(JSON.stringify(createAgent));
    const { code } = createAgent.deviceCode;
    const wrapper = [
      'sh',
      '-c',
      `exec node --import tsx cli/src/main.ts mcp --url ${agents.service.url} --code ${code}`,
    ];
    const { tools } = await inspect(wrapper, '--method', 'tools/list');
    expect(tools.map(({ name }: { name: string }) => name)).toContain('transfer_out');
  });
});
