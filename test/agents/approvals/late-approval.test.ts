import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actionBodies } from '../../../src/agents/actions/action-bodies.ts';
import { actionFromSnapshot } from '../../../src/agents/actions/action-row.ts';
import type { AgentAction } from '../../../src/agents/actions/agent-action.ts';
import { maxRepricings } from '../../../src/agents/actions/repricing.ts';
import { rejectAgentAction } from '../../../src/agents/approvals/reject-agent-action.ts';
import { agentTransferOut } from '../../../src/agents/requests/agent-transfers.ts';
import { updateAgent } from '../../../src/agents/update-agent.ts';
import { updateAgentPolicy } from '../../../src/agents/update-agent-policy.ts';
import { eventsOfResources } from '../../../src/infrastructure/events/event-store.ts';
import { newId } from '../../../src/kernel/ids.ts';
import { executeQuote } from '../../../src/payments/quotes/execute-quote.ts';
import { findQuote } from '../../../src/payments/quotes/store.ts';
import { findTransaction } from '../../../src/payments/transactions/store.ts';
import type { AgentPrincipal, Principal } from '../../../src/platforms/access/principal.ts';
import { type AgentService, ok, startAgentService } from '../../support/agent-service.ts';
import { aPolicy } from '../../support/agents.ts';
import { lateApprovals, startOfLateApprovals, type Tolerance } from '../../support/late-approvals.ts';

let service: AgentService;
let late: ReturnType<typeof lateApprovals>;

beforeAll(async () => {
  service = await startAgentService();
  late = lateApprovals(service);
});
afterAll(() => service?.close());
beforeEach(async () => {
  await late.setRules();
  await late.fund();
});
afterEach(() => {
  late.at(0);
  late.moveRate('0');
});

const eventsOf = async ({ id }: AgentAction) => (await eventsOfResources(service.db.orm, [id])).get(id) ?? [];
const quoteIdOf = ({ subject }: AgentAction) => (subject.type === 'EXECUTE_QUOTE' ? subject.quoteId : '');
const accepting = (maxSlippage: string) => ({ tolerance: { maxSlippage } });
const noReservation = { reserved: { amount: 0n, transactionCount: 0 } };
/** A waiting action whose quote has expired, at a rate that is worse by 2 %, and was priced outside a tolerance of 1 %. */
async function repriced(policy = {}) {
  const { action, agent, quote } = await late.waiting({ policy });
  late.at(301);
  late.moveRate('0.02');
  const again = ok(await late.approve(late.approver('ada'), action, accepting('0.01')));
  return { action: again, agent, quote };
}

describe('an approval after the quote has expired', () => {
  test('without a tolerance fails the action, as the interface says', async () => {
    const { action, agent } = await late.waiting();
    late.at(300);
    expect(await late.approve(late.approver('ada'), action)).toMatchObject({
      status: 'FAILED',
      failureReason: 'QUOTE_EXPIRED',
      repricings: [],
    });
    expect(await late.usageOf(agent)).toMatchObject({ dailySpend: 0n, ...noReservation });
  });

  test('with a tolerance has no effect where the rules accept no late approvals', async () => {
    await late.setRules({ lateApprovalSeconds: 0 });
    const { action } = await late.waiting();
    expect(action.decidableUntil).toBeUndefined();
    late.at(300);
    expect(await late.approve(late.approver('ada'), action, accepting('0.1'))).toMatchObject({
      status: 'FAILED',
      failureReason: 'QUOTE_EXPIRED',
    });
  });

  test('before its expiry executes at the figures of the quote, whatever the rate is then', async () => {
    const { action, quote } = await late.waiting();
    late.at(299);
    late.moveRate('0.05');
    expect(await late.approve(late.approver('ada'), action, accepting('0.1'))).toMatchObject({
      status: 'APPROVED',
      transactionId: quote.transactionId,
      repricings: [],
    });
  });

  test('executes a new quote at the price of the moment, and links it to the expired one', async () => {
    const { action, agent, quote } = await late.waiting();
    const before = await service.balance();
    late.at(301);
    late.moveRate('0.01');
    const approved = ok(
      await late.approve(late.approver('ada'), action, { ...accepting('0.01'), comment: 'fine' }),
    );
    expect(approved).toMatchObject({
      status: 'APPROVED',
      approvalsGiven: 1,
      votes: [{ comment: 'fine', tolerance: { kind: 'SLIPPAGE', millionths: 10_000n } }],
      repricings: [
        {
          outcome: 'ACCEPTED',
          slippage: '0.01',
          before: { quoteId: quote.id, sending: { amount: 1_000_000n }, receiving: { amount: 920_000n } },
          after: { sending: { amount: 1_010_000n }, receiving: { amount: 920_000n } },
        },
      ],
    });
    expect(before.posted - (await service.balance()).posted).toBe(1_010_000n);
    expect(await late.usageOf(agent)).toMatchObject({ dailySpend: 1_010_000n, ...noReservation });
    const executed = await findQuote(service.db.orm, late.scope, quoteIdOf(approved) as never);
    expect(executed).toMatchObject({
      repricedFrom: quote.id,
      lockedSide: 'RECEIVING',
      source: quote.source,
      destination: quote.destination,
      transactionId: approved.transactionId,
      agentId: agent.agent.id,
    });
    await service.work();
    expect(await findQuote(service.db.orm, late.scope, quote.id)).toMatchObject({
      status: 'EXPIRED',
      sending: { amount: 1_000_000n },
    });
    expect(await findTransaction(service.db.orm, late.scope, quote.transactionId)).toMatchObject({
      status: 'EXPIRED',
    });
    expect(await late.read(action)).toEqual({ ...approved, votes: expect.anything() });
  });

  test.each<['SENDING' | 'RECEIVING', string, Tolerance, string]>([
    ['RECEIVING', '0.01', { maxSlippage: '0.01' }, 'APPROVED'],
    ['RECEIVING', '0.01', { maxSlippage: '0.009999' }, 'PENDING_APPROVAL'],
    ['RECEIVING', '0.010001', { maxSlippage: '0.01' }, 'PENDING_APPROVAL'],
    ['RECEIVING', '0.0000001', { maxSlippage: '0' }, 'PENDING_APPROVAL'],
    ['RECEIVING', '0', { maxSlippage: '0' }, 'APPROVED'],
    ['RECEIVING', '0.01', { maxSendingAmount: 1_010_000 }, 'APPROVED'],
    ['RECEIVING', '0.01', { maxSendingAmount: 1_009_999 }, 'PENDING_APPROVAL'],
    // 910,891 arrive of 920,000: less by 0.0099011 parts.
    ['SENDING', '0.01', { maxSlippage: '0.009902' }, 'APPROVED'],
    ['SENDING', '0.01', { maxSlippage: '0.009901' }, 'PENDING_APPROVAL'],
    ['SENDING', '0.1', { maxSlippage: '0.1' }, 'APPROVED'],
    ['SENDING', '0.2', { maxSlippage: '0.1' }, 'PENDING_APPROVAL'],
  ])('with a locked %s amount, a rate worse by %s and %o: %s', async (locked, worse, tolerance, status) => {
    const { action } = await late.waiting({ lockedCurrencySide: locked });
    late.at(301);
    late.moveRate(worse);
    expect(await late.approve(late.approver('ada'), action, { tolerance })).toMatchObject({ status });
  });
});

describe('a price outside the tolerance', () => {
  test('is recorded, and the action waits with it and with a reservation of the new amount', async () => {
    const { action, agent, quote } = await repriced();
    expect(action).toMatchObject({
      status: 'PENDING_APPROVAL',
      approvalsGiven: 0,
      requiredApprovals: 1,
      votes: [],
      supersededVotes: [{ actor: { name: 'ada' }, decision: 'APPROVED' }],
      transactionId: undefined,
      decidedBy: undefined,
      charge: { amount: 1_020_000n, currency: 'USD' },
      repricings: [{ outcome: 'OUTSIDE_TOLERANCE', slippage: '0.02', before: { quoteId: quote.id } }],
    });
    expect(action.decidableUntil).toEqual(
      new Date(startOfLateApprovals.getTime() + (301 + 300 + 600) * 1000),
    );
    expect(await late.usageOf(agent)).toMatchObject({
      dailySpend: 0n,
      reserved: { amount: 1_020_000n, transactionCount: 1 },
    });
    expect(await late.read(action)).toMatchObject({ approvalsGiven: 0, votes: [], supersededVotes: [{}] });
  });

  test('is executed with another vote about the new figures, also by the same approver', async () => {
    const { action, agent } = await repriced();
    late.moveRate('0.5');
    const approved = ok(await late.approve(late.approver('ada'), action, { quoteId: quoteIdOf(action) }));
    expect(approved).toMatchObject({
      status: 'APPROVED',
      votes: [{ pricing: 1 }],
      supersededVotes: [{ pricing: 0 }],
    });
    expect(await late.usageOf(agent)).toMatchObject({ dailySpend: 1_020_000n, ...noReservation });
  });

  test.each([
    ['no quote', () => undefined],
    ['the expired quote', ({ quote }: Awaited<ReturnType<typeof repriced>>) => quote.id],
  ])('is not approved by a vote that names %s', async (_, seen) => {
    const waiting = await repriced();
    const quoteId = seen(waiting);
    const given = { ...accepting('0.1'), ...(quoteId && { quoteId }) };
    expect(await late.approve(late.approver('grace'), waiting.action, given)).toMatchObject({
      code: 'AGENT_ACTION_REPRICED',
      kind: 'conflict',
    });
    expect(await late.read(waiting.action)).toMatchObject({ status: 'PENDING_APPROVAL', votes: [] });
  });

  test('is rejected by one vote, which releases the new amount', async () => {
    const { action, agent } = await repriced();
    expect(
      await rejectAgentAction(late.ports, late.approver('ada'), { id: action.id, reason: 'no' }),
    ).toMatchObject({
      status: 'REJECTED',
      supersededVotes: [{}],
    });
    expect(await late.usageOf(agent)).toMatchObject(noReservation);
  });

  test('is published with the old and the new figures, and every vote', async () => {
    const { action } = await repriced();
    await late.approve(late.approver('grace'), action, { quoteId: quoteIdOf(action) });
    const events = await eventsOf(action);
    expect(events.map(({ type, data }) => [type, data['previousStatus'], data['status']])).toEqual([
      ['AGENT_ACTION.PENDING_APPROVAL', null, 'PENDING_APPROVAL'],
      [undefined, 'PENDING_APPROVAL', 'PENDING_APPROVAL'],
      ['AGENT_ACTION.APPROVED', 'PENDING_APPROVAL', 'APPROVED'],
    ]);
    const [, again, decided] = events.map(({ data }) => actionFromSnapshot(data['record'] as never));
    expect(again).toMatchObject({
      decidableUntil: action.decidableUntil,
      repricings: action.repricings,
      votes: [],
      supersededVotes: [{ tolerance: { kind: 'SLIPPAGE', millionths: 10_000n } }],
    });
    expect(decided).toMatchObject({ votes: [{ actor: { name: 'grace' } }], supersededVotes: [{}] });
    expect(events.at(-1)?.data['body']).toMatchObject({
      sendingAmount: { amount: 1_020_000 },
      repricings: [
        {
          outcome: 'OUTSIDE_TOLERANCE',
          slippage: '0.02',
          before: { sendingAmount: { amount: 1_000_000 } },
          after: { sendingAmount: { amount: 1_020_000 }, quoteId: quoteIdOf(action) },
        },
      ],
      supersededVotes: [{ tolerance: { maxSlippage: '0.01' } }],
    });
  });

  test('shows its agent the figures and not the voters', async () => {
    const { action } = await repriced();
    const shown = { balance: true, payee: true, votes: false };
    const [body] = await actionBodies(service.db.orm, late.scope, [action], startOfLateApprovals, shown);
    expect(body).toMatchObject({ repricings: [{}], votes: undefined, supersededVotes: undefined });
  });
});

describe('the time for late approvals', () => {
  test.each([
    ['a second before it ends, the payment is priced again', 899, 'APPROVED', undefined],
    ['when it ends, the action fails', 900, 'FAILED', 'QUOTE_EXPIRED'],
  ])('%s', async (_, seconds, status, failureReason) => {
    const { action } = await late.waiting();
    late.at(seconds);
    await late.approve(late.approver('ada'), action, accepting('0.01'));
    expect(await late.read(action)).toMatchObject({ status, failureReason });
  });

  test('keeps the action and its reservation until it ends, and the job then fails the action', async () => {
    const { action, agent } = await late.waiting();
    late.at(899);
    await service.work();
    expect(await late.read(action)).toMatchObject({ status: 'PENDING_APPROVAL' });
    expect(await late.usageOf(agent)).toMatchObject({ reserved: { amount: 1_000_000n } });
    late.at(900);
    await service.work();
    expect(await late.read(action)).toMatchObject({ status: 'FAILED', failureReason: 'QUOTE_EXPIRED' });
    expect(await late.usageOf(agent)).toMatchObject(noReservation);
  });

  test('starts anew with new figures', async () => {
    const { action, agent } = await repriced();
    late.at(1_200);
    await service.work();
    expect(await late.read(action)).toMatchObject({ status: 'PENDING_APPROVAL' });
    late.at(1_201);
    await service.work();
    expect(await late.read(action)).toMatchObject({
      status: 'FAILED',
      failureReason: 'QUOTE_EXPIRED',
      supersededVotes: [{}],
    });
    expect(await late.usageOf(agent)).toMatchObject(noReservation);
  });

  test('never exceeds seven days since the submission', async () => {
    await late.setRules({ lateApprovalSeconds: 86_400 });
    let { action } = await late.waiting();
    let seconds = 0;
    for (let day = 1; day <= 7; day += 1) {
      seconds += 86_300;
      late.at(seconds);
      late.moveRate(String(day / 10));
      action = ok(
        await late.approve(late.approver('ada'), action, { ...accepting('0'), quoteId: quoteIdOf(action) }),
      );
    }
    expect(action).toMatchObject({ status: 'PENDING_APPROVAL' });
    expect(action.decidableUntil).toEqual(new Date(startOfLateApprovals.getTime() + 7 * 86_400_000));
  });

  test(`ends after ${maxRepricings} prices`, async () => {
    let { action } = await late.waiting({ policy: { perTransactionLimit: 9_000_000n } });
    for (let round = 1; round <= maxRepricings; round += 1) {
      late.at(round * 301);
      late.moveRate(`0.${String(round).padStart(2, '0')}`);
      const given = { ...accepting('0'), quoteId: quoteIdOf(action) };
      action = ok(await late.approve(late.approver('ada'), action, given));
      expect(action.status).toBe('PENDING_APPROVAL');
    }
    late.at((maxRepricings + 1) * 301);
    const given = { ...accepting('0.1'), quoteId: quoteIdOf(action) };
    expect(await late.approve(late.approver('ada'), action, given)).toMatchObject({
      status: 'FAILED',
      failureReason: 'QUOTE_EXPIRED',
    });
  });
});

describe('with several required approvals', () => {
  test.each([
    ['0.03', '0.02', '0.02', 'APPROVED'],
    ['0.03', '0.019999', '0.02', 'PENDING_APPROVAL'],
    ['0.019999', '0.03', '0.02', 'PENDING_APPROVAL'],
  ])(
    'the strictest tolerance of %s and %s holds at a rate worse by %s: %s',
    async (one, other, worse, status) => {
      await late.setRules({ requiredApprovals: 2 });
      const { action } = await late.waiting();
      ok(await late.approve(late.approver('ada'), action, accepting(one)));
      late.at(301);
      late.moveRate(worse);
      expect(await late.approve(late.approver('grace'), action, accepting(other))).toMatchObject({ status });
    },
  );

  test('a vote without a tolerance accepts no other price', async () => {
    await late.setRules({ requiredApprovals: 2 });
    const { action } = await late.waiting();
    ok(await late.approve(late.approver('ada'), action));
    late.at(301);
    expect(await late.approve(late.approver('grace'), action, accepting('0.1'))).toMatchObject({
      status: 'FAILED',
      failureReason: 'QUOTE_EXPIRED',
    });
  });

  test('after the quote has expired, a vote that is not the last needs a tolerance', async () => {
    await late.setRules({ requiredApprovals: 2 });
    const { action } = await late.waiting();
    late.at(301);
    expect(await late.approve(late.approver('ada'), action)).toMatchObject({
      code: 'AGENT_ACTION_NOT_PENDING',
    });
    expect(await late.approve(late.approver('ada'), action, accepting('0.01'))).toMatchObject({
      status: 'PENDING_APPROVAL',
      approvalsGiven: 1,
      repricings: [],
    });
    expect(await late.approve(late.approver('grace'), action, accepting('0.01'))).toMatchObject({
      status: 'APPROVED',
      approvalsGiven: 2,
    });
  });

  test('all of them vote anew about new figures', async () => {
    await late.setRules({ requiredApprovals: 2 });
    const { action } = await late.waiting();
    await late.approve(late.approver('ada'), action, accepting('0.01'));
    late.at(301);
    late.moveRate('0.02');
    const again = ok(await late.approve(late.approver('grace'), action, accepting('0.01')));
    const given = { quoteId: quoteIdOf(again) };
    expect(await late.approve(late.approver('grace'), again, given)).toMatchObject({
      status: 'PENDING_APPROVAL',
      approvalsGiven: 1,
      supersededVotes: [{}, {}],
    });
    expect(await late.approve(late.approver('ada'), again, given)).toMatchObject({ status: 'APPROVED' });
  });

  test('a new amount above a threshold needs the approvals of its own', async () => {
    await late.setRules({ thresholds: [{ currency: 'USD', amount: 1_000_000n, requiredApprovals: 2 }] });
    const { action } = await late.waiting();
    late.at(301);
    late.moveRate('0.01');
    const again = ok(await late.approve(late.approver('ada'), action, accepting('0.05')));
    expect(again).toMatchObject({
      status: 'PENDING_APPROVAL',
      requiredApprovals: 2,
      approvalsGiven: 0,
      repricings: [{ outcome: 'APPROVALS_MISSING' }],
    });
  });

  test('a new amount above the step-up threshold waits for a proof of presence', async () => {
    await late.setRules({ stepUpAbove: [{ currency: 'USD', amount: 1_000_000n }] });
    const { action } = await late.waiting();
    late.at(301);
    late.moveRate('0.01');
    const member = (stepUpAt: Date | undefined): Principal => ({
      kind: 'member',
      platform: service.platform.platform,
      member: { id: newId('Member'), name: 'Grace', roles: ['VIEW', 'APPROVE'] },
      session: { id: newId('MemberSession'), stepUpAt, expiresAt: new Date(2 ** 42) },
    });
    const again = ok(await late.approve(member(undefined), action, accepting('0.05')));
    expect(again).toMatchObject({
      status: 'PENDING_APPROVAL',
      repricings: [{ outcome: 'APPROVALS_MISSING' }],
    });
    const given = { quoteId: quoteIdOf(again) };
    expect(await late.approve(member(undefined), again, given)).toMatchObject({ code: 'STEP_UP_REQUIRED' });
    const proved = member(service.ports.clock.real());
    expect(await late.approve(proved, again, given)).toMatchObject({ status: 'APPROVED' });
  });
});

describe('the policy of the moment is checked with the new amount', () => {
  test.each([
    ['at the limit of a transaction', { perTransactionLimit: 1_010_000n }, 'APPROVED', undefined],
    [
      'above the limit of a transaction',
      { perTransactionLimit: 1_009_999n },
      'FAILED',
      'PER_TRANSACTION_LIMIT_EXCEEDED',
    ],
    ['at the limit of a day', { dailyLimit: 1_010_000n }, 'APPROVED', undefined],
    ['above the limit of a day', { dailyLimit: 1_009_999n }, 'FAILED', 'DAILY_LIMIT_EXCEEDED'],
    ['above the limit of a month', { monthlyLimit: 1_009_999n }, 'FAILED', 'MONTHLY_LIMIT_EXCEEDED'],
  ])('%s', async (_, policy, status, failureReason) => {
    const { action, agent } = await late.waiting({ policy });
    late.at(301);
    late.moveRate('0.01');
    await late.approve(late.approver('ada'), action, accepting('0.1'));
    const after = await late.read(action);
    expect(after).toMatchObject({ status, failureReason });
    expect(await late.usageOf(agent)).toMatchObject({
      dailySpend: status === 'APPROVED' ? 1_010_000n : 0n,
      ...noReservation,
    });
  });

  test('a limit that other actions have used up fails the action, and records the price without a quote', async () => {
    const { action, agent } = await late.waiting({ policy: { dailyLimit: 2_005_000n } });
    const other = await late.waiting({ of: agent });
    late.at(301);
    late.moveRate('0.01');
    const failed = ok(await late.approve(late.approver('ada'), action, accepting('0.01')));
    expect(failed).toMatchObject({
      status: 'FAILED',
      failureReason: 'DAILY_LIMIT_EXCEEDED',
      charge: { amount: 1_000_000n },
      repricings: [
        { outcome: 'LIMIT_EXCEEDED', after: { quoteId: undefined, sending: { amount: 1_010_000n } } },
      ],
    });
    expect(await late.usageOf(agent)).toMatchObject({
      reserved: { amount: 1_000_000n, transactionCount: 1 },
    });
    // The headroom that it released is enough for the other one.
    expect(await late.approve(late.approver('ada'), other.action, accepting('0.01'))).toMatchObject({
      status: 'APPROVED',
    });
  });

  test('a price outside the tolerance that does not fit into the limits fails the action too', async () => {
    const { action } = await repriced({ dailyLimit: 1_015_000n });
    expect(action).toMatchObject({ status: 'FAILED', failureReason: 'DAILY_LIMIT_EXCEEDED' });
  });

  test.each([
    [
      'a paused agent',
      'AGENT_PAUSED',
      (agent: AgentPrincipal) =>
        updateAgent(late.ports, service.platform, agent.agent.id, { isPaused: true } as never),
    ],
    [
      'an account that is not allowed any more',
      'ACCOUNT_NOT_ALLOWED',
      (agent: AgentPrincipal) =>
        updateAgentPolicy(late.ports, service.platform, agent.agent.id, {
          accountRestrictions: { allowedAccountIds: [], accountRules: [] },
        } as never),
    ],
  ])('%s fails it without a price', async (_, failureReason, change) => {
    const { action, agent } = await late.waiting();
    ok(await change(agent));
    late.at(301);
    expect(await late.approve(late.approver('ada'), action, accepting('0.1'))).toMatchObject({
      status: 'FAILED',
      failureReason,
      repricings: [],
    });
    expect(await late.usageOf(agent)).toMatchObject(noReservation);
  });
});

test('an expired quote that was executed in another way is not paid again', async () => {
  const { action, quote } = await late.waiting();
  late.at(299);
  const caller = { platform: service.platform.platform, scope: late.scope };
  const ports = { ...late.ports, maxDueJobs: 1_000 };
  ok(
    (await executeQuote(ports, caller as never, { quoteId: quote.id, signature: undefined }))
      .result as object,
  );
  const { posted } = await service.balance();
  late.at(301);
  expect(await late.approve(late.approver('ada'), action, accepting('0.1'))).toMatchObject({
    status: 'FAILED',
    failureReason: 'QUOTE_ALREADY_EXECUTED',
    repricings: [],
  });
  expect((await service.balance()).posted).toBe(posted);
});

describe('a tolerance is invalid', () => {
  test.each<[string, 'SENDING' | 'RECEIVING', Tolerance, string]>([
    [
      'as a limit on a locked sending amount',
      'SENDING',
      { maxSendingAmount: 1_000_000 },
      'tolerance.maxSendingAmount',
    ],
    [
      'below the figures of the action',
      'RECEIVING',
      { maxSendingAmount: 999_999 },
      'tolerance.maxSendingAmount',
    ],
  ])('%s', async (_, lockedCurrencySide, tolerance, path) => {
    const { action } = await late.waiting({ lockedCurrencySide });
    expect(await late.approve(late.approver('ada'), action, { tolerance })).toMatchObject({
      fields: [{ path }],
    });
    expect(await late.read(action)).toMatchObject({ status: 'PENDING_APPROVAL', votes: [] });
  });

  test('for a transfer, as is a quote', async () => {
    const agent = await service.agent(aPolicy({ defaultExecutionMode: 'APPROVAL_REQUIRED' }));
    const input = {
      source: service.account.id,
      destination: service.bank.id,
      amount: 1n,
      description: undefined,
    };
    const action = ok(await agentTransferOut(late.ports, agent, input)) as AgentAction;
    const { quote } = await late.waiting();
    expect(await late.approve(late.approver('ada'), action, accepting('0.1'))).toMatchObject({
      fields: [{ path: 'tolerance' }],
    });
    expect(await late.approve(late.approver('ada'), action, { quoteId: quote.id })).toMatchObject({
      fields: [{ path: 'quoteId' }],
    });
  });
});

test('a payment that is not covered any more fails at the accepted price, without a debit', async () => {
  const { action, agent } = await late.waiting();
  const { posted } = await service.balance();
  const spendingLimits = { perTransactionLimit: posted };
  const other = await service.agent(aPolicy({ spendingLimits }));
  const amount = posted - 1_005_000n;
  const input = { source: service.account.id, destination: service.bank.id, amount, description: undefined };
  ok(await agentTransferOut(late.ports, other, input));
  late.at(301);
  late.moveRate('0.01');
  expect(await late.approve(late.approver('ada'), action, accepting('0.01'))).toMatchObject({
    status: 'FAILED',
    failureReason: 'INSUFFICIENT_BALANCE',
    repricings: [{ outcome: 'ACCEPTED' }],
  });
  expect(await late.usageOf(agent)).toMatchObject({ dailySpend: 0n, ...noReservation });
});
