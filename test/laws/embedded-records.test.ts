/**
 * A response that embeds a related record shows both records at one point in time, even if a commit falls between the two
 * reads. The tests cause such commits: they run all due jobs immediately before each embedded record is read.
 */
import { type GraphQLFieldResolver, getNamedType, isObjectType } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { schema } from '../../schema/index.ts';
import { findAction } from '../../src/agents/actions/action-store.ts';
import type { Id } from '../../src/kernel/ids.ts';
import { findQuote } from '../../src/payments/quotes/store.ts';
import { findTransaction } from '../../src/payments/transactions/store.ts';
import { actionBody, executedQuoteBody } from '../../src/transports/rest/response-bodies.ts';
import {
  type ConnectedAgent,
  type ConnectedAgents,
  startConnectedAgents,
} from '../support/connected-agents.ts';
import { CreateQuote } from '../support/documents.ts';
import { sendQuery } from '../support/graphql-client.ts';
import { aEuroAccount, aPayer } from '../support/parties.ts';

const related = ['Quote', 'Transaction', 'AgentAction'];

let between: (() => Promise<unknown>) | undefined;

/** Every field that embeds a related record, and the steps of a transaction. Earlier actions are records of their own. */
const embeddings = Object.values(schema.getTypeMap()).flatMap((type) =>
  isObjectType(type) && related.includes(type.name)
    ? Object.values(type.getFields())
        .filter(({ name, type: of }) => related.includes(getNamedType(of).name) || name === 'timeline')
        .filter(({ name }) => name !== 'history')
        .map((field) => ({ name: `${type.name}.${field.name}`, field }))
    : [],
);

for (const { field } of embeddings) {
  const resolve = field.resolve as GraphQLFieldResolver<unknown, unknown>;
  field.resolve = async (...args) => {
    const happens = between;
    between = undefined;
    await happens?.();
    return resolve(...args);
  };
}

test('every field that embeds a record has a case in this file', () => {
  expect(embeddings.map(({ name }) => name).sort()).toEqual([
    'AgentAction.quote',
    'AgentAction.transaction',
    'Quote.transaction',
    'Transaction.agentAction',
    'Transaction.quote',
    'Transaction.timeline',
  ]);
});

let acting: ConnectedAgents;
let agent: ConnectedAgent;
let requiresApproval: ConnectedAgent;
beforeAll(async () => {
  acting = await startConnectedAgents();
  agent = await acting.anAgent();
  requiresApproval = await acting.anAgent({ defaultExecutionMode: 'APPROVAL_REQUIRED' });
});
afterAll(() => acting.stop());
beforeEach(() => {
  between = undefined;
});

// biome-ignore lint/suspicious/noExplicitAny: the documents are texts.
const send = async (document: string): Promise<any> => {
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  const { data, errors } = (await sendQuery(acting.service, document)).body as any;
  expect(errors).toBeUndefined();
  return data;
};

/** A quote of a customer to a bank account with the suffix. */
async function aQuote(suffix?: string, immediatelyExecute = false): Promise<string> {
  const payer = await aPayer(acting.service);
  const input = {
    source: { account: { accountId: payer.accountId } },
    destination: { account: { accountId: await aEuroAccount(acting.service, payer.customerId, suffix) } },
    lockedCurrencySide: 'SENDING' as const,
    lockedCurrencyAmount: 1_000,
    immediatelyExecute,
  };
  const { createQuote: made } = (await acting.service.send(CreateQuote, { input })).data;
  if (made.__typename !== 'Quote') throw new Error(JSON.stringify(made));
  return made.id;
}

const executed = (id: string) =>
  `mutation { executeQuote(quoteId: "${id}") { ... on Transaction { id status timeline { status } quote { status transaction { status } } } } }`;
const settled = () => acting.service.settle();
const returned = async () => {
  await settled();
  await acting.advance(6);
  await settled();
};

describe('over GraphQL', () => {
  test('an executed transaction, its quote and its timeline', async () => {
    const quoteId = await aQuote();
    between = settled;
    const { executeQuote: transaction } = await send(executed(quoteId));
    expect(transaction).toMatchObject({
      status: 'PROCESSING',
      quote: { status: 'PROCESSING', transaction: { status: 'PROCESSING' } },
      timeline: [{ status: 'PENDING' }, { status: 'PROCESSING' }],
    });
    const now = await send(
      `{ quote(id: "${quoteId}") { status transaction { status timeline { status } } } }`,
    );
    expect(now.quote).toMatchObject({ status: 'COMPLETED', transaction: { status: 'COMPLETED' } });
    expect(now.quote.transaction.timeline).toHaveLength(3);
  });

  test.each<[string, string, string, string]>([
    ['completes', '000', 'COMPLETED', 'COMPLETED'],
    ['fails', '004', 'FAILED', 'FAILED'],
    ['is returned by the bank, which leaves its quote', '005', 'COMPLETED', 'FAILED'],
  ])('a quote while its payment %s', async (_, suffix, quoteEnds, ends) => {
    const quoteId = await aQuote(suffix);
    const document = `{ quote(id: "${quoteId}") { status transaction { status refund { status } quote { status } } } }`;
    between = async () => {
      await send(executed(quoteId));
      await returned();
    };
    expect((await send(document)).quote).toEqual({
      status: 'PENDING',
      transaction: { status: 'PENDING', refund: null, quote: { status: 'PENDING' } },
    });
    expect((await send(document)).quote).toMatchObject({
      status: quoteEnds,
      transaction: { status: ends, quote: { status: quoteEnds } },
    });
  });

  test('a list of transactions while the first one settles', async () => {
    const quoteId = await aQuote();
    await send(executed(quoteId));
    between = settled;
    const { transactions } = await send(
      '{ transactions(first: 1) { nodes { status quote { id status transaction { status } } } } }',
    );
    expect(transactions.nodes[0]).toEqual({
      status: 'PROCESSING',
      quote: { id: quoteId, status: 'PROCESSING', transaction: { status: 'PROCESSING' } },
    });
  });

  test('a quote that is executed on creation', async () => {
    const payer = await aPayer(acting.service);
    const account = await aEuroAccount(acting.service, payer.customerId, '004');
    between = returned;
    const { createQuote: quote } = await send(
      `mutation { createQuote(input: { source: { account: { accountId: "${payer.accountId}" } }
        destination: { account: { accountId: "${account}" } } lockedCurrencySide: SENDING
        lockedCurrencyAmount: 1000 immediatelyExecute: true }) { ... on Quote { status transaction { status } } } }`,
    );
    expect(quote).toEqual({ status: 'PROCESSING', transaction: { status: 'PROCESSING' } });
  });

  const actionNow = (id: string) =>
    `{ agentAction(id: "${id}") { status failureReason quote { status } transaction { status failureReason } } }`;

  test('an executed action while its payment fails', async () => {
    const { id } = await acting.submitted('EXECUTE_QUOTE', agent, 1_000, '004');
    between = returned;
    expect((await send(actionNow(id))).agentAction).toEqual({
      status: 'APPROVED',
      failureReason: null,
      quote: { status: 'PROCESSING' },
      transaction: { status: 'PROCESSING', failureReason: null },
    });
    expect((await send(actionNow(id))).agentAction).toMatchObject({
      status: 'FAILED',
      quote: { status: 'FAILED' },
      transaction: { status: 'FAILED' },
    });
  });

  test('a transaction of an action while it fails', async () => {
    const { id } = await acting.submitted('EXECUTE_QUOTE', agent, 1_000, '004');
    const { agentAction } = await send(`{ agentAction(id: "${id}") { transaction { id } } }`);
    const document = `{ transaction(id: "${agentAction.transaction.id}") { status agentAction { id status failureReason } } }`;
    between = returned;
    expect((await send(document)).transaction).toEqual({
      status: 'PROCESSING',
      agentAction: { id, status: 'APPROVED', failureReason: null },
    });
    expect((await send(document)).transaction).toMatchObject({
      status: 'FAILED',
      agentAction: { status: 'FAILED' },
    });
  });

  test('a waiting action while it is approved', async () => {
    const { id } = await acting.submitted('EXECUTE_QUOTE', requiresApproval, 1_000);
    between = async () => {
      await acting.approve(id);
      await settled();
    };
    expect((await send(actionNow(id))).agentAction).toMatchObject({
      status: 'PENDING_APPROVAL',
      quote: { status: 'PENDING' },
      transaction: null,
    });
  });
});

describe('over REST', () => {
  const call = async () =>
    ({
      ports: acting.service.ports,
      principal: await acting.service.refresh(),
    }) as unknown as Parameters<typeof executedQuoteBody>[1];
  const scope = () => ({ platformId: acting.service.platform.principal.platform.id });

  test('an executed quote and its transaction', async () => {
    const quoteId = await aQuote('004');
    const { executeQuote } = await send(executed(quoteId));
    const { orm } = acting.service.db;
    const transaction = await findTransaction(orm, scope(), executeQuote.id);
    if (!transaction) throw new Error('it was executed');
    await returned();
    expect(await executedQuoteBody(transaction, await call())).toMatchObject({
      status: 'PROCESSING',
      transaction: { status: 'PROCESSING' },
    });
    expect((await findQuote(orm, scope(), quoteId as Id<'Quote'>))?.status).toBe('FAILED');
  });

  test('an action, its quote and its transaction', async () => {
    const { id } = await acting.submitted('EXECUTE_QUOTE', agent, 1_000, '004');
    const action = await findAction(acting.service.db.orm, scope(), id as Id<'AgentAction'>);
    if (!action) throw new Error('it was submitted');
    await returned();
    const body = await actionBody(action, await call());
    expect(body).toMatchObject({
      status: 'APPROVED',
      quote: { status: 'PROCESSING' },
      transaction: { status: 'PROCESSING' },
    });
    expect(body?.['transaction']).not.toHaveProperty('refund', expect.anything());
  });
});
