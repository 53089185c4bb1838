import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listActions } from '../../../src/agents/actions/action-store.ts';
import type { AgentAction } from '../../../src/agents/actions/agent-action.ts';
import { approveAgentAction } from '../../../src/agents/approvals/approve-agent-action.ts';
import { rejectAgentAction } from '../../../src/agents/approvals/reject-agent-action.ts';
import { deleteAgent } from '../../../src/agents/delete-agent.ts';
import { agentTransferIn, agentTransferOut } from '../../../src/agents/requests/agent-transfers.ts';
import { findAgent } from '../../../src/agents/store.ts';
import { updateAgent } from '../../../src/agents/update-agent.ts';
import { updateAgentPolicy } from '../../../src/agents/update-agent-policy.ts';
import { deleteCustomer } from '../../../src/customers/delete-customer.ts';
import { eventsOfResources } from '../../../src/infrastructure/events/event-store.ts';
import { pageRequest } from '../../../src/kernel/page.ts';
import { noRates } from '../../../src/payments/rates/rate-table.ts';
import { findTransaction } from '../../../src/payments/transactions/store.ts';
import { type AgentService, ok, startAgentService } from '../../support/agent-service.ts';
import { aPolicy } from '../../support/agents.ts';
import { resultOf } from '../../support/operation-result.ts';

let service: AgentService;
const start = new Date('2025-07-21T10:00:00Z');

beforeAll(async () => {
  service = await startAgentService();
});
afterAll(() => service?.close());

const scope = () => ({ platformId: service.platform.platform.id });
const usageOf = async (id: AgentAction['agentId']) =>
  ok(await findAgent(service.db.orm, scope(), id, { deleted: true }))?.usage;

const out = (amount: bigint, destination = service.bank.id) => ({
  source: service.account.id,
  destination,
  amount,
  description: undefined,
});

const waitingPolicy = () => aPolicy({ defaultExecutionMode: 'APPROVAL_REQUIRED' });

/** The statuses in the events of an action, oldest first. */
const publishedStatuses = async ({ id }: AgentAction) =>
  ((await eventsOfResources(service.db.orm, [id])).get(id) ?? []).map(({ data }) => data['status']);

describe('the list of actions', () => {
  test.each([
    ['createdAfter', 'createdBefore'],
    ['startDate', 'endDate'],
  ] as const)('is filtered by the creation time: %s and %s, both inclusive', async (from, to) => {
    const agent = await service.agent(waitingPolicy());
    const { id, createdAt } = ok(await agentTransferOut(service.ports, agent, out(100n)));
    const page = ok(pageRequest('actions', {}));
    const found = async (filter: Parameters<typeof listActions>[2]) => {
      const all = { ...filter, agentId: agent.agent.id };
      return (await listActions(service.db.orm, scope(), all, page)).items.map((action) => action.id);
    };
    const near = (ms: number) => new Date(createdAt.getTime() + ms);
    expect(await found({ [from]: createdAt, [to]: createdAt })).toEqual([id]);
    expect(await found({ [from]: near(1) })).toEqual([]);
    expect(await found({ [to]: near(-1) })).toEqual([]);
  });
});

describe('every row of the AgentAction transition table', () => {
  test('a submission that the policy permits is APPROVED with its transaction', async () => {
    const agent = await service.agent();
    const before = await service.balance();
    const action = ok(await agentTransferOut(service.ports, agent, out(100n)));
    expect(action).toMatchObject({ status: 'APPROVED', agentId: agent.agent.id, decidedBy: undefined });
    await service.work();
    const transaction = await findTransaction(service.db.orm, scope(), action.transactionId ?? ('' as never));
    expect(transaction).toMatchObject({ status: 'COMPLETED', agentId: agent.agent.id });
    expect((await service.balance()).posted).toBe(before.posted - 100n);
    expect(await usageOf(agent.agent.id)).toMatchObject({ dailyTransactionCount: 1, dailySpend: 100n });
    expect(await publishedStatuses(action)).toEqual(['APPROVED']);
  });

  test('a submission that needs approval is PENDING_APPROVAL without a transaction or a hold', async () => {
    const agent = await service.agent(waitingPolicy());
    const before = await service.balance();
    const action = ok(await agentTransferOut(service.ports, agent, out(100n)));
    expect(action).toMatchObject({
      status: 'PENDING_APPROVAL',
      transactionId: undefined,
      approvalReason: { rule: 'DEFAULT_EXECUTION_MODE', requested: 100n },
    });
    expect(await service.balance()).toEqual(before);
    expect(await usageOf(agent.agent.id)).toMatchObject({
      dailySpend: 0n,
      reserved: { transactionCount: 1, amount: 100n },
    });
  });

  test('an approved action is APPROVED with a transaction, and its reservation becomes spend', async () => {
    const agent = await service.agent(waitingPolicy());
    const { id } = ok(
      await agentTransferIn(service.ports, agent, {
        source: service.bank.id,
        destination: service.account.id,
        amount: 70n,
        description: 'Top-up',
      }),
    );
    const action = ok(await approveAgentAction(service.ports, service.platform, { id }));
    expect(action).toMatchObject({ status: 'APPROVED', decidedBy: 'First token', decidedAt: start });
    const transaction = await findTransaction(service.db.orm, scope(), action.transactionId ?? ('' as never));
    expect(transaction).toMatchObject({ description: 'Top-up', agentId: agent.agent.id });
    expect(await usageOf(agent.agent.id)).toMatchObject({
      dailyTransactionCount: 1,
      dailySpend: 70n,
      reserved: { transactionCount: 0, amount: 0n },
    });
    expect(await publishedStatuses(action)).toEqual(['PENDING_APPROVAL', 'APPROVED']);
    await service.work();
  });

  test('a rejected action is REJECTED with the reason, and nothing is executed', async () => {
    const agent = await service.agent(waitingPolicy());
    const { id } = ok(await agentTransferOut(service.ports, agent, out(100n)));
    const action = ok(
      await rejectAgentAction(service.ports, service.platform, { id, reason: 'Not this month' }),
    );
    expect(action).toMatchObject({
      status: 'REJECTED',
      rejectionReason: 'Not this month',
      transactionId: undefined,
    });
    expect((await usageOf(agent.agent.id))?.reserved.amount).toBe(0n);
  });

  test.each(['APPROVE', 'REJECT'])('a second decision (%s) is a conflict', async (decision) => {
    const agent = await service.agent(waitingPolicy());
    const { id } = ok(await agentTransferOut(service.ports, agent, out(100n)));
    ok(await rejectAgentAction(service.ports, service.platform, { id, reason: undefined }));
    const second =
      decision === 'APPROVE'
        ? await approveAgentAction(service.ports, service.platform, { id })
        : await rejectAgentAction(service.ports, service.platform, { id, reason: undefined });
    expect(second).toMatchObject({ code: 'AGENT_ACTION_NOT_PENDING', kind: 'conflict' });
  });

  test('a submission without sufficient balance is APPROVED, then FAILED, and not counted', async () => {
    const policy = aPolicy({ spendingLimits: { perTransactionLimit: 9_000_000_000n } });
    const agent = await service.agent(policy);
    const action = ok(await agentTransferOut(service.ports, agent, out(5_000_000_000n)));
    expect(action).toMatchObject({ status: 'FAILED', transactionId: undefined });
    expect(action.failureReason).toBe('INSUFFICIENT_BALANCE');
    expect(await publishedStatuses(action)).toEqual(['APPROVED', 'FAILED']);
    expect(await usageOf(agent.agent.id)).toMatchObject({ dailyTransactionCount: 0, dailySpend: 0n });
  });

  test('a submission that the rail rejects immediately is FAILED with a failed transaction and not counted', async () => {
    const agent = await service.agent();
    const { id } = await service.bankEnding('002');
    const action = ok(await agentTransferOut(service.ports, agent, out(100n, id)));
    expect(action).toMatchObject({ status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' });
    expect(action.transactionId).toBeDefined();
    expect(await usageOf(agent.agent.id)).toMatchObject({ dailyTransactionCount: 0, dailySpend: 0n });
  });

  test.each([
    ['the balance is insufficient', 5_000_000_000n, '000', 'INSUFFICIENT_BALANCE'],
    ['the rail rejects the payment', 100n, '002', 'QUOTE_EXECUTION_FAILED'],
  ])(
    'if %s at approval, the action is FAILED and its reservation is released',
    async (_, amount, suffix, reason) => {
      const policy = { ...waitingPolicy(), spendingLimits: aPolicy().spendingLimits };
      const agent = await service.agent({
        ...policy,
        spendingLimits: { ...policy.spendingLimits, perTransactionLimit: 9_000_000_000n },
      });
      const bank = await service.bankEnding(suffix);
      const { id } = ok(await agentTransferOut(service.ports, agent, out(amount, bank.id)));
      const action = ok(await approveAgentAction(service.ports, service.platform, { id }));
      expect(action).toMatchObject({ status: 'FAILED', decidedBy: 'First token' });
      expect(action.failureReason).toBe(reason);
      expect(await usageOf(agent.agent.id)).toMatchObject({
        dailyTransactionCount: 0,
        dailySpend: 0n,
        reserved: { transactionCount: 0, amount: 0n },
      });
    },
  );

  test('an APPROVED action fails when its payment fails; the refund reverses the spend but not the count', async () => {
    const agent = await service.agent();
    const { id } = await service.bankEnding('004');
    const before = await service.balance();
    const action = ok(await agentTransferOut(service.ports, agent, out(100n, id)));
    expect(action.status).toBe('APPROVED');
    await service.work();
    expect(await publishedStatuses(action)).toEqual(['APPROVED', 'FAILED']);
    expect(await usageOf(agent.agent.id)).toMatchObject({
      dailyTransactionCount: 1,
      dailySpend: 0n,
      monthlySpend: 0n,
    });
    expect(await service.balance()).toEqual(before);
  });

  test('an incoming transfer that fails later is neither counted nor spent', async () => {
    const agent = await service.agent();
    const { id: source } = await service.bankEnding('004');
    const input = { source, destination: service.account.id, amount: 100n, description: undefined };
    const action = ok(await agentTransferIn(service.ports, agent, input));
    expect(await usageOf(agent.agent.id)).toMatchObject({ dailyTransactionCount: 1, dailySpend: 100n });
    await service.work();
    expect(await publishedStatuses(action)).toEqual(['APPROVED', 'FAILED']);
    expect(await usageOf(agent.agent.id)).toMatchObject({ dailyTransactionCount: 0, dailySpend: 0n });
  });
});

describe('approval of an action', () => {
  test('fails while the agent is paused', async () => {
    const agent = await service.agent(waitingPolicy());
    const { id } = ok(await agentTransferOut(service.ports, agent, out(100n)));
    ok(
      await updateAgent(service.ports, service.platform, agent.agent.id, { isPaused: true, name: undefined }),
    );
    expect(resultOf(await agentTransferOut(service.ports, agent, out(1n)))).toMatchObject({
      reason: 'AGENT_PAUSED',
    });
    const action = ok(await approveAgentAction(service.ports, service.platform, { id }));
    expect(action).toMatchObject({ status: 'FAILED', failureReason: 'AGENT_PAUSED' });
  });

  test('fails if the limit was lowered below the amount', async () => {
    const agent = await service.agent(waitingPolicy());
    const { id } = ok(await agentTransferOut(service.ports, agent, out(100n)));
    const patch = { spendingLimits: { perTransactionLimit: 99n } };
    ok(await updateAgentPolicy(service.ports, service.platform, agent.agent.id, patch));
    const action = ok(await approveAgentAction(service.ports, service.platform, { id }));
    expect(action).toMatchObject({ status: 'FAILED', failureReason: 'PER_TRANSACTION_LIMIT_EXCEEDED' });
  });

  test('is a conflict after the deletion of the agent, which rejects its pending actions', async () => {
    const agent = await service.agent(waitingPolicy());
    const { id } = ok(await agentTransferOut(service.ports, agent, out(100n)));
    ok(await deleteAgent(service.ports, service.platform, agent.agent.id));
    const page = ok(pageRequest('actions', {}));
    const { items } = await listActions(service.db.orm, scope(), { agentId: agent.agent.id }, page);
    expect(items).toMatchObject([
      { status: 'REJECTED', rejectionReason: 'Agent deleted', decidedBy: undefined },
    ]);
    expect(await approveAgentAction(service.ports, service.platform, { id })).toMatchObject({
      code: 'AGENT_ACTION_NOT_PENDING',
    });
    expect(resultOf(await agentTransferOut(service.ports, agent, out(1n)))).toMatchObject({
      kind: 'unauthorized',
    });
  });

  test('is a conflict after the deletion of the customer, which rejects and releases the pending actions of its agents', async () => {
    const leaving = await service.leavingCustomer();
    const agents = [await leaving.agent(waitingPolicy()), await leaving.agent(waitingPolicy())];
    const actions: AgentAction[] = [];
    for (const agent of agents)
      actions.push(ok(await agentTransferIn(service.ports, agent, leaving.in(70n))));
    ok(await deleteCustomer(service.ports, service.platform, leaving.customer.id));

    const page = ok(pageRequest('actions', {}));
    const { items } = await listActions(service.db.orm, scope(), { customerId: leaving.customer.id }, page);
    expect(items).toMatchObject(
      actions
        .map(({ id }) => ({
          id,
          status: 'REJECTED',
          rejectionReason: 'Customer deleted',
          decidedBy: undefined,
        }))
        .reverse(),
    );
    for (const action of actions) {
      expect(await publishedStatuses(action)).toEqual(['PENDING_APPROVAL', 'REJECTED']);
      expect((await usageOf(action.agentId))?.reserved).toEqual({ transactionCount: 0, amount: 0n });
      expect(await approveAgentAction(service.ports, service.platform, action)).toMatchObject({
        code: 'AGENT_ACTION_NOT_PENDING',
      });
    }
  });

  test('succeeds after a rejected deletion of the customer', async () => {
    const agent = await service.agent(waitingPolicy());
    const { id } = ok(await agentTransferOut(service.ports, agent, out(100n)));
    expect(await deleteCustomer(service.ports, service.platform, service.customer.id)).toMatchObject({
      kind: 'conflict',
    });
    expect(ok(await approveAgentAction(service.ports, service.platform, { id })).status).toBe('APPROVED');
  });

  test.each([
    ['is still pending one second before seven days', 7 * 86_400 - 1, 'PENDING_APPROVAL'],
    ['times out after seven days', 7 * 86_400, 'FAILED'],
  ])('%s', async (_, seconds, status) => {
    service.setTime(start);
    const agent = await service.agent(waitingPolicy());
    const { id } = ok(await agentTransferOut(service.ports, agent, out(100n)));
    service.setTime(new Date(start.getTime() + seconds * 1000));
    await service.work();
    const page = ok(pageRequest('actions', {}));
    const { items } = await listActions(service.db.orm, scope(), { agentId: agent.agent.id }, page);
    expect(items).toMatchObject([{ id, status }]);
    expect((await usageOf(agent.agent.id))?.reserved.transactionCount).toBe(status === 'FAILED' ? 0 : 1);
    service.setTime(start);
  });
});

describe('a limit', () => {
  test('that is used up resets at the start of the next day, not a millisecond earlier', async () => {
    const agent = await service.agent(aPolicy({ spendingLimits: { dailyLimit: 100n } }));
    service.setTime(new Date('2025-07-21T23:59:59.999Z'));
    ok(await agentTransferOut(service.ports, agent, out(100n)));
    expect(resultOf(await agentTransferOut(service.ports, agent, out(1n)))).toMatchObject({
      rule: 'DAILY_LIMIT',
      used: 100n,
      limit: 100n,
    });
    service.setTime(new Date('2025-07-22T00:00:00.000Z'));
    expect(ok(await agentTransferOut(service.ports, agent, out(1n))).status).toBe('APPROVED');
    service.setTime(start);
  });

  test('that changes its currency converts the spend, and a refund reverses it in the new currency', async () => {
    const agent = await service.agent();
    const { id } = await service.bankEnding('004');
    ok(await agentTransferOut(service.ports, agent, out(1_000n, id)));
    const patch = { spendingLimits: { currency: 'EUR' } };
    const after = ok(await updateAgentPolicy(service.ports, service.platform, agent.agent.id, patch));
    expect(after.usage).toMatchObject({ currency: 'EUR', dailySpend: 920n });
    expect(after.policy.spendingLimits).toMatchObject({ currency: 'EUR', perTransactionLimit: 920n });
    await service.work();
    expect(await usageOf(agent.agent.id)).toMatchObject({ currency: 'EUR', dailySpend: 0n });
  });

  test('without rates for its currencies does not prevent the removal of a permission', async () => {
    const agent = await service.agent(aPolicy({ approvalThresholds: { currency: 'EUR', amount: 5n } }));
    const withoutRates = { ...service.ports, rates: () => noRates };
    const change = (patch: Parameters<typeof updateAgentPolicy>[3]) =>
      updateAgentPolicy(withoutRates, service.platform, agent.agent.id, patch);
    expect(ok(await change({ permissions: [] })).policy).toMatchObject({
      permissions: [],
      approvalThresholds: { currency: 'EUR', amount: 5n },
    });
    expect(await change({ approvalThresholds: { currency: 'EUR', amount: 9n } })).toMatchObject({
      fields: [{ path: 'approvalThresholds.currency' }],
    });
    expect(ok(await change({ approvalThresholds: null })).policy.approvalThresholds).toBeUndefined();
  });

  test('cannot change to a currency without a rate, and the policy stays unchanged', async () => {
    const agent = await service.agent(aPolicy());
    const before = await findAgent(service.db.orm, scope(), agent.agent.id);
    const withoutRates = { ...service.ports, rates: () => noRates };
    const change = (patch: Parameters<typeof updateAgentPolicy>[3]) =>
      updateAgentPolicy(withoutRates, service.platform, agent.agent.id, patch);
    expect(await change({ spendingLimits: { currency: 'EUR' } })).toMatchObject({
      code: 'INVALID_CURRENCY',
      fields: [
        {
          path: 'spendingLimits.currency',
          message: 'there is no rate from USD to EUR: the service has no exchange rates configured',
        },
      ],
    });
    expect(await findAgent(service.db.orm, scope(), agent.agent.id)).toEqual(before);
    expect(ok(await change({ spendingLimits: { currency: 'USD', perTransactionLimit: 5n } }))).toMatchObject({
      policy: { spendingLimits: { currency: 'USD', perTransactionLimit: 5n } },
    });
  });
});

describe('an idempotency key of an agent', () => {
  test('returns the same action with its current status', async () => {
    const agent = await service.agent(waitingPolicy());
    const first = ok(await agentTransferOut(service.ports, agent, out(100n), 'key'));
    ok(await rejectAgentAction(service.ports, service.platform, { id: first.id, reason: undefined }));
    const again = ok(await agentTransferOut(service.ports, agent, out(100n), 'key'));
    expect(again).toMatchObject({ id: first.id, status: 'REJECTED' });
    expect(resultOf(await agentTransferOut(service.ports, agent, out(101n), 'key'))).toMatchObject({
      code: 'CONFLICT',
    });
  });

  test('is scoped to the agent', async () => {
    const [one, other] = [await service.agent(), await service.agent()];
    const first = ok(await agentTransferOut(service.ports, one, out(10n), 'shared'));
    const second = ok(await agentTransferOut(service.ports, other, out(10n), 'shared'));
    expect(second.id).not.toBe(first.id);
  });
});
