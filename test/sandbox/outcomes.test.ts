/** The outcome that the creator of one payment selects, over both APIs. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sandboxOutcomes } from '../../src/payments/transactions/sandbox-outcome.ts';
import { checkSandboxOutcome } from '../../src/sandbox/outcomes.ts';
import { sendQuery } from '../support/graphql-client.ts';
import { aBankAccount, aEuroAccount, aPayer, type Payer } from '../support/parties.ts';
import { type Rest, restClient } from '../support/rest.ts';
import { basic, type Service, startService } from '../support/service.ts';

let service: Service;
let rest: Rest;
let payer: Payer;
let bank: string;
let euroBank: string;

beforeAll(async () => {
  service = await startService({ server: true, standing: true });
  rest = restClient(service);
  payer = await aPayer(service, 1_000_000);
  bank = await aBankAccount(service, payer.customerId);
  euroBank = await aEuroAccount(service, payer.customerId);
});
afterAll(() => service.stop());

const selectionOf = (mutation: string): string =>
  `__typename ${mutation === 'createQuote' ? '... on Quote { transaction { id } }' : '... on Transaction { id }'}
  ... on InvalidInputError { fields { path message } }`;
const create = async (mutation: string, type: string, input: object, authorization?: string) => {
  const document = `mutation ($input: ${type}!) { it: ${mutation}(input: $input) { ${selectionOf(mutation)} } }`;
  const options = authorization === undefined ? {} : { authorization };
  const { body } = await sendQuery(service, document, { input }, options);
  return body.data?.it ?? body;
};

/** Runs the payment to its end, and returns its last state. */
async function settled(id: string) {
  await sendQuery(service, 'mutation { sandboxAdvanceClock(seconds: 600) { __typename } }');
  const { body } = await sendQuery(
    service,
    `{ transaction(id: "${id}") { status failureReason refund { status reason } } }`,
  );
  return body.data.transaction;
}

const refunded = (reason: string, status = 'COMPLETED') => ({ reason, status });

describe('a transfer', () => {
  test.each([
    ['COMPLETED', 'COMPLETED', null, null],
    ['FAILED', 'FAILED', 'QUOTE_EXECUTION_FAILED', null],
    ['FAILED_AFTER_PROCESSING', 'FAILED', 'COUNTERPARTY_POST_TX_FAILED', refunded('TRANSACTION_FAILED')],
    ['FAILED_AFTER_TIMEOUT', 'FAILED', 'QUOTE_EXECUTION_FAILED', refunded('TIMEOUT')],
  ])('out with %s ends as %s', async (sandboxOutcome, status, failureReason, refund) => {
    const input = { source: payer.accountId, destination: bank, amount: 100, sandboxOutcome };

    const { id } = await create('transferOut', 'TransferInput', input);

    expect(await settled(id)).toEqual({ status, failureReason, refund });
  });

  test.each([
    ['COMPLETED', 'COMPLETED', null],
    ['FAILED', 'FAILED', 'QUOTE_EXECUTION_FAILED'],
    ['FAILED_AFTER_TIMEOUT', 'FAILED', 'QUOTE_EXECUTION_FAILED'],
  ])('in with %s ends as %s, over REST', async (sandboxOutcome, status, failureReason) => {
    const body = {
      source: { accountId: bank },
      destination: { accountId: payer.accountId },
      amount: 100,
      sandboxOutcome,
    };

    const { body: transfer } = await rest('POST', '/transfer-in', { body });

    expect(await settled(transfer.id)).toMatchObject({ status, failureReason });
  });

  test('has the selected outcome whatever its account selects', async () => {
    const failing = await aBankAccount(service, payer.customerId, '002');
    const input = { source: payer.accountId, destination: failing, amount: 100, sandboxOutcome: 'COMPLETED' };

    const { id } = await create('transferOut', 'TransferInput', input);

    expect(await settled(id)).toMatchObject({ status: 'COMPLETED' });
  });
});

const quoteInput = (sandboxOutcome: string, destination = euroBank) => ({
  source: { account: { accountId: payer.accountId } },
  destination: { account: { accountId: destination } },
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount: 1_000,
  immediatelyExecute: true,
  sandboxOutcome,
});

describe('a quote', () => {
  test.each([
    ['COMPLETED', 'COMPLETED', null, null],
    ['COMPLETED_LATE', 'COMPLETED', null, null],
    ['COMPLETED_AND_REFUNDED', 'COMPLETED', null, refunded('USER_CANCELLATION')],
    ['FAILED', 'FAILED', 'QUOTE_EXECUTION_FAILED', refunded('TRANSACTION_FAILED')],
    ['FAILED_AFTER_PROCESSING', 'FAILED', 'COUNTERPARTY_POST_TX_FAILED', refunded('TRANSACTION_FAILED')],
    ['FAILED_AFTER_COMPLETION', 'FAILED', 'COUNTERPARTY_POST_TX_FAILED', refunded('TRANSACTION_FAILED')],
    ['FAILED_WITHOUT_REFUND', 'FAILED', 'QUOTE_EXECUTION_FAILED', refunded('TRANSACTION_FAILED', 'FAILED')],
    ['LIGHTNING_PAYMENT_FAILED', 'FAILED', 'LIGHTNING_PAYMENT_FAILED', refunded('TRANSACTION_FAILED')],
  ])('with %s ends as %s', async (sandboxOutcome, status, failureReason, refund) => {
    const quote = await create('createQuote', 'CreateQuoteInput', quoteInput(sandboxOutcome));

    expect(await settled(quote.transaction.id)).toEqual({ status, failureReason, refund });
  });

  test('over REST', async () => {
    const { body } = await rest('POST', '/quotes', {
      body: {
        source: { sourceType: 'ACCOUNT', accountId: payer.accountId },
        destination: { destinationType: 'ACCOUNT', accountId: euroBank },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 1_000,
        immediatelyExecute: true,
        sandboxOutcome: 'FAILED_AFTER_COMPLETION',
      },
    });

    expect(await settled(body.transactionId)).toMatchObject({
      status: 'FAILED',
      failureReason: 'COUNTERPARTY_POST_TX_FAILED',
    });
  });

  test('to an internal account has no outcome to select', async () => {
    const { accountId } = await aPayer(service, 0);

    expect(await create('createQuote', 'CreateQuoteInput', quoteInput('FAILED', accountId))).toMatchObject({
      __typename: 'InvalidInputError',
      fields: [{ path: 'input.sandboxOutcome' }],
    });
  });
});

test.each([
  ['COMPLETED', 'COMPLETED', null],
  ['COMPLETED_LATE', 'COMPLETED', null],
  ['FAILED', 'FAILED', 'OFFRAMP_FAILED'],
  ['LOOKUP_FAILED', 'FAILED', 'LNURLP_FAILED'],
  ['PAY_REQUEST_FAILED', 'FAILED', 'PAY_REQUEST_FAILED'],
  ['QUOTE_EXPIRED', 'FAILED', 'QUOTE_EXPIRED'],
  ['REFUNDED', 'REFUNDED', null],
])('an incoming UMA payment with %s ends as %s', async (sandboxOutcome, status, failureReason) => {
  const { id } = await create('sandboxReceiveUma', 'SandboxReceiveUmaInput', {
    senderUmaAddress: `$success.usd@${service.config.sandboxUmaDomain}`,
    customerId: payer.customerId,
    receivingCurrencyCode: 'USD',
    receivingCurrencyAmount: 100,
    sandboxOutcome,
  });
  if (!/_FAILED$/.test(sandboxOutcome)) {
    const approval = `mutation { approveTransaction(id: "${id}", receiverCustomerInfo: { FULL_NAME: "Ada Lovelace" }) { __typename } }`;
    expect((await sendQuery(service, approval)).body.data.approveTransaction.__typename).toBe('Transaction');
  }

  expect(await settled(id)).toMatchObject({ status, failureReason });
});

describe('an outcome that a payment cannot have is an error of its field', () => {
  test.each(sandboxOutcomes.filter((outcome) => checkSandboxOutcome('TRANSFER_OUT', outcome) !== true))(
    'a transfer with %s',
    async (sandboxOutcome) => {
      const input = { source: payer.accountId, destination: bank, amount: 100, sandboxOutcome };

      expect(await create('transferOut', 'TransferInput', input)).toMatchObject({
        __typename: 'InvalidInputError',
        fields: [{ path: 'input.sandboxOutcome' }],
      });
    },
  );

  test('every outcome in production, over both APIs', async () => {
    const authorization = basic((await service.addPlatform('PRODUCTION')).token);
    const input = { source: payer.accountId, destination: bank, amount: 100, sandboxOutcome: 'COMPLETED' };
    const field = { message: 'exists in the sandbox only' };

    const transfer = await create('transferOut', 'TransferInput', input, authorization);
    const quote = await create('createQuote', 'CreateQuoteInput', quoteInput('COMPLETED'), authorization);
    const overRest = await rest('POST', '/transfer-out', {
      authorization,
      body: { ...input, source: { accountId: input.source }, destination: { accountId: bank } },
    });

    for (const rejected of [transfer, quote])
      expect(rejected.fields).toEqual([{ path: 'input.sandboxOutcome', ...field }]);
    expect(overRest).toMatchObject({ status: 400, body: { details: { field: 'sandboxOutcome' } } });
  });
});

test('the same idempotency key with another outcome is another request', async () => {
  const send = (sandboxOutcome?: string) =>
    rest('POST', '/transfer-out', {
      headers: { 'Idempotency-Key': 'one-outcome' },
      body: {
        source: { accountId: payer.accountId },
        destination: { accountId: bank },
        amount: 100,
        sandboxOutcome,
      },
    });

  expect((await send('FAILED')).status).toBe(201);
  expect((await send('FAILED')).status).toBe(201);
  expect((await send('COMPLETED')).status).toBe(409);
  expect((await send()).status).toBe(409);
});
