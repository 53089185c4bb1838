/**
 * The rules of an agent's policy at their boundaries, over HTTP: one below, at and one above each limit, and the
 * seconds on both sides of the end of a day and of a month.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ActionKind,
  actionKinds,
  type ConnectedAgents,
  requiresApproval,
  startConnectedAgents,
  usage,
} from '../support/connected-agents.ts';
import { aPayer, type Payer } from '../support/parties.ts';

let agents: ConnectedAgents;
/** The balance is larger than the sum of all payments here. */
let payer: Payer;
beforeAll(async () => {
  agents = await startConnectedAgents();
  payer = await aPayer(agents.service, 100_000_000);
});
afterAll(() => agents?.stop());

const kinds = actionKinds.map((kind) => [kind] as const);

describe('a limit is inclusive', () => {
  const rules = [
    ['PER_TRANSACTION_LIMIT', { perTransactionLimit: 1_000 }, 0],
    ['DAILY_LIMIT', { dailyLimit: 2_000 }, 1_000],
    ['MONTHLY_LIMIT', { monthlyLimit: 2_000 }, 1_000],
  ] as const;

  test.each(
    actionKinds.flatMap((kind) => rules.map(([rule, ...limits]) => [kind, rule, ...limits] as const)),
  )('%s: %s', async (kind, rule, spendingLimits, used) => {
    const submitNew = async (amount: number) => {
      const agent = await agents.anAgent({ spendingLimits }, payer);
      if (used > 0) await agents.submitted('TRANSFER_IN', agent, used);
      return agents.submit(kind, agent, amount);
    };
    expect(await submitNew(999)).toMatchObject({ status: 'APPROVED' });
    expect(await submitNew(1_000)).toMatchObject({ status: 'APPROVED' });
    expect(await submitNew(1_001)).toMatchObject({
      __typename: 'PolicyViolationError',
      errorCode: 'FORBIDDEN',
      rule,
      limit: Object.values(spendingLimits)[0],
      requested: 1_001,
      used: used > 0 ? used : null,
    });
  });

  test.each(kinds)('%s: DAILY_TRANSACTION_LIMIT', async (kind) => {
    const agent = await agents.anAgent({ spendingLimits: { dailyTransactionLimit: 2 } }, payer);
    expect(await agents.submit(kind, agent, 1_000)).toMatchObject({ status: 'APPROVED' });
    expect(await agents.submit(kind, agent, 1_000)).toMatchObject({ status: 'APPROVED' });
    expect(await agents.submit(kind, agent, 1_000)).toMatchObject({
      __typename: 'PolicyViolationError',
      rule: 'DAILY_TRANSACTION_LIMIT',
      limit: 2,
      requested: 1,
      used: 2,
    });
  });

  test.each(kinds)('%s: the limit of an account replaces the default', async (kind) => {
    const accountRules = [{ accountId: payer.accountId, perTransactionLimit: 1_000 }];
    const policy = { accountRestrictions: { accountRules }, spendingLimits: { perTransactionLimit: 500 } };
    const agent = await agents.anAgent(policy, payer);
    expect(await agents.submit(kind, agent, 999)).toMatchObject({ status: 'APPROVED' });
    expect(await agents.submit(kind, agent, 1_000)).toMatchObject({ status: 'APPROVED' });
    expect(await agents.submit(kind, agent, 1_001)).toMatchObject({
      rule: 'ACCOUNT_PER_TRANSACTION_LIMIT',
      limit: 1_000,
      requested: 1_001,
    });
  });

  test.each([
    ['DAILY_LIMIT', { dailyLimit: 2_000 }, 1_000],
    ['MONTHLY_LIMIT', { monthlyLimit: 2_000 }, 1_000],
    ['DAILY_TRANSACTION_LIMIT', { dailyTransactionLimit: 2 }, 1],
  ] as const)('pending actions count: %s', async (rule, spendingLimits, reserved) => {
    const agent = await agents.anAgent({ ...requiresApproval, spendingLimits }, payer);
    const first = await agents.submitted('TRANSFER_OUT', agent, 1_000);
    const second = await agents.submitted('TRANSFER_OUT', agent, 1_000);
    const rejected = { __typename: 'PolicyViolationError', rule, used: 0, reserved: 2 * reserved };
    expect(await agents.submit('TRANSFER_OUT', agent, 1)).toMatchObject(rejected);
    await agents.approve(first.id);
    expect(await agents.submit('TRANSFER_OUT', agent, 1)).toMatchObject({ rule, used: reserved, reserved });
    await agents.reject(second.id);
    expect(await agents.submit('TRANSFER_OUT', agent, 1)).toMatchObject({ status: 'PENDING_APPROVAL' });
  });

  test.each(kinds)('%s: only an amount above the threshold needs approval', async (kind) => {
    const agent = await agents.anAgent({ approvalThresholds: { currency: 'USD', amount: 1_000 } }, payer);
    expect(await agents.submit(kind, agent, 999)).toMatchObject({ status: 'APPROVED' });
    expect(await agents.submit(kind, agent, 1_000)).toMatchObject({
      status: 'APPROVED',
      approvalReason: null,
    });
    expect(await agents.submit(kind, agent, 1_001)).toMatchObject({
      status: 'PENDING_APPROVAL',
      approvalReason: { rule: 'APPROVAL_THRESHOLD', threshold: 1_000, requested: 1_001 },
    });
  });
});

describe('days and months are in UTC', () => {
  /** Moves to the last second before the next day, or the next month. */
  async function toLastSecondOf(period: 'day' | 'month'): Promise<Date> {
    const at = await agents.advance(1);
    const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
    const next = period === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1);
    return agents.advance((next - at.getTime()) / 1000 - 1);
  }

  test.each([
    ...actionKinds.map((kind): [ActionKind, 'DAILY_LIMIT', object] => [
      kind,
      'DAILY_LIMIT',
      { dailyLimit: 1_000 },
    ]),
    ['TRANSFER_OUT', 'DAILY_TRANSACTION_LIMIT', { dailyTransactionLimit: 1 }],
    ['TRANSFER_OUT', 'MONTHLY_LIMIT', { monthlyLimit: 1_000 }],
  ] as const)(
    '%s: %s still applies in the last second of the period and resets in the first second of the next',
    async (kind, rule, spendingLimits) => {
      const period = rule === 'MONTHLY_LIMIT' ? 'month' : 'day';
      const agent = await agents.anAgent({ spendingLimits }, payer);
      const first = await agents.submitted(kind, agent, 1_000);
      expect((await toLastSecondOf(period)).toISOString()).toMatch(/T23:59:59/);
      expect(await agents.submit(kind, agent, 1_000)).toMatchObject({
        __typename: 'PolicyViolationError',
        rule,
      });
      const next = await agents.advance(1);
      expect(next.toISOString()).toMatch(period === 'day' ? /T00:00:00/ : /-01T00:00:00/);
      expect(await agents.submit(kind, agent, 1_000)).toMatchObject({ status: 'APPROVED' });
      expect(await agents.now(first.id)).toMatchObject({
        agent: { usage: { dailyTransactionCount: 1, dailySpend: 1_000 } },
      });
    },
  );

  test('a reservation continues after midnight and becomes spend on the day of its approval', async () => {
    const agent = await agents.anAgent({ ...requiresApproval, spendingLimits: { dailyLimit: 1_000 } }, payer);
    await toLastSecondOf('day');
    const { id } = await agents.submitted('TRANSFER_OUT', agent, 1_000);
    await agents.advance(1);
    expect(await agents.now(id)).toMatchObject(usage(0, 0, 1, 1_000));
    expect(await agents.submit('TRANSFER_OUT', agent, 1)).toMatchObject({
      rule: 'DAILY_LIMIT',
      reserved: 1_000,
    });
    expect(await agents.approve(id)).toMatchObject({ status: 'APPROVED' });
    expect(await agents.now(id)).toMatchObject(usage(1, 1_000));
  });
});
