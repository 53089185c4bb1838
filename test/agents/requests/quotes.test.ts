import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAction, listActions } from '../../../src/agents/actions/action-store.ts';
import { approveAgentAction } from '../../../src/agents/approvals/approve-agent-action.ts';
import { rejectAgentAction } from '../../../src/agents/approvals/reject-agent-action.ts';
import { agentCreateQuote } from '../../../src/agents/requests/agent-create-quote.ts';
import { agentExecuteQuote } from '../../../src/agents/requests/agent-execute-quote.ts';
import { findAgent } from '../../../src/agents/store.ts';
import { pageRequest } from '../../../src/kernel/page.ts';
import { CreateQuoteInput } from '../../../src/payments/quotes/create-quote.ts';
import { findQuote } from '../../../src/payments/quotes/store.ts';
import { findTransaction } from '../../../src/payments/transactions/store.ts';
import type { AgentPrincipal } from '../../../src/platforms/access/principal.ts';
import { SignedRequestChallenge } from '../../../src/wallets/signed-requests/challenge.ts';
import { type AgentService, ok, startAgentService } from '../../support/agent-service.ts';
import { aPolicy } from '../../support/agents.ts';

let service: AgentService;
const start = new Date('2025-07-21T10:00:00Z');

beforeAll(async () => {
  service = await startAgentService();
});
afterAll(() => service?.close());

const scope = () => ({ platformId: service.platform.platform.id });
const usageOf = async ({ agent: { id } }: AgentPrincipal) =>
  (await findAgent(service.db.orm, scope(), id))?.usage;
const idOf = (currency: string) => service.accounts.get(currency)?.id as string;

const quoteInput = (changes: Record<string, unknown> = {}) =>
  CreateQuoteInput.parse({
    source: { account: { accountId: service.account.id } },
    destination: { account: { accountId: idOf('EUR') } },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 1_000,
    ...changes,
  });

const waiting = () => aPolicy({ defaultExecutionMode: 'APPROVAL_REQUIRED' });
const quoted = async (agent: AgentPrincipal, changes?: Record<string, unknown>) =>
  ok(await agentCreateQuote(service.ports, agent, quoteInput(changes)));
const execute = async (agent: AgentPrincipal, quoteId: string, signature?: string) => {
  const { result } = await agentExecuteQuote(service.ports, agent, { quoteId: quoteId as never, signature });
  return result;
};
const executed = async (agent: AgentPrincipal, quoteId: string, signature?: string) => {
  const response = ok(await execute(agent, quoteId, signature));
  if (response instanceof SignedRequestChallenge) throw new Error('a challenge is no action');
  return response;
};

describe('a quote of an agent', () => {
  test('is counted when it is executed, with the total that the payer sends', async () => {
    const agent = await service.agent();
    const quote = await quoted(agent);
    expect(quote).toMatchObject({ status: 'PENDING', agentId: agent.agent.id });
    expect(await usageOf(agent)).toMatchObject({ dailySpend: 0n });
    const action = await executed(agent, quote.id);
    expect(action).toMatchObject({ status: 'APPROVED', transactionId: quote.transactionId });
    expect(await usageOf(agent)).toMatchObject({ dailyTransactionCount: 1, dailySpend: 1_000n });
    await service.work();
    expect(await findQuote(service.db.orm, scope(), quote.id)).toMatchObject({ status: 'COMPLETED' });
    const transaction = await findTransaction(service.db.orm, scope(), quote.transactionId);
    expect(transaction).toMatchObject({ status: 'COMPLETED', agentId: agent.agent.id });
  });

  test.each([
    ['is created at the limit', 1_000, undefined],
    ['is rejected one above the limit', 1_001, 'PER_TRANSACTION_LIMIT'],
  ])('%s', async (_, lockedCurrencyAmount, rule) => {
    const agent = await service.agent();
    const { result } = await agentCreateQuote(service.ports, agent, quoteInput({ lockedCurrencyAmount }));
    expect('rule' in result ? result.rule : undefined).toBe(rule);
  });

  test('does not exist for another agent of the same customer', async () => {
    const [one, other] = [await service.agent(), await service.agent()];
    const quote = await quoted(one);
    expect(await execute(other, quote.id)).toMatchObject({ code: 'QUOTE_NOT_FOUND' });
  });

  test('for another customer is forbidden', async () => {
    const agent = await service.agent();
    const customerId = 'Customer:00000000-0000-7000-8000-000000000009';
    const source = { account: { accountId: service.account.id, customerId } };
    const { result } = await agentCreateQuote(service.ports, agent, quoteInput({ source }));
    expect(result).toMatchObject({
      kind: 'forbidden',
    });
  });
});

describe('a quote that is executed immediately', () => {
  test('is counted and recorded as an action', async () => {
    const agent = await service.agent();
    const quote = await quoted(agent, { immediatelyExecute: true });
    expect(quote.status).toBe('PROCESSING');
    const page = ok(pageRequest('actions', {}));
    const { items } = await listActions(service.db.orm, scope(), { agentId: agent.agent.id }, page);
    expect(items).toMatchObject([
      { status: 'APPROVED', subject: { quoteId: quote.id }, transactionId: quote.transactionId },
    ]);
    expect(await usageOf(agent)).toMatchObject({ dailyTransactionCount: 1, dailySpend: 1_000n });
  });

  test('is rejected without an effect if approval is required', async () => {
    const agent = await service.agent(waiting());
    const { result } = await agentCreateQuote(service.ports, agent, quoteInput({ immediatelyExecute: true }));
    expect(result).toMatchObject({ rule: 'APPROVAL_REQUIRED', reason: 'APPROVAL_REQUIRED_USE_EXECUTE' });
    expect(await usageOf(agent)).toMatchObject({
      dailyTransactionCount: 0,
      reserved: { transactionCount: 0 },
    });
  });
});

describe('an execution that needs approval', () => {
  test('is the only pending execution of the quote; another is possible after its rejection', async () => {
    const agent = await service.agent(waiting());
    const quote = await quoted(agent);
    const first = await executed(agent, quote.id);
    expect(first.status).toBe('PENDING_APPROVAL');
    expect(await execute(agent, quote.id)).toMatchObject({ kind: 'conflict' });
    ok(await rejectAgentAction(service.ports, service.platform, { id: first.id, reason: undefined }));
    expect((await executed(agent, quote.id)).status).toBe('PENDING_APPROVAL');
  });

  test('executes the payment when it is approved in time', async () => {
    const agent = await service.agent(waiting());
    const quote = await quoted(agent);
    const { id } = await executed(agent, quote.id);
    const action = ok(await approveAgentAction(service.ports, service.platform, { id }));
    expect(action).toMatchObject({ status: 'APPROVED', transactionId: quote.transactionId });
  });

  test('fails with QUOTE_EXPIRED when it is approved after the quote expired', async () => {
    const agent = await service.agent(waiting());
    const quote = await quoted(agent);
    const { id } = await executed(agent, quote.id);
    service.setTime(quote.expiresAt);
    const action = ok(await approveAgentAction(service.ports, service.platform, { id }));
    expect(action).toMatchObject({ status: 'FAILED', transactionId: undefined });
    expect(action.failureReason).toBe('QUOTE_EXPIRED');
    expect((await usageOf(agent))?.reserved.transactionCount).toBe(0);
    service.setTime(start);
  });

  test.each([
    ['is pending a millisecond before the quote expires', -1, 'PENDING_APPROVAL', 'PENDING'],
    ['fails when the quote expires', 0, 'FAILED', 'EXPIRED'],
  ])('%s', async (_, offsetMs, status, quoteStatus) => {
    await service.work();
    const agent = await service.agent(waiting());
    const quote = await quoted(agent);
    const { id } = await executed(agent, quote.id);
    service.setTime(new Date(quote.expiresAt.getTime() + offsetMs));
    await service.work();
    expect(await findAction(service.db.orm, scope(), id)).toMatchObject({ status });
    expect(await findQuote(service.db.orm, scope(), quote.id)).toMatchObject({ status: quoteStatus });
    service.setTime(start);
  });
});

describe("a wallet's quote", () => {
  const wallet = () => ({
    source: { account: { accountId: idOf('USDB') } },
    destination: { account: { accountId: service.account.id } },
    lockedCurrencyAmount: 1_000_000,
  });

  test('returns a challenge, rejects a wrong signature, and is pending with a valid one', async () => {
    const agent = await service.agent(waiting());
    const quote = await quoted(agent, wallet());
    const challenge = ok(await execute(agent, quote.id));
    expect(challenge).toBeInstanceOf(SignedRequestChallenge);
    expect(await execute(agent, quote.id, 'wrong')).toMatchObject({ kind: 'unauthorized' });
    const action = await executed(agent, quote.id, 'sandbox-valid-signature');
    expect(action).toMatchObject({
      status: 'PENDING_APPROVAL',
      subject: { walletSignature: 'sandbox-valid-signature' },
    });
    const approved = ok(await approveAgentAction(service.ports, service.platform, { id: action.id }));
    expect(approved.status).toBe('APPROVED');
  });
});
