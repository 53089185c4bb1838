/** A socket stays open for days: each operation runs with the current state of its principal. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidOf } from '../../../src/kernel/ids.ts';
import { apiTokens } from '../../../src/platforms/tables.ts';
import { UpdateAgent } from '../../support/agent-documents.ts';
import { startConnectedAgents } from '../../support/connected-agents.ts';
import { openSocket, type TestSocket } from '../../support/raw-socket.ts';
import { basic, type Service } from '../../support/service.ts';

let agents: Awaited<ReturnType<typeof startConnectedAgents>>;
let service: Service;
beforeAll(async () => {
  agents = await startConnectedAgents();
  service = agents.service;
});
afterAll(() => agents.stop());

async function connected(authorization = basic(service.platform.token)): Promise<TestSocket> {
  const socket = await openSocket(service, { authorization });
  await socket.until(({ type }) => type === 'connection_ack');
  return socket;
}

let requestCount = 0;
async function responseTo(socket: TestSocket, query: string) {
  requestCount += 1;
  const mine = String(requestCount);
  socket.subscribe(mine, query);
  return (await socket.until(({ id }) => id === mine)).payload;
}

test('operations use the advanced clock of the platform, on the socket that advanced it and on others', async () => {
  const [moving, other] = [await connected(), await connected()];
  const moved = await responseTo(
    moving,
    'mutation { sandboxAdvanceClock(seconds: 3600) { ... on SandboxClock { now } } }',
  );
  const { now } = moved.data.sandboxAdvanceClock;
  for (const socket of [moving, other]) {
    expect((await responseTo(socket, '{ sandboxClock { now } }')).data.sandboxClock).toEqual({ now });
    socket.close();
  }
});

test('an agent that connected while it was paused works once it is resumed', async () => {
  const agent = await agents.anAgent({ permissions: ['VIEW_TRANSACTIONS'] });
  const pause = (isPaused: boolean) => service.send(UpdateAgent, { id: agent.id, input: { isPaused } });
  await pause(true);
  // Pausing closes open sockets when the event log reports it.
  await service.app.tail.caughtUp();
  const socket = await connected(agent.authorization);
  const subscription = 'subscription { transactionUpdated { cursor } }';
  const rejected = await responseTo(socket, subscription);
  expect(JSON.stringify(rejected)).toContain('AGENT_PAUSED');
  await pause(false);
  socket.subscribe('resumed', subscription);
  const line = service.platform.principal.platform.id;
  // In addition to the socket that observes the agents of the test.
  await expect.poll(() => service.app.tail.bufferOf(line).subscriberCount).toBe(2);
  socket.close();
});

test('an ended credential is rejected before the event log reports its end', async () => {
  const { token, principal } = await service.addPlatform();
  const socket = await connected(basic(token));
  await service.db.orm
    .update(apiTokens)
    .set({ deletedAt: new Date() })
    .where(eq(apiTokens.id, uuidOf(principal.token.id)));
  socket.subscribe('after', '{ viewer { __typename } }');
  expect(await socket.closed).toBe(4401);
  expect(socket.messages.filter(({ type }) => type === 'next')).toEqual([]);
});
