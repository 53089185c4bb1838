/** A dry run of an agent shows exactly what the call does and what its policy says, and does nothing. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AgentAction } from '../../../src/agents/actions/agent-action.ts';
import type { AgentPolicy } from '../../../src/agents/policies/agent-policy.ts';
import type { AgentPaymentPreview } from '../../../src/agents/previews/preview-agent-payment.ts';
import { runOrPreviewAsAgent } from '../../../src/agents/previews/preview-agent-payment.ts';
import { agentCreateQuote } from '../../../src/agents/requests/agent-create-quote.ts';
import { agentExecuteQuote } from '../../../src/agents/requests/agent-execute-quote.ts';
import { agentTransferIn, agentTransferOut } from '../../../src/agents/requests/agent-transfers.ts';
import { findAgent } from '../../../src/agents/store.ts';
import type { Database } from '../../../src/infrastructure/database/client.ts';
import { DomainError } from '../../../src/kernel/errors.ts';
import { newId } from '../../../src/kernel/ids.ts';
import { CreateQuoteInput } from '../../../src/payments/quotes/create-quote.ts';
import type { Quote } from '../../../src/payments/quotes/quote.ts';
import { findTransaction } from '../../../src/payments/transactions/store.ts';
import type { AgentPrincipal } from '../../../src/platforms/access/principal.ts';
import { type AgentService, startAgentService } from '../../support/agent-service.ts';
import { aPolicy } from '../../support/agents.ts';
import { resultOf } from '../../support/operation-result.ts';
import { randomRuns } from '../../support/random-runs.ts';
import { storedRows } from '../../support/stored-rows.ts';

let service: AgentService;
beforeAll(async () => {
  service = await startAgentService();
}, 60_000);
afterAll(() => service?.close());

type Run = (db: Database) => Promise<unknown>;

const scope = () => ({ platformId: service.platform.platform.id });
const preview = async (agent: AgentPrincipal, run: Run) =>
  resultOf(await runOrPreviewAsAgent(service.ports, agent, { dryRun: true }, run));
const usageOf = async ({ agent: { id } }: AgentPrincipal) => {
  const agent = await findAgent(service.db.orm, scope(), id);
  if (!agent) throw new Error('the agent exists');
  return agent.usage;
};

const aCase = fc.record({
  kind: fc.constantFrom(
    'transferOut' as const,
    'transferIn' as const,
    'createQuote' as const,
    'createAndExecute' as const,
    'executeQuote' as const,
  ),
  amount: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 900 }) },
    { weight: 1, arbitrary: fc.integer({ min: 901, max: 5_000 }) },
    { weight: 1, arbitrary: fc.constant(90_000_000) },
  ),
  mode: fc.constantFrom('AUTO' as const, 'APPROVAL_REQUIRED' as const),
  threshold: fc.option(fc.integer({ min: 1, max: 900 }), { nil: undefined }),
  dailyLimit: fc.option(fc.integer({ min: 500, max: 3_000 }), { nil: undefined }),
  dailyTransactionLimit: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  perTransactionLimit: fc.constantFrom(1_000, 100_000_000),
  missesPermission: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
  payments: fc.integer({ min: 0, max: 2 }),
});
type Case = typeof aCase extends fc.Arbitrary<infer T> ? T : never;

const policyOf = (one: Case): AgentPolicy =>
  aPolicy({
    permissions: one.missesPermission
      ? ['VIEW_TRANSACTIONS']
      : ['VIEW_TRANSACTIONS', 'CREATE_TRANSFERS', 'CREATE_QUOTES', 'EXECUTE_QUOTES'],
    defaultExecutionMode: one.mode,
    approvalThresholds: one.threshold ? { currency: 'USD', amount: BigInt(one.threshold) } : undefined,
    spendingLimits: {
      perTransactionLimit: BigInt(one.perTransactionLimit),
      dailyLimit: one.dailyLimit === undefined ? undefined : BigInt(one.dailyLimit),
      dailyTransactionLimit: one.dailyTransactionLimit,
    },
  });

const outOf = (amount: number) => ({
  source: service.account.id,
  destination: service.bank.id,
  amount: BigInt(amount),
  description: undefined,
});

const quoteInput = (amount: number, immediatelyExecute = false) =>
  CreateQuoteInput.parse({
    source: { account: { accountId: service.account.id } },
    destination: { account: { accountId: service.accounts.get('EUR')?.id } },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: amount,
    immediatelyExecute,
  });

async function operationOf(one: Case, agent: AgentPrincipal): Promise<Run> {
  const { ports } = service;
  const withDb = (db: Database) => ({ ...ports, db });
  const { source, destination, ...rest } = outOf(one.amount);
  switch (one.kind) {
    case 'transferOut':
      return (db) => agentTransferOut(withDb(db), agent, { source, destination, ...rest });
    case 'transferIn':
      return (db) =>
        agentTransferIn(withDb(db), agent, { source: destination, destination: source, ...rest });
    case 'createQuote':
    case 'createAndExecute':
      return (db) =>
        agentCreateQuote(withDb(db), agent, quoteInput(one.amount, one.kind === 'createAndExecute'));
    case 'executeQuote': {
      const { result } = await agentCreateQuote(ports, agent, quoteInput(one.amount));
      const quoteId = result instanceof DomainError ? newId('Quote') : result.id;
      return (db) => agentExecuteQuote(withDb(db), agent, { quoteId, signature: undefined });
    }
  }
}

/** What an operation did, in the terms of a preview. */
async function figuresOf(made: AgentAction | Quote | DomainError) {
  if (made instanceof DomainError) return { error: made.name, details: made.details };
  const isAction = 'subject' in made;
  const transaction =
    made.transactionId && (await findTransaction(service.db.orm, scope(), made.transactionId));
  return {
    status: transaction?.status,
    failure: isAction ? made.failureReason : transaction?.failureReason,
    actionStatus: isAction ? made.status : transaction?.status === 'PENDING' ? undefined : 'APPROVED',
    approvalReason: isAction ? made.approvalReason : undefined,
    ...(transaction && { sending: transaction.sent, fees: transaction.fees }),
  };
}

function figuresOfPreview(previewed: AgentPaymentPreview | DomainError) {
  if (previewed instanceof DomainError) return { error: previewed.name, details: previewed.details };
  const { payment, policy, actionStatus } = previewed;
  return {
    status: payment.status,
    failure: payment.failureReason,
    actionStatus,
    // The policy of a quote that is only created is that of its execution.
    approvalReason: actionStatus === undefined ? undefined : policy.approvalReason,
    ...(payment.status && { sending: payment.sending, fees: payment.fees }),
  };
}

/** The counters after the payment are those before it and what each rule counted. */
async function expectCounted(previewed: AgentPaymentPreview, agent: AgentPrincipal): Promise<void> {
  const { policy, actionStatus } = previewed;
  if (actionStatus === undefined || actionStatus === 'FAILED') return;
  const after = await usageOf(agent);
  const daily = policy.evaluation.rules.find(({ rule }) => rule === 'DAILY_LIMIT');
  if (!daily) return;
  const { used = 0n, reserved = 0n, requested = 0n } = daily;
  expect(after.dailySpend + after.reserved.amount).toBe(used + reserved + requested);
}

test('random payments of agents have the figures of their dry runs', async () => {
  const outcomes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(aCase, async (one) => {
      const agent = await service.agent(policyOf(one));
      for (let paid = 0; paid < one.payments; paid += 1) {
        await agentTransferOut(service.ports, agent, outOf(300));
      }
      const run = await operationOf(one, agent);
      const previewed = (await preview(agent, run)) as AgentPaymentPreview | DomainError;
      const real = resultOf(await run(service.db)) as AgentAction | Quote | DomainError;
      expect(figuresOfPreview(previewed)).toEqual(await figuresOf(real));
      if (previewed instanceof DomainError) {
        outcomes.add(previewed.name);
      } else {
        outcomes.add(`${previewed.policy.evaluation.verdict} ${previewed.actionStatus}`);
        await expectCounted(previewed, agent);
      }
    }),
    { numRuns: randomRuns(100, 500) },
  );
  expect([...outcomes].sort()).toEqual(
    expect.arrayContaining([
      'RUN APPROVED',
      'RUN undefined',
      'WAIT PENDING_APPROVAL',
      'WAIT undefined',
      'PolicyViolation',
    ]),
  );
}, 600_000);

test('dry runs of agents leave every row as it was', async () => {
  await fc.assert(
    fc.asyncProperty(aCase, async (one) => {
      const agent = await service.agent(policyOf(one));
      const run = await operationOf(one, agent);
      const before = await storedRows(service.db);
      await preview(agent, run);
      expect(await storedRows(service.db)).toEqual(before);
    }),
    { numRuns: randomRuns(10, 40) },
  );
}, 600_000);

describe('the verdicts', () => {
  const limited = (changes: object = {}) =>
    aPolicy({
      permissions: ['VIEW_TRANSACTIONS', 'CREATE_TRANSFERS', 'CREATE_QUOTES', 'EXECUTE_QUOTES'],
      spendingLimits: { perTransactionLimit: 1_000n, dailyLimit: 2_000n, dailyTransactionLimit: 5 },
      ...changes,
    });
  const previewOut = async (agent: AgentPrincipal, amount: number) =>
    (await preview(agent, (db) =>
      agentTransferOut({ ...service.ports, db }, agent, outOf(amount)),
    )) as AgentPaymentPreview;

  test('name every rule, with the numbers before the payment', async () => {
    const agent = await service.agent(limited());
    await agentTransferOut(service.ports, agent, outOf(300));
    const { policy, actionStatus, balances } = await previewOut(agent, 400);
    expect(actionStatus).toBe('APPROVED');
    expect(balances).toHaveLength(1);
    const amounts = { verdict: 'PASSED', currency: 'USD', requested: 400n };
    expect(policy.approvalReason).toBeUndefined();
    expect(policy.evaluation).toMatchObject({ policyVersion: 1, verdict: 'RUN', rule: undefined });
    expect(policy.evaluation.rules).toEqual([
      { rule: 'PER_TRANSACTION_LIMIT', ...amounts, limit: 1_000n },
      {
        rule: 'DAILY_TRANSACTION_LIMIT',
        verdict: 'PASSED',
        limit: 5n,
        used: 1n,
        reserved: 0n,
        requested: 1n,
      },
      { rule: 'DAILY_LIMIT', ...amounts, limit: 2_000n, used: 300n, reserved: 0n },
    ]);
  });

  test.each([
    ['at the threshold', 500, 'PASSED'],
    ['above the threshold', 501, 'NEEDS_APPROVAL'],
  ])('of an amount %s', async (_, amount, verdict) => {
    const agent = await service.agent(limited({ approvalThresholds: { currency: 'USD', amount: 500n } }));
    const { policy } = await previewOut(agent, amount);
    expect(policy.evaluation.rules.at(-1)).toMatchObject({
      rule: 'APPROVAL_THRESHOLD',
      verdict,
      limit: 500n,
    });
    expect(policy.approvalReason?.threshold).toBe(verdict === 'PASSED' ? undefined : 500n);
  });

  test('an agent that may not read accounts sees no balances', async () => {
    const agent = await service.agent(aPolicy({ permissions: ['CREATE_TRANSFERS'] }));
    expect((await previewOut(agent, 100)).balances).toBeUndefined();
  });
});
