/** The agent kit with a real server and a manual clock: payments that wait for the decision of a person. */
import { describe, expect, test } from 'vitest';
import { type Policy, requiresApproval } from '../../../test/support/connected-agents.ts';
import { startTcpProxy } from '../../../test/support/tcp-proxy.ts';
import {
  ActionNotFound,
  type AgentClient,
  currentOutcome,
  pay,
  type WaitOptions,
  waitForDecision,
} from '../../src/agents/index.ts';
import type { Client } from '../../src/index.ts';
import { actionOf, agentClients, tokenOf } from './agent-clients.ts';

const world = agentClients();

describe('a payment that waits for a person', () => {
  const permissions = ['CREATE_TRANSFERS', 'VIEW_TRANSACTIONS'] as const;

  async function waiting(policy: Policy = { permissions: [...permissions] }) {
    const { client, transfer, agent } = await world.anAgentWith({ ...requiresApproval, ...policy });
    const outcome = await pay(client, transfer);
    expect(outcome).toMatchObject({ outcome: 'waiting', action: { transaction: null } });
    return { client, agent, id: actionOf(outcome).id };
  }

  /** Waits, and decides after the first read of the action, which then still waited. */
  async function decisionAfter(
    decide: () => Promise<unknown>,
    client: Client,
    id: string,
    options: WaitOptions = {},
  ) {
    let reads = 0;
    const observed = {
      subscribe: client.subscribe,
      execute: async (...args: [never, never, never]) => {
        const result = await client.execute(...args);
        if ('agentAction' in (result as object)) {
          reads += 1;
          if (reads === 1) setTimeout(() => void decide(), 100);
        }
        return result;
      },
    } as unknown as AgentClient;
    const outcome = await waitForDecision(observed, id, options);
    return { ...outcome, reads };
  }

  test.each(['websocket', 'sse'] as const)(
    'is executed when the person approves, over %s',
    async (transport) => {
      const { client, id } = await waiting();
      const decision = await decisionAfter(() => world.agents.approve(id), client, id, { transport });
      expect(decision).toMatchObject({
        outcome: 'executed',
        action: { id, decision: { isApproved: true } },
        reads: 1,
      });
    },
  );

  test('is executed for an agent that may not subscribe', async () => {
    const { client, id } = await waiting({ permissions: ['CREATE_TRANSFERS'] });
    const decision = await decisionAfter(() => world.agents.approve(id), client, id);
    expect(decision).toMatchObject({ outcome: 'executed', reads: 2 });
  });

  test('is rejected with the reason of the person', async () => {
    const { client, id } = await waiting();
    const decision = await decisionAfter(() => world.agents.reject(id, 'Unknown payee'), client, id);
    expect(decision).toMatchObject({ outcome: 'rejected', reason: 'Unknown payee', reads: 1 });
  });

  test('expires without a decision', async () => {
    const { client, id } = await waiting();
    const decision = await decisionAfter(() => world.agents.advance(7 * 24 * 3_600 + 1), client, id);
    expect(decision).toMatchObject({ outcome: 'expired', action: { id, status: 'FAILED' } });
  });

  test.each(permissions)('still waits when the time to wait ends, with %s', async (permission) => {
    const { client, agent, id } = await waiting({ permissions: ['CREATE_TRANSFERS', permission] });
    expect(await waitForDecision(client, id, { timeoutMs: 300 })).toMatchObject({ outcome: 'waiting' });
    await world.agents.approve(id);
    // Another client, as after a restart of the agent.
    expect(await waitForDecision(world.clientWith(tokenOf(agent)), id, { timeoutMs: 0 })).toMatchObject({
      outcome: 'executed',
    });
  });

  test('gets the decision that was made while the connection was lost', async () => {
    const { agent, id } = await waiting();
    const proxy = await startTcpProxy(world.agents.service.url);
    const client = world.clientWith(tokenOf(agent), proxy.url);
    const decide = async () => {
      await proxy.reject();
      proxy.cut();
      await world.agents.approve(id);
      await proxy.allow();
    };
    const decision = await decisionAfter(decide, client, id);
    expect(decision).toMatchObject({ outcome: 'executed', reads: 1 });
    await proxy.close();
  });

  test('ends with the reason of the signal', async () => {
    const { client, id } = await waiting();
    const controller = new AbortController();
    const decision = waitForDecision(client, id, { signal: controller.signal });
    controller.abort(new Error('the process stops'));
    await expect(decision).rejects.toThrow('the process stops');
    expect(await currentOutcome(client, id)).toMatchObject({ outcome: 'waiting' });
  });

  test('is not visible to another agent', async () => {
    const { id } = await waiting();
    const { client } = await world.anAgentWith();
    await expect(waitForDecision(client, id)).rejects.toThrow(ActionNotFound);
  });

  test.each([-1, Number.NaN, 2_147_483_648])('cannot wait %s ms', async (timeoutMs) => {
    await expect(waitForDecision(world.clientWith(), 'AgentAction:1', { timeoutMs })).rejects.toThrow(
      TypeError,
    );
  });
});
