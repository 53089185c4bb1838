/** `/mcp` over HTTP: who may call it, its sessions, and the bounds of its messages. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maxSessionsOfAgent } from '../../../src/agents/mcp-sessions/mcp-session.ts';
import { startServer } from '../../../src/server.ts';
import { UpdateAgent } from '../../support/agent-documents.ts';
import {
  type ConnectedAgent,
  type ConnectedAgents,
  startConnectedAgents,
} from '../../support/connected-agents.ts';
import { basic } from '../../support/service.ts';

let agents: ConnectedAgents;
let agent: ConnectedAgent;
beforeAll(async () => {
  agents = await startConnectedAgents({
    RATE_LIMITS: 'off',
    ALLOWED_ORIGINS: 'https://app.example',
    LIMITS: 'mcpSessions=12,time=120,count=120,search=120',
  });
  agent = await agents.anAgent();
});
afterAll(() => agents.stop());

const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly url?: string;
}

const send = (body: unknown, { method = 'POST', headers = {}, url = agents.service.url }: Sent = {}) =>
  fetch(`${url}/mcp`, {
    method,
    headers: {
      authorization: agent.authorization,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });

async function session(of = agent): Promise<string> {
  const response = await send(initialize, { headers: { authorization: of.authorization } });
  expect(response.status).toBe(200);
  return response.headers.get('mcp-session-id') ?? '';
}

describe('the caller', () => {
  test.each<[string, number, Record<string, string>]>([
    ['without a credential', 401, { authorization: '' }],
    ['with an unknown token', 401, { authorization: `Bearer gat_${'0'.repeat(40)}` }],
    ['of another page', 403, { origin: 'https://evil.example' }],
    [
      'of a page whose name was rebound to this address',
      403,
      { origin: 'http://evil.example', host: 'evil.example' },
    ],
    ['of a listed page', 200, { origin: 'https://app.example' }],
  ])('%s gets %i', async (_, status, headers) => {
    const response = await send(initialize, { headers });
    expect(response.status).toBe(status);
    if (status !== 200)
      expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { data: { status } } });
  });

  test('with an API token is not an agent', async () => {
    const headers = { authorization: basic(agents.service.platform.token) };
    const response = await send(initialize, { headers });
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="payments"',
    ]);
  });

  test('that is paused gets the reason, and its sessions have ended', async () => {
    const paused = await agents.anAgent();
    const id = await session(paused);
    const headers = { authorization: paused.authorization, 'mcp-session-id': id };
    const setPaused = (isPaused: boolean) =>
      agents.service.send(UpdateAgent, { id: paused.id, input: { isPaused } });
    await setPaused(true);
    const rejected = await send(ping, { headers });
    expect(rejected.status).toBe(403);
    expect(await rejected.json()).toMatchObject({ error: { data: { reason: 'AGENT_PAUSED' } } });
    await setPaused(false);
    expect((await send(ping, { headers })).status).toBe(404);
  });
});

describe('a session', () => {
  test('starts with initialize, serves messages, and ends with DELETE', async () => {
    const headers = { 'mcp-session-id': await session() };
    const response = await send(ping, { headers });
    expect([response.status, await response.json()]).toEqual([200, { jsonrpc: '2.0', id: 1, result: {} }]);
    expect((await send(undefined, { method: 'DELETE', headers })).status).toBe(204);
    expect((await send(ping, { headers })).status).toBe(404);
  });

  test.each([
    ['is required', 400, undefined],
    ['must be known', 404, '0b9ce9a4-7f1e-4b41-9d0c-0123456789ab'],
    ['must be a uuid', 404, 'session'],
  ])('%s', async (_, status, id) => {
    const response = await send(ping, id === undefined ? {} : { headers: { 'mcp-session-id': id } });
    expect(response.status).toBe(status);
  });

  test('belongs to one agent', async () => {
    const headers = {
      authorization: (await agents.anAgent()).authorization,
      'mcp-session-id': await session(),
    };
    expect((await send(ping, { headers })).status).toBe(404);
  });

  test('is served by any process', async () => {
    const { app } = agents.service;
    const other = await startServer({ ...app, config: { ...app.config, port: 0 } });
    const headers = { 'mcp-session-id': await session() };
    const response = await send(ping, { headers, url: other.url });
    await other.close();
    expect(response.status).toBe(200);
  });

  test('ends when it was not used for half an hour', async () => {
    const headers = { 'mcp-session-id': await session() };
    agents.service.clock.advance(29 * 60);
    expect((await send(ping, { headers })).status).toBe(200);
    agents.service.clock.advance(29 * 60);
    expect((await send(ping, { headers })).status).toBe(200);
    agents.service.clock.advance(30 * 60);
    expect((await send(ping, { headers })).status).toBe(404);
  });

  test('that was used longest ago ends when an agent starts too many', async () => {
    const own = await agents.anAgent();
    const ids: string[] = [];
    for (let started = 0; started <= maxSessionsOfAgent; started += 1) {
      ids.push(await session(own));
      agents.service.clock.advance(1);
    }
    const statuses = await Promise.all(
      ids.map(async (id) => {
        const headers = { authorization: own.authorization, 'mcp-session-id': id };
        return (await send(ping, { headers })).status;
      }),
    );
    expect(statuses).toEqual([404, ...Array.from({ length: maxSessionsOfAgent }, () => 200)]);
  });

  test('is rejected when the platform has too many', async () => {
    agents.service.clock.advance(31 * 60);
    const [one, other] = [await agents.anAgent(), await agents.anAgent()];
    for (let started = 0; started < 6; started += 1) {
      await session(one);
      await session(other);
    }
    const response = await send(initialize);
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '60']);
    agents.service.clock.advance(31 * 60);
    await session();
  });
});

describe('a request', () => {
  test.each<[string, number, unknown, Sent]>([
    ['that is no JSON', 400, '{', {}],
    ['that is no message', 400, { hello: 1 }, {}],
    ['with an empty batch', 400, [], {}],
    ['with 21 messages', 400, Array.from({ length: 21 }, (_, id) => ({ ...ping, id })), {}],
    ['that is too large', 413, `"${'x'.repeat(256 * 1024)}"`, {}],
    ['that is nested too deeply', 400, `${'['.repeat(65)}${']'.repeat(65)}`, {}],
    ['that is no JSON by its type', 415, ping, { headers: { 'content-type': 'text/plain' } }],
    ['that accepts no stream', 406, ping, { headers: { accept: 'application/json' } }],
    ['of an unknown version', 400, ping, { headers: { 'mcp-protocol-version': '1999-01-01' } }],
    ['with another method', 405, ping, { method: 'PUT' }],
  ])('%s is rejected with %i', async (_, status, body, sent) => {
    const headers = { 'mcp-session-id': await session(), ...sent.headers };
    const response = await send(body, { ...sent, headers });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { message: expect.any(String) } });
  });

  test('with 20 messages gets 20 responses', async () => {
    const batch = Array.from({ length: 20 }, (_, id) => ({ ...ping, id }));
    const response = await send(batch, { headers: { 'mcp-session-id': await session() } });
    expect(await response.json()).toHaveLength(20);
  });
});
