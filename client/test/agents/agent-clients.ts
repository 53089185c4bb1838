/** Clients of agents on a real server with a manual clock, for the tests of the agent kit. */
import { afterAll, afterEach, beforeAll } from 'vitest';
import { WebSocket } from 'ws';
import {
  type ConnectedAgent,
  type ConnectedAgents,
  type Policy,
  startConnectedAgents,
} from '../../../test/support/connected-agents.ts';
import { aBankAccount } from '../../../test/support/parties.ts';
import type { Outcome } from '../../src/agents/index.ts';
import { type Client, createClient } from '../../src/index.ts';

export const tokenOf = ({ authorization }: ConnectedAgent): string => authorization.replace('Bearer ', '');

export function actionOf(outcome: Outcome) {
  if (!('action' in outcome) || !outcome.action) throw new Error(JSON.stringify(outcome));
  return outcome.action;
}

/** Starts the server before the tests of a file, and stops it after them. Clients are closed after each test. */
export function agentClients() {
  let agents: ConnectedAgents;
  const clients: Client[] = [];

  beforeAll(async () => {
    agents = await startConnectedAgents({ RATE_LIMITS: 'off' });
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.close();
  });
  afterAll(() => agents?.stop());

  function clientWith(token?: string, url = agents.service.url): Client {
    const client = createClient({ url, token, webSocket: WebSocket, retry: { baseDelayMs: 1 } });
    clients.push(client);
    return client;
  }

  return {
    get agents() {
      return agents;
    },
    clientWith,
    /** A client of an agent, and a transfer of $25.00 that it may request. */
    async anAgentWith(policy?: Policy) {
      const agent = await agents.anAgent(policy);
      const destination = await aBankAccount(agents.service, agent.payer.customerId);
      const transfer = {
        type: 'TRANSFER_OUT',
        source: agent.payer.accountId,
        destination,
        amount: 2_500,
      } as const;
      return { agent, client: clientWith(tokenOf(agent)), transfer };
    },
  };
}
