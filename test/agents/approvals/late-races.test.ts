/** Races of late approvals need a PostgreSQL server: the embedded database runs transactions one after another. */
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AgentAction } from '../../../src/agents/actions/agent-action.ts';
import { rejectAgentAction } from '../../../src/agents/approvals/reject-agent-action.ts';
import { rawRows } from '../../../src/infrastructure/database/client.ts';
import { parseRatio, zero } from '../../../src/kernel/money/rate.ts';
import { executeQuote } from '../../../src/payments/quotes/execute-quote.ts';
import { withRateSettings } from '../../../src/payments/rates/platform-rates.ts';
import { type AgentService, ok, startAgentService } from '../../support/agent-service.ts';
import { postgresDatabase } from '../../support/database.ts';
import { lateApprovals } from '../../support/late-approvals.ts';

const server = await postgresDatabase(20);
const racing = describe.skipIf(!server);
let service: AgentService;
let late: ReturnType<typeof lateApprovals>;

beforeAll(async () => {
  if (!server) return;
  service = await startAgentService(server);
  late = lateApprovals(service);
});
afterAll(() => service?.close());
beforeEach(async () => {
  if (!server) return;
  await late.setRules();
  for (let deposit = 0; deposit < 3; deposit += 1) await late.fund();
});
afterEach(() => {
  late?.at(0);
  late?.moveRate('0');
});

type Result = AgentAction | { readonly code: string };
const codeOf = (result: Result): string => ('code' in result ? result.code : result.status);
const codesOf = (results: readonly Result[]) => results.map(codeOf).sort();
const quoteIdOf = ({ subject }: AgentAction) => (subject.type === 'EXECUTE_QUOTE' ? subject.quoteId : '');
const tolerating = (maxSlippage: string) => ({ tolerance: { maxSlippage } });
const approve = (who: string, action: AgentAction, maxSlippage: string) =>
  late.approve(late.approver(who), action, tolerating(maxSlippage)) as Promise<Result>;
/** What the account paid while `work` ran. */
async function paidBy(work: () => Promise<unknown>): Promise<bigint> {
  const { posted } = await service.balance();
  await work();
  return posted - (await service.balance()).posted;
}
const count = async (query: ReturnType<typeof sql>) =>
  Number((await rawRows<{ count: unknown }>(service.db.orm, query))[0]?.count);
const quotesFrom = (quoteId: string) =>
  count(
    sql`select count(*) as count from quotes where repriced_from = ${quoteId.slice('Quote:'.length)}::uuid`,
  );
const deadlocks = () =>
  count(sql`select deadlocks as count from pg_stat_database where datname = current_database()`);

racing('of late approvals at the same time', () => {
  test('one prices the payment again and executes it, 20 times', async () => {
    const before = await deadlocks();
    for (let round = 0; round < 20; round += 1) {
      const { action, quote, agent } = await late.waiting();
      late.at(301);
      late.moveRate('0.01');
      const paid = await paidBy(async () => {
        const [one, other] = await Promise.all([
          approve('ada', action, '0.01'),
          approve('grace', action, '0.02'),
          service.work(),
        ]);
        expect(codesOf([one, other])).toEqual(['AGENT_ACTION_NOT_PENDING', 'APPROVED']);
      });
      expect(paid).toBe(1_010_000n);
      expect(await quotesFrom(quote.id)).toBe(1);
      expect(await late.usageOf(agent)).toMatchObject({ dailySpend: 1_010_000n, reserved: { amount: 0n } });
      late.at(0);
      late.moveRate('0');
      await late.fund();
    }
    expect(await deadlocks()).toBe(before);
  }, 60_000);

  test('a strict one and a tolerant one, nothing is paid at a price that its approver has not accepted', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { action, agent } = await late.waiting();
      late.at(301);
      late.moveRate('0.02');
      const inOrder = [() => approve('ada', action, '0.01'), () => approve('grace', action, '0.03')];
      if (round % 2 === 1) inOrder.reverse();
      const results: Result[] = [];
      const paid = await paidBy(async () => {
        results.push(...(await Promise.all(inOrder.map((start) => start()))));
      });
      const after = await late.read(action);
      if (after.status === 'APPROVED') {
        expect(codesOf(results)).toEqual(['AGENT_ACTION_NOT_PENDING', 'APPROVED']);
        expect(after).toMatchObject({ decidedBy: 'grace' });
        expect(paid).toBe(1_020_000n);
      } else {
        expect(codesOf(results)).toEqual(['AGENT_ACTION_REPRICED', 'PENDING_APPROVAL']);
        expect(after.votes).toEqual([]);
        expect(paid).toBe(0n);
        expect(await late.usageOf(agent)).toMatchObject({ reserved: { amount: 1_020_000n } });
      }
      late.at(0);
      late.moveRate('0');
      await late.fund();
    }
  }, 60_000);

  test('of two that are required, the second decides about the price once', async () => {
    await late.setRules({ requiredApprovals: 2 });
    for (let round = 0; round < 10; round += 1) {
      const { action, quote } = await late.waiting();
      late.at(301);
      late.moveRate('0.01');
      const results: Result[] = [];
      const paid = await paidBy(async () => {
        const voters = ['ada', 'grace', 'kurt'];
        results.push(...(await Promise.all(voters.map((who) => approve(who, action, '0.01')))));
      });
      expect(codesOf(results)).toEqual(['AGENT_ACTION_NOT_PENDING', 'APPROVED', 'PENDING_APPROVAL']);
      expect(paid).toBe(1_010_000n);
      expect(await quotesFrom(quote.id)).toBe(1);
      late.at(0);
      late.moveRate('0');
    }
  }, 60_000);

  test('votes about new figures, one executes them', async () => {
    const { action } = await late.waiting();
    late.at(301);
    late.moveRate('0.02');
    const again = ok((await approve('ada', action, '0.01')) as AgentAction);
    const given = { quoteId: quoteIdOf(again) };
    const paid = await paidBy(async () => {
      const voters = ['ada', 'grace', 'kurt', 'emmy'];
      const results = await Promise.all(voters.map((who) => late.approve(late.approver(who), again, given)));
      expect(codesOf(results as Result[])).toEqual([
        ...Array(3).fill('AGENT_ACTION_NOT_PENDING'),
        'APPROVED',
      ]);
    });
    expect(paid).toBe(1_020_000n);
  });
});

racing('a late approval at the same time as', () => {
  test('moving rates is never executed outside its tolerance', async () => {
    const base = service.ports.rates(service.platform.platform);
    let call = 0;
    /** Each pricing sees another rate, from that of the start to 3 % worse. */
    const ports = {
      ...late.ports,
      rates: () => {
        call += 1;
        const spread = parseRatio(['0', '0.005', '0.01', '0.010001', '0.03'][call % 5] as string) ?? zero;
        return withRateSettings(base, { spread, fees: { fixed: 0n, variableRate: zero }, corridors: [] });
      },
    };
    const { agent } = await late.waiting();
    const actions = await Promise.all(
      Array.from({ length: 12 }, async () => (await late.waiting({ of: agent })).action),
    );
    late.at(301);
    const paid = await paidBy(() =>
      Promise.all(
        actions.flatMap((action) =>
          ['ada', 'grace'].map((who) => late.approve(late.approver(who), action, tolerating('0.01'), ports)),
        ),
      ),
    );
    const after = await Promise.all(actions.map(late.read));
    const executed = after.filter(({ status }) => status === 'APPROVED');
    const amounts = executed.map(({ repricings }) => repricings.at(-1)?.after.sending.amount ?? 0n);
    expect(amounts.every((amount) => amount <= 1_010_000n)).toBe(true);
    expect(paid).toBe(amounts.reduce((sum, amount) => sum + amount, 0n));
    const waiting = after.filter(({ status }) => status === 'PENDING_APPROVAL');
    expect(executed.length + waiting.length).toBe(12);
    expect(waiting.every(({ repricings }) => repricings.at(-1)?.outcome === 'OUTSIDE_TOLERANCE')).toBe(true);
    const reserved = waiting.reduce((sum, { charge }) => sum + charge.amount, 1_000_000n);
    expect(await late.usageOf(agent)).toMatchObject({ dailySpend: paid, reserved: { amount: reserved } });
  }, 60_000);

  test('another one of the agent, the limit of a day is used up once', async () => {
    const { agent, action } = await late.waiting({ policy: { dailyLimit: 2_010_000n } });
    const other = await late.waiting({ of: agent });
    late.at(301);
    late.moveRate('0.01');
    const paid = await paidBy(async () => {
      const results = await Promise.all([
        approve('ada', action, '0.01'),
        approve('grace', other.action, '0.01'),
      ]);
      expect(codesOf(results)).toEqual(['APPROVED', 'FAILED']);
    });
    expect(paid).toBe(1_010_000n);
    const after = [await late.read(action), await late.read(other.action)];
    expect(after.find(({ status }) => status === 'FAILED')).toMatchObject({
      failureReason: 'DAILY_LIMIT_EXCEEDED',
      repricings: [{ outcome: 'LIMIT_EXCEEDED' }],
    });
    expect(await late.usageOf(agent)).toMatchObject({ dailySpend: 1_010_000n, reserved: { amount: 0n } });
  });

  test.each([
    ['the end of its time', 900, 'QUOTE_EXPIRED'],
    ['a job before that', 899, undefined],
  ])('%s, the action is decided once', async (_, seconds, failureReason) => {
    for (let round = 0; round < 5; round += 1) {
      const { action, agent } = await late.waiting();
      late.at(seconds);
      const paid = await paidBy(() => Promise.all([approve('ada', action, '0.01'), service.work()]));
      expect(await late.read(action)).toMatchObject({
        status: failureReason ? 'FAILED' : 'APPROVED',
        failureReason,
      });
      expect(paid).toBe(failureReason ? 0n : 1_000_000n);
      expect(await late.usageOf(agent)).toMatchObject({ reserved: { amount: 0n, transactionCount: 0 } });
      late.at(0);
    }
  });

  test('a rejection, one of them decides', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { action, agent } = await late.waiting();
      late.at(301);
      const results: Result[] = [];
      const paid = await paidBy(async () => {
        results.push(
          ...(await Promise.all([
            approve('ada', action, '0.01'),
            rejectAgentAction(late.ports, late.approver('kurt'), { id: action.id, reason: undefined }),
          ])),
        );
      });
      const { status } = await late.read(action);
      expect(codesOf(results)).toEqual(['AGENT_ACTION_NOT_PENDING', status]);
      expect(paid).toBe(status === 'APPROVED' ? 1_000_000n : 0n);
      expect(await late.usageOf(agent)).toMatchObject({ reserved: { amount: 0n, transactionCount: 0 } });
      late.at(0);
    }
  }, 30_000);

  test('the execution of the new quote by its platform, it is paid once', async () => {
    const { action } = await late.waiting();
    late.at(301);
    late.moveRate('0.02');
    const again = ok((await approve('ada', action, '0.01')) as AgentAction);
    const quoteId = quoteIdOf(again) as never;
    const caller = { platform: service.platform.platform, scope: late.scope } as never;
    const ports = { ...late.ports, maxDueJobs: 1_000 };
    const paid = await paidBy(() =>
      Promise.all([
        late.approve(late.approver('ada'), again, { quoteId }),
        executeQuote(ports, caller, { quoteId, signature: undefined }),
      ]),
    );
    expect(paid).toBe(1_020_000n);
  });
});
