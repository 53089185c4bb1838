/** Races need a PostgreSQL server: the embedded database runs transactions one after another. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countActions } from '../../../src/agents/actions/action-store.ts';
import { approveAgentAction } from '../../../src/agents/approvals/approve-agent-action.ts';
import { rejectAgentAction } from '../../../src/agents/approvals/reject-agent-action.ts';
import { createAgent } from '../../../src/agents/create-agent.ts';
import { deleteAgent } from '../../../src/agents/delete-agent.ts';
import { redeemDeviceCode } from '../../../src/agents/device-codes/redeem-device-code.ts';
import { DeviceCodeNotFound } from '../../../src/agents/errors.ts';
import { agentTransferIn, agentTransferOut } from '../../../src/agents/requests/agent-transfers.ts';
import { findAgent } from '../../../src/agents/store.ts';
import { deleteCustomer } from '../../../src/customers/delete-customer.ts';
import { rawRows } from '../../../src/infrastructure/database/client.ts';
import type { AgentPrincipal } from '../../../src/platforms/access/principal.ts';
import { type AgentService, ok, startAgentService } from '../../support/agent-service.ts';
import { aPolicy } from '../../support/agents.ts';
import { postgresDatabase, untilLocked } from '../../support/database.ts';

const server = await postgresDatabase(20);
const racing = describe.skipIf(!server);
let service: AgentService;

beforeAll(async () => {
  if (server) service = await startAgentService(server);
});
afterAll(() => service?.close());

const usageOf = async ({ agent: { id } }: AgentPrincipal) => {
  const found = await findAgent(service.db.orm, { platformId: service.platform.platform.id }, id);
  if (!found) throw new Error('the agent exists');
  return found.usage;
};
const transfer = async (agent: AgentPrincipal, amount: bigint, destination = service.bank.id) => {
  const input = { source: service.account.id, destination, amount, description: undefined };
  return (await agentTransferOut(service.ports, agent, input)).result;
};
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const count = (responses: readonly object[], matches: (response: Record<string, unknown>) => boolean) =>
  responses.filter((response) => matches(response as Record<string, unknown>)).length;
async function deadlocks(): Promise<number> {
  const [row] = await rawRows<{ deadlocks: unknown }>(
    service.db.orm,
    sql`select deadlocks from pg_stat_database where datname = current_database()`,
  );
  return Number(row?.deadlocks);
}
/** PostgreSQL reports the deadlocks of a connection when it becomes idle, after at most a second. */
const settledCounters = () => new Promise((resolve) => setTimeout(resolve, 1_500));

racing('limits hold for concurrent submissions', () => {
  test('of 200 transfers, exactly 10 run with a limit of 10 transactions a day', async () => {
    const agent = await service.agent(aPolicy({ spendingLimits: { dailyTransactionLimit: 10 } }));
    const responses = await times(200, () => transfer(agent, 1n));
    expect(count(responses, ({ status }) => status === 'APPROVED')).toBe(10);
    expect(count(responses, ({ rule }) => rule === 'DAILY_TRANSACTION_LIMIT')).toBe(190);
    expect(await usageOf(agent)).toMatchObject({ dailyTransactionCount: 10, dailySpend: 10n });
  });

  test('of 100 transfers of 10, exactly 50 run with a limit of 500 a day', async () => {
    const agent = await service.agent(aPolicy({ spendingLimits: { dailyLimit: 500n } }));
    const responses = await times(100, () => transfer(agent, 10n));
    expect(count(responses, ({ status }) => status === 'APPROVED')).toBe(50);
    expect(await usageOf(agent)).toMatchObject({ dailySpend: 500n });
  });

  test('spend and reservations together never exceed the limit while five actions are approved', async () => {
    const agent = await service.agent(
      aPolicy({
        spendingLimits: { dailyLimit: 500n },
        approvalThresholds: { currency: 'USD', amount: 10n },
      }),
    );
    const waiting = (await times(5, () => transfer(agent, 40n))).map(ok);
    expect(await usageOf(agent)).toMatchObject({ reserved: { transactionCount: 5, amount: 200n } });
    const sums: bigint[] = [];
    const sample = async () => {
      const { dailySpend, reserved } = await usageOf(agent);
      sums.push(dailySpend + reserved.amount);
    };
    const [responses] = await Promise.all([
      times(60, () => transfer(agent, 10n)),
      times(5, (index) => {
        const { id } = waiting[index] as (typeof waiting)[number];
        return approveAgentAction(service.ports, service.platform, { id });
      }),
      times(30, sample),
    ]);
    expect(count(responses, ({ status }) => status === 'APPROVED')).toBe(30);
    expect(await usageOf(agent)).toMatchObject({ dailySpend: 500n, reserved: { amount: 0n } });
    expect(sums.every((sum) => sum <= 500n)).toBe(true);
  });
});

racing('of concurrent operations', () => {
  test('approve and reject, exactly one decides the action, 100 times', async () => {
    const agent = await service.agent(aPolicy({ defaultExecutionMode: 'APPROVAL_REQUIRED' }));
    const waiting = (await times(100, () => transfer(agent, 1n))).map(ok);
    const decisions = await times(100, async (index) => {
      const { id } = waiting[index] as (typeof waiting)[number];
      return Promise.all([
        approveAgentAction(service.ports, service.platform, { id }),
        rejectAgentAction(service.ports, service.platform, { id, reason: undefined }),
      ]);
    });
    for (const decision of decisions) {
      expect(count(decision, ({ code }) => code === 'AGENT_ACTION_NOT_PENDING')).toBe(1);
      expect(count(decision, ({ status }) => status === 'APPROVED' || status === 'REJECTED')).toBe(1);
    }
    const approved = count(decisions.flat(), ({ status }) => status === 'APPROVED');
    expect(await usageOf(agent)).toMatchObject({
      dailyTransactionCount: approved,
      dailySpend: BigInt(approved),
      reserved: { transactionCount: 0, amount: 0n },
    });
  });

  test('ten redemptions of a device code, exactly one connects the agent', async () => {
    const { deviceCode } = ok(
      await createAgent(service.ports, service.platform, {
        name: 'Raced',
        customerId: service.customer.id,
        policy: aPolicy(),
      }),
    );
    const responses = await times(10, (index) =>
      redeemDeviceCode(service.ports, deviceCode.code.toLowerCase(), `address ${index}`),
    );
    expect(count(responses, (response) => 'accessToken' in response)).toBe(1);
    expect(count(responses, ({ reason }) => reason === 'Device code already redeemed')).toBe(9);
  });

  test('retention and a redemption, the redemption does not find the deleted device code', async () => {
    const { deviceCode } = ok(
      await createAgent(service.ports, service.platform, {
        name: 'Expired',
        customerId: service.customer.id,
        policy: aPolicy(),
      }),
    );
    let redeemed: ReturnType<typeof redeemDeviceCode> | undefined;
    await service.db.orm.transaction(async (tx) => {
      await tx.execute(sql`delete from device_codes`);
      redeemed = redeemDeviceCode(service.ports, deviceCode.code, 'address');
      await untilLocked(service.db);
    });
    expect(await redeemed).toBeInstanceOf(DeviceCodeNotFound);
  });

  test('deletion of an agent and its submissions, those after the deletion are unauthorized', async () => {
    const agent = await service.agent(aPolicy({ defaultExecutionMode: 'APPROVAL_REQUIRED' }));
    const [responses] = await Promise.all([
      times(30, () => transfer(agent, 1n)),
      deleteAgent(service.ports, service.platform, agent.agent.id),
    ]);
    const rejected = count(responses, ({ kind }) => kind === 'unauthorized');
    const accepted = count(responses, ({ status }) => status === 'PENDING_APPROVAL');
    expect(rejected + accepted).toBe(30);
    expect(await transfer(agent, 1n)).toMatchObject({ kind: 'unauthorized' });
  });

  test('deletion of a customer and submissions of its agents, no pending action and no reservation remains', async () => {
    const leaving = await service.leavingCustomer();
    const policy = aPolicy({ defaultExecutionMode: 'APPROVAL_REQUIRED' });
    const agents = [await leaving.agent(policy), await leaving.agent(policy)];
    const before = await deadlocks();
    const submit = async (index: number) =>
      (await agentTransferIn(service.ports, agents[index % 2] as AgentPrincipal, leaving.in(1n))).result;
    const [responses, deleted] = await Promise.all([
      times(40, submit),
      deleteCustomer(service.ports, service.platform, leaving.customer.id),
    ]);
    expect(deleted).toMatchObject({ isDeleted: true });
    const accepted = count(responses, ({ status }) => status === 'PENDING_APPROVAL');
    const rejected = count(responses, ({ code }) => code === 'USER_NOT_READY');
    expect(accepted + rejected).toBe(40);
    const waiting = { customerId: leaving.customer.id, status: ['PENDING_APPROVAL'] } as const;
    expect(await countActions(service.db.orm, { platformId: service.platform.platform.id }, waiting)).toBe(0);
    for (const agent of agents) {
      expect(await usageOf(agent)).toMatchObject({ reserved: { transactionCount: 0, amount: 0n } });
    }
    await settledCounters();
    expect(await deadlocks()).toBe(before);
  }, 60_000);
});

racing('submissions of an agent while its earlier payments fail and are refunded', () => {
  test('do not deadlock', async () => {
    const agent = await service.agent(aPolicy());
    const failing = await service.bankEnding('004');
    const before = await deadlocks();
    const submit = () => transfer(agent, 1n, failing.id);
    let submitting = true;
    const working = times(3, async () => {
      while (submitting) await service.work();
    });
    const responses: object[] = [];
    await times(6, async () => {
      for (let nth = 0; nth < 10; nth += 1) responses.push(await submit());
    });
    submitting = false;
    await working;
    expect(count(responses, ({ status }) => status === 'APPROVED')).toBe(60);
    await service.work();
    expect(await usageOf(agent)).toMatchObject({ dailyTransactionCount: 60, dailySpend: 0n });
    await settledCounters();
    expect(await deadlocks()).toBe(before);
  });
});
