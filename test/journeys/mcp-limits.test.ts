/** A thousand calls from ten agents at once never exceed a limit, on a real PostgreSQL. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit, soundLedger } from '../support/audit.ts';
import { type ConnectedAgents, startConnectedAgents } from '../support/connected-agents.ts';
import { onPostgres } from '../support/database.ts';
import { type Assistant, connectAssistant } from '../support/mcp-client.ts';
import { aBankAccount, aPayer } from '../support/parties.ts';

const agentCount = 10;
const callsOfAgent = 100;
const dailyLimit = 5_000;
const dailyTransactionLimit = 30;

describe.runIf(onPostgres)('a thousand calls of ten agents', () => {
  let agents: ConnectedAgents;
  const assistants: Assistant[] = [];
  beforeAll(async () => {
    agents = await startConnectedAgents({ RATE_LIMITS: 'off' });
  });
  afterAll(async () => {
    await Promise.all(assistants.map((assistant) => assistant.close()));
    await agents.stop();
  });

  test('exceed no limit, and the same call pays once', async () => {
    const payer = await aPayer(agents.service, 1_000_000);
    const destination = await aBankAccount(agents.service, payer.customerId);
    for (let made = 0; made < agentCount; made += 1) {
      const agent = await agents.anAgent(
        {
          permissions: ['CREATE_TRANSFERS', 'VIEW_TRANSACTIONS'],
          approvalThresholds: { currency: 'USD', amount: 350 },
          spendingLimits: { perTransactionLimit: 400, dailyLimit, dailyTransactionLimit },
        },
        payer,
      );
      assistants.push(await connectAssistant(agents.service.url, agent.authorization));
    }
    const outcomes = await Promise.all(
      assistants.flatMap((assistant) =>
        Array.from({ length: callsOfAgent }, (_, call) =>
          assistant.call('transfer_out', {
            source: payer.accountId,
            destination,
            // Half of the calls are repetitions of others. Some amounts are above the threshold, some above the limit.
            amount: 100 + (call % 50) * 7,
          }),
        ),
      ),
    );
    expect(outcomes).toHaveLength(agentCount * callsOfAgent);
    const rejected = outcomes.filter(({ isError }) => isError);
    const reasons = new Set(rejected.map(({ error }) => error.reason));
    expect([...reasons].sort()).toEqual(
      expect.arrayContaining(['DAILY_LIMIT_EXCEEDED', 'PER_TRANSACTION_LIMIT_EXCEEDED']),
    );
    for (const assistant of assistants) {
      const { content } = await assistant.call('get_policy');
      const limits = new Map(content.policy.limits.map((limit: { name: string }) => [limit.name, limit]));
      const daily = limits.get('DAILY_LIMIT') as { used: number; reserved: number };
      const counted = limits.get('DAILY_TRANSACTION_LIMIT') as { used: number; reserved: number };
      expect(daily.used + daily.reserved).toBeLessThanOrEqual(dailyLimit);
      expect(counted.used + counted.reserved).toBeLessThanOrEqual(dailyTransactionLimit);
      // What the counters say is what the agent's actions are.
      const { content: listed } = await assistant.call('list_actions', { limit: 100 });
      const live = listed.actions.filter(({ status }: { status: string }) => status !== 'FAILED');
      const total = live.reduce(
        (sum: number, one: { sending: { amount: number } }) => sum + one.sending.amount,
        0,
      );
      expect([total, live.length]).toEqual([daily.used + daily.reserved, counted.used + counted.reserved]);
      const amounts = live.map((one: { sending: { amount: number } }) => one.sending.amount);
      expect(new Set(amounts).size).toBe(amounts.length);
    }
    expect(await audit(agents.service.db)).toEqual(soundLedger);
  });
});
