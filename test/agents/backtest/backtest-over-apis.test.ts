/** Backtests, versions and evaluations over both APIs. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ConnectedAgent,
  type ConnectedAgents,
  startConnectedAgents,
} from '../../support/connected-agents.ts';
import { sendQuery } from '../../support/graphql-client.ts';
import { type Rest, restClient } from '../../support/rest.ts';

let world: ConnectedAgents;
let agent: ConnectedAgent;
let rest: Rest;

beforeAll(async () => {
  world = await startConnectedAgents({ RATE_LIMITS: 'off' });
  rest = restClient(world.service);
  agent = await world.anAgent();
});
afterAll(() => world.stop());

const since = '2020-01-01T00:00:00Z';

describe('a policy', () => {
  test('is tried with the same result over REST and GraphQL', async () => {
    const { id } = await world.submitted('TRANSFER_OUT', agent, 1_200);
    const policy = { spendingLimits: { perTransactionLimit: 1_199 } };
    const period = { since: new Date(world.service.clock.real().getTime() - 86_400_000).toISOString() };
    const { status, body } = await rest('POST', `/agents/${agent.id}/policy/backtest`, {
      body: { policy, ...period },
    });
    expect({ status, total: body.total, after: body.after }).toEqual({
      status: 200,
      total: 1,
      after: { RUN: 0, WAIT: 0, REJECT: 1 },
    });
    expect(body.actions[0]).toMatchObject({
      actionId: id,
      before: { verdict: 'RUN' },
      after: { verdict: 'REJECT', rule: 'PER_TRANSACTION_LIMIT' },
      result: { limit: 1_199, requested: 1_200, currency: 'USD' },
    });
    const { body: response } = await sendQuery(
      world.service,
      `query ($id: ID!, $policy: UpdateAgentPolicyInput!, $since: DateTime!) {
        backtestAgentPolicy(agentId: $id, policy: $policy, since: $since) { ... on PolicyBacktest {
          total changed after { run wait reject } actions { actionId after { verdict rule } result { limit requested } } } } }`,
      { id: agent.id, policy, ...period },
    );
    expect(response.data).toEqual({
      backtestAgentPolicy: {
        total: 1,
        changed: 1,
        after: { run: 0, wait: 0, reject: 1 },
        actions: [
          {
            actionId: id,
            after: { verdict: 'REJECT', rule: 'PER_TRANSACTION_LIMIT' },
            result: { limit: 1_199, requested: 1_200 },
          },
        ],
      },
    });
  });

  test('names wrong fields of the proposed policy', async () => {
    const { status, body } = await rest('POST', `/agents/${agent.id}/policy/backtest`, {
      body: { policy: { rules: { maxActionsPerHour: 1 } }, since },
    });
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(JSON.stringify(body)).toContain('policy.rules.maxActionsPerHour');
  });

  test('has its versions over REST and GraphQL, without those of an agent as a caller', async () => {
    await rest('PATCH', `/agents/${agent.id}/policy`, { body: { rules: { requireDescription: true } } });
    const { body } = await rest('GET', `/agents/${agent.id}/policy/history`);
    expect(body.data).toMatchObject([
      {
        version: 2,
        changes: [{ field: 'rules.requireDescription', after: 'true' }],
        actor: { kind: 'API_TOKEN' },
      },
      { version: 1, changes: [] },
    ]);
    const history =
      'query ($id: ID!) { agent(id: $id) { policyVersion policyHistory(first: 1) { version changes { field } } } }';
    const { body: response } = await sendQuery(world.service, history, { id: agent.id });
    expect(response.data).toEqual({
      agent: {
        policyVersion: 2,
        policyHistory: [{ version: 2, changes: [{ field: 'rules.requireDescription' }] }],
      },
    });
  });
});
