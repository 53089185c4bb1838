/**
 * The lifecycle of an agent's action over HTTP: every row of the AgentAction table of the interface, for each kind of action
 * that it applies to, checked in the responses and in the subscription.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  actionKinds,
  balance,
  type ConnectedAgents,
  type Policy,
  requiresApproval,
  startConnectedAgents,
  usage,
} from '../support/connected-agents.ts';
import { TransferOut } from '../support/documents.ts';
import { aBankAccount, aPayer, type Payer } from '../support/parties.ts';

let agents: ConnectedAgents;
beforeAll(async () => {
  agents = await startConnectedAgents();
});
afterAll(() => agents?.stop());

/** The kinds that debit the customer. */
const payments = [['EXECUTE_QUOTE'], ['TRANSFER_OUT']] as const;
const modes = { 'without approval': {}, 'after approval': requiresApproval } as const;
const bothModes = ['without approval', 'after approval'] as const;

const byKind = actionKinds.map((kind) => [kind] as const);

describe('a submission that needs approval is pending without a transaction', () => {
  const reasons: readonly (readonly [string, (payer: Payer) => Policy, object])[] = [
    [
      'DEFAULT_EXECUTION_MODE',
      () => requiresApproval,
      { threshold: null, requested: 1_000, currency: { code: 'USD' } },
    ],
    [
      'APPROVAL_THRESHOLD',
      () => ({ approvalThresholds: { currency: 'USD', amount: 999 } }),
      { threshold: 999, requested: 1_000, currency: { code: 'USD' } },
    ],
    [
      'ACCOUNT_RULE',
      ({ accountId }) => ({
        accountRestrictions: { accountRules: [{ accountId, executionMode: 'APPROVAL_REQUIRED' }] },
      }),
      { threshold: null, requested: 1_000, currency: { code: 'USD' } },
    ],
  ];
  const rows = actionKinds.flatMap((kind) =>
    reasons.map(([rule, policy, amounts]) => [kind, rule, policy, amounts] as const),
  );

  test.each(rows)('%s by %s', async (kind, rule, policy, amounts) => {
    const payer = await aPayer(agents.service, balance);
    const agent = await agents.anAgent(policy(payer), payer);
    const action = await agents.submitted(kind, agent, 1_000);
    expect(action).toMatchObject({
      type: kind,
      status: 'PENDING_APPROVAL',
      transaction: null,
      decidedBy: null,
      approvalReason: { rule, ...amounts },
    });
    await agents.advance(1);
    expect(await agents.now(action.id)).toMatchObject({
      status: 'PENDING_APPROVAL',
      ...usage(0, 0, 1, 1_000),
    });
    expect(await agents.balanceOf(agent)).toBe(balance);
    await agents.expectUpdates(action.id, ['PENDING_APPROVAL']);
  });
});

describe('a submission that the policy permits', () => {
  test.each(byKind)('%s is APPROVED with its transaction, which settles', async (kind) => {
    const agent = await agents.anAgent();
    const action = await agents.submitted(kind, agent, 1_000);
    expect(action).toMatchObject({
      type: kind,
      status: 'APPROVED',
      decidedBy: null,
      approvalReason: null,
      transaction: { agent: { id: agent.id } },
    });
    await agents.advance(1);
    expect(await agents.now(action.id)).toMatchObject({
      status: 'APPROVED',
      transaction: { id: action.transaction?.id, status: 'COMPLETED' },
      ...usage(1, 1_000),
    });
    expect(await agents.balanceOf(agent)).toBe(kind === 'TRANSFER_IN' ? balance + 1_000 : balance - 1_000);
    await agents.expectUpdates(action.id, ['APPROVED']);
  });
});

describe('the decision of a pending action', () => {
  test.each(byKind)('%s is executed after approval', async (kind) => {
    const agent = await agents.anAgent(requiresApproval);
    const { id } = await agents.submitted(kind, agent, 1_000);
    const approved = await agents.approve(id);
    expect(approved).toMatchObject({
      id,
      status: 'APPROVED',
      decidedBy: agents.service.platform.principal.token.name,
      transaction: { agent: { id: agent.id } },
    });
    await agents.advance(1);
    expect(await agents.now(id)).toMatchObject({
      status: 'APPROVED',
      transaction: { status: 'COMPLETED' },
      ...usage(1, 1_000),
    });
    expect(await agents.balanceOf(agent)).toBe(kind === 'TRANSFER_IN' ? balance + 1_000 : balance - 1_000);
    await agents.expectUpdates(id, ['PENDING_APPROVAL', 'APPROVED']);
  });

  test.each(byKind)('%s is not executed after rejection and has the reason', async (kind) => {
    const agent = await agents.anAgent(requiresApproval);
    const { id } = await agents.submitted(kind, agent, 1_000);
    const rejected = {
      id,
      status: 'REJECTED',
      rejectionReason: 'Not this month',
      failureReason: null,
      decidedBy: agents.service.platform.principal.token.name,
      transaction: null,
    };
    expect(await agents.reject(id, 'Not this month')).toMatchObject(rejected);
    await agents.advance(600);
    expect(await agents.now(id)).toMatchObject({ ...rejected, ...usage(0, 0) });
    expect(await agents.balanceOf(agent)).toBe(balance);
    await agents.expectUpdates(id, ['PENDING_APPROVAL', 'REJECTED']);
  });

  test.each(
    actionKinds.flatMap((kind) => (['APPROVED', 'REJECTED'] as const).map((first) => [kind, first] as const)),
  )('%s that is %s cannot be decided a second time', async (kind, first) => {
    const agent = await agents.anAgent(requiresApproval);
    const { id } = await agents.submitted(kind, agent, 1_000);
    expect(await (first === 'APPROVED' ? agents.approve(id) : agents.reject(id))).toMatchObject({
      status: first,
    });
    const conflict = { __typename: 'ConflictError', errorCode: 'AGENT_ACTION_NOT_PENDING' };
    expect(await agents.approve(id)).toMatchObject(conflict);
    expect(await agents.reject(id)).toMatchObject(conflict);
    expect(await agents.now(id)).toMatchObject({
      status: first,
      ...(first === 'APPROVED' ? usage(1, 1_000) : usage(0, 0)),
    });
    await agents.expectUpdates(id, ['PENDING_APPROVAL', first]);
  });

  test.each(byKind)('%s that was executed without approval cannot be decided', async (kind) => {
    const { id } = await agents.submitted(kind, await agents.anAgent(), 1_000);
    const conflict = { __typename: 'ConflictError', errorCode: 'AGENT_ACTION_NOT_PENDING' };
    expect(await agents.approve(id)).toMatchObject(conflict);
    expect(await agents.reject(id)).toMatchObject(conflict);
  });
});

describe('an execution that fails makes the action FAILED', () => {
  test('a quote that expired before approval, with the reason in the response', async () => {
    const agent = await agents.anAgent(requiresApproval);
    const { id } = await agents.submitted('EXECUTE_QUOTE', agent, 1_000);
    // The quote has expired, and the job that expires the action has not run yet.
    agents.service.clock.advance(300);
    const failed = { status: 'FAILED', transaction: null, failureReason: 'QUOTE_EXPIRED' };
    expect(await agents.approve(id)).toMatchObject({ __typename: 'AgentAction', ...failed });
    await agents.advance(1);
    expect(await agents.now(id)).toMatchObject({ ...failed, quote: { status: 'EXPIRED' }, ...usage(0, 0) });
    expect(await agents.balanceOf(agent)).toBe(balance);
    await agents.expectUpdates(id, ['PENDING_APPROVAL', 'FAILED']);
  });

  const sevenDays = 7 * 24 * 60 * 60;
  test.each([
    ['EXECUTE_QUOTE', 300, 'QUOTE_EXPIRED'],
    ['TRANSFER_OUT', sevenDays, 'PAYMENT_APPROVAL_TIMED_OUT'],
    ['TRANSFER_IN', sevenDays, 'PAYMENT_APPROVAL_TIMED_OUT'],
  ] as const)(
    '%s without a decision within %i s, which cannot be decided afterwards',
    async (kind, seconds, because) => {
      const [inTime, expiring] = [
        await agents.anAgent(requiresApproval),
        await agents.anAgent(requiresApproval),
      ];
      const first = await agents.submitted(kind, inTime, 1_000);
      const second = await agents.submitted(kind, expiring, 1_000);
      await agents.advance(seconds - 1);
      expect(await agents.approve(first.id)).toMatchObject({ status: 'APPROVED' });
      await agents.advance(1);
      expect(await agents.now(second.id)).toMatchObject({
        status: 'FAILED',
        failureReason: because,
        transaction: null,
        decidedBy: null,
        ...usage(0, 0),
      });
      expect(await agents.approve(second.id)).toMatchObject({
        __typename: 'ConflictError',
        errorCode: 'AGENT_ACTION_NOT_PENDING',
      });
      await agents.expectUpdates(first.id, ['PENDING_APPROVAL', 'APPROVED']);
      await agents.expectUpdates(second.id, ['PENDING_APPROVAL', 'FAILED']);
    },
  );

  test.each(payments)('%s without sufficient balance at submission', async (kind) => {
    const agent = await agents.anAgent();
    const { id, ...action } = await agents.submitted(kind, agent, balance + 1);
    const failed = { status: 'FAILED', transaction: null, failureReason: 'INSUFFICIENT_BALANCE' };
    expect(action).toMatchObject(failed);
    expect(await agents.now(id)).toMatchObject(usage(0, 0));
    expect(await agents.balanceOf(agent)).toBe(balance);
    await agents.expectUpdates(id, ['APPROVED', 'FAILED']);
  });

  test.each(payments)('%s without sufficient balance at approval', async (kind) => {
    const agent = await agents.anAgent(requiresApproval);
    const { id } = await agents.submitted(kind, agent, balance);
    const destination = await aBankAccount(agents.service, agent.payer.customerId);
    const payment = { source: agent.payer.accountId, destination, amount: 1 };
    expect((await agents.service.send(TransferOut, { input: payment })).data.transferOut.__typename).toBe(
      'Transaction',
    );
    expect(await agents.approve(id)).toMatchObject({
      status: 'FAILED',
      transaction: null,
      failureReason: 'INSUFFICIENT_BALANCE',
    });
    expect(await agents.now(id)).toMatchObject(usage(0, 0));
    expect(await agents.balanceOf(agent)).toBe(balance - 1);
    await agents.expectUpdates(id, ['PENDING_APPROVAL', 'FAILED']);
  });

  test.each(
    (['TRANSFER_OUT', 'TRANSFER_IN'] as const).flatMap((kind) =>
      bothModes.map((mode) => [kind, mode] as const),
    ),
  )('%s that the rail rejects immediately, %s', async (kind, mode) => {
    const agent = await agents.anAgent(modes[mode]);
    const { id, status } = await agents.submitted(kind, agent, 1_000, '002');
    if (status === 'PENDING_APPROVAL') expect(await agents.approve(id)).toMatchObject({ status: 'FAILED' });
    expect(await agents.now(id)).toMatchObject({
      status: 'FAILED',
      failureReason: 'QUOTE_EXECUTION_FAILED',
      transaction: { status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' },
      ...usage(0, 0),
    });
    expect(await agents.balanceOf(agent)).toBe(balance);
    await agents.expectUpdates(id, [
      ...(mode === 'without approval' ? [] : ['PENDING_APPROVAL']),
      'APPROVED',
      'FAILED',
    ]);
  });

  // A refunded payment stays counted as a transaction. A failed incoming transfer does not.
  const later = [
    ['EXECUTE_QUOTE', '002', 1, 'QUOTE_EXECUTION_FAILED', 1],
    ['EXECUTE_QUOTE', '005', 5, 'COUNTERPARTY_POST_TX_FAILED', 1],
    ['TRANSFER_OUT', '004', 1, 'COUNTERPARTY_POST_TX_FAILED', 1],
    ['TRANSFER_OUT', '005', 30, 'QUOTE_EXECUTION_FAILED', 1],
    ['TRANSFER_IN', '004', 1, 'QUOTE_EXECUTION_FAILED', 0],
    ['TRANSFER_IN', '005', 30, 'QUOTE_EXECUTION_FAILED', 0],
  ] as const;
  test.each(later.flatMap((row) => bothModes.map((mode) => [...row, mode] as const)))(
    '%s to …%s that fails within %i s with %s and %i counted transactions, %s',
    async (kind, suffix, seconds, because, counted, mode) => {
      const agent = await agents.anAgent(modes[mode]);
      const { id, status } = await agents.submitted(kind, agent, 1_000, suffix);
      if (status === 'PENDING_APPROVAL')
        expect(await agents.approve(id)).toMatchObject({ status: 'APPROVED' });
      if (seconds > 1) await agents.advance(seconds - 1);
      expect(await agents.now(id)).toMatchObject({ status: 'APPROVED', ...usage(1, 1_000) });
      await agents.advance(1);
      expect(await agents.now(id)).toMatchObject({
        status: 'FAILED',
        failureReason: because,
        transaction: { status: 'FAILED', failureReason: because },
        ...usage(counted, 0),
      });
      expect(await agents.balanceOf(agent)).toBe(balance);
      await agents.expectUpdates(id, [
        ...(mode === 'without approval' ? [] : ['PENDING_APPROVAL']),
        'APPROVED',
        'FAILED',
      ]);
    },
  );
});
