/** A platform pays in another currency: look-up, quote, execution and settlement. */
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import {
  AccountBalance,
  AdvanceClock,
  ApproveTransaction,
  CreateCustomer,
  CreateQuote,
  ExecuteQuote,
  FundAccount,
  Institutions,
  LookUpReceiver,
  QuoteNow,
  Rates,
  ReceiveUma,
  RejectTransaction,
  SandboxSend,
} from '../support/documents.ts';
import { aEuroAccount } from '../support/parties.ts';
import { basic, type Service, startService } from '../support/service.ts';

let service: Service;
let customerId: string;
let usd: string;
let wallet: string;
beforeAll(async () => {
  service = await startService({ server: true });
  const input = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', birthDate: '1990-12-10' } as const;
  const { createCustomer: customer } = (await service.send(CreateCustomer, { input })).data;
  if (customer.__typename !== 'Customer') throw new Error(customer.__typename);
  customerId = customer.id;
  const of = (type: string, code: string) =>
    customer.internalAccounts.find((one) => one.type === type && one.balance.currency.code === code)?.id ??
    '';
  usd = of('INTERNAL_FIAT', 'USD');
  wallet = of('EMBEDDED_WALLET', 'USDB');
  await service.send(FundAccount, { accountId: usd, amount: 1_000_000 });
  await service.send(FundAccount, { accountId: wallet, amount: 50_000_000 });
});
afterAll(() => service.stop());

/** Narrows a union to the expected member. */
function given<T extends { __typename?: string }, N extends NonNullable<T['__typename']>>(
  response: T,
  name: N,
): Extract<T, { __typename?: N }> {
  if (response.__typename !== name) throw new Error(JSON.stringify(response));
  return response as Extract<T, { __typename?: N }>;
}

const aQuote = async (input: object = {}) => {
  const made = await service.send(CreateQuote, {
    input: {
      source: { account: { accountId: usd } },
      destination: { account: { accountId: await aEuroAccount(service, customerId) } },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 10_000,
      ...input,
    },
  });
  return given(made.data.createQuote, 'Quote');
};

const steps = (timeline: readonly { status: string; refundStatus: string | null }[]) =>
  timeline.map(({ status, refundStatus }) => (refundStatus ? `${status}+${refundStatus}` : status)).join(' ');

test('a payment to a foreign bank account is looked up, quoted, executed and settled', async () => {
  const accountId = await aEuroAccount(service, customerId);
  const lookupResponse = await service.send(LookUpReceiver, { input: { externalAccount: { accountId } } });
  const lookup = given(lookupResponse.data.receiverLookup, 'ReceiverLookup');
  expect(lookup).toMatchObject({
    accountId,
    supportedCurrencies: [{ currency: { code: 'EUR' }, estimatedExchangeRate: 1.08695652174 }],
    requiredPayerDataFields: [],
  });

  const quote = await aQuote({
    destination: { account: { accountId, paymentRail: 'SEPA_INSTANT' } },
    lockedCurrencyAmount: 100_000,
    lookupId: lookup.lookupId,
    description: 'Invoice 17',
  });
  expect(quote).toMatchObject({
    status: 'PENDING',
    source: { type: 'ACCOUNT', customer: { id: customerId }, currency: { code: 'USD' } },
    destination: { type: 'ACCOUNT', paymentRail: 'SEPA_INSTANT', currency: { code: 'EUR' } },
    totalSendingAmount: 100_000,
    totalReceivingAmount: 91_540,
    exchangeRate: 1.08695652174,
    feesIncluded: 500,
    rateDetails: {
      serviceApiVariableFeeRate: 0.005,
      serviceApiVariableFeeAmount: 500,
      serviceApiFixedFee: 0,
    },
    paymentInstructions: [],
    transaction: { status: 'PENDING', quote: { id: quote.id } },
  });

  const executed = given(
    (await service.send(ExecuteQuote, { quoteId: quote.id })).data.executeQuote,
    'Transaction',
  );
  expect(executed).toMatchObject({ id: quote.transaction.id, quote: { id: quote.id } });
  await service.send(AdvanceClock, { seconds: 1 });
  const { quote: settled } = (await service.send(QuoteNow, { id: quote.id })).data;
  expect(settled).toMatchObject({
    status: 'COMPLETED',
    transaction: {
      status: 'COMPLETED',
      direction: 'DEBIT',
      sentAmount: { amount: 100_000, currency: { code: 'USD' } },
      receivedAmount: { amount: 91_540, currency: { code: 'EUR' } },
      exchangeRate: 1.08695652174,
      fees: 500,
    },
  });
  expect(steps(settled?.transaction.timeline ?? [])).toBe('PENDING PROCESSING COMPLETED');
  const { internalAccount } = (await service.send(AccountBalance, { id: usd })).data;
  expect(internalAccount?.balance.amount).toBe(900_000);
});

test('a payment to a UMA address requires a look-up', async () => {
  const receiverUmaAddress = `$success.mxn@${service.config.sandboxUmaDomain}`;
  const destination = { umaAddress: { umaAddress: receiverUmaAddress } };
  const source = { account: { accountId: usd } };
  const amount = { lockedCurrencySide: 'RECEIVING' as const, lockedCurrencyAmount: 50_000 };
  const rejected = await service.send(CreateQuote, { input: { source, destination, ...amount } });
  expect(rejected.data.createQuote).toMatchObject({
    errorCode: 'INVALID_INPUT',
    fields: [{ path: 'input.lookupId' }],
  });

  const lookupResponse = await service.send(LookUpReceiver, {
    input: { uma: { receiverUmaAddress, senderCustomerId: customerId } },
  });
  const { lookupId } = given(lookupResponse.data.receiverLookup, 'ReceiverLookup');
  const quote = await aQuote({ destination, lookupId, ...amount, immediatelyExecute: true });
  expect(quote).toMatchObject({
    totalReceivingAmount: 50_000,
    destination: { umaAddress: receiverUmaAddress },
  });
  await service.send(AdvanceClock, { seconds: 1 });
  expect((await service.send(QuoteNow, { id: quote.id })).data.quote?.status).toBe('COMPLETED');
});

test('a wallet pays after its holder has signed', async () => {
  const quote = await aQuote({
    source: { account: { accountId: wallet } },
    lockedCurrencyAmount: 10_000_000,
  });
  const [instruction] = quote.paymentInstructions;
  expect(instruction?.accountOrWalletInfo.accountType).toBe('EMBEDDED_WALLET');
  const key = 'wallet-payment';
  const challenged = await service.send(ExecuteQuote, { quoteId: quote.id, key });
  expect(given(challenged.data.executeQuote, 'SignedRequestChallenge')).toMatchObject({
    payloadToSign: instruction?.accountOrWalletInfo.payloadToSign,
    expiresAt: quote.expiresAt,
    credentialType: null,
  });
  const wrong = await service.send(ExecuteQuote, { quoteId: quote.id, key, signature: 'no' });
  expect(wrong.data.executeQuote).toMatchObject({ __typename: 'UnauthorizedError', httpStatus: 401 });
  const signed = await service.send(ExecuteQuote, {
    quoteId: quote.id,
    key,
    signature: 'sandbox-valid-signature',
  });
  given(signed.data.executeQuote, 'Transaction');
});

test('a deposit pays a real-time-funded quote', async () => {
  const quote = await aQuote({ source: { realtimeFunding: { currency: 'USD', customerId } } });
  const { reference } = quote.paymentInstructions[0]?.accountOrWalletInfo ?? {};
  const { quote: waiting } = (await service.send(QuoteNow, { id: quote.id })).data;
  expect(waiting?.transaction.reconciliationInstructions).toEqual({ reference });
  const sent = await service.send(SandboxSend, { quoteId: quote.id, currencyCode: 'USD' });
  given(sent.data.sandboxSend, 'Transaction');
  const again = await service.send(SandboxSend, { quoteId: quote.id, currencyCode: 'USD' });
  expect(again.data.sandboxSend).toMatchObject({ errorCode: 'QUOTE_ALREADY_EXECUTED' });
});

test('a quote that is not executed expires, and the subscription to its transaction receives the update', async () => {
  const quote = await aQuote();
  const client = createClient({
    url: `${service.url.replace('http', 'ws')}/graphql`.replace('/graphql/graphql', '/graphql'),
    webSocketImpl: WebSocket,
    connectionParams: { authorization: basic(service.platform.token) },
  });
  const updates = client.iterate<{ transactionUpdated: { status: string; previousStatus: string } }>({
    query: `subscription ($id: ID!) { transactionUpdated(transactionId: $id) { status previousStatus } }`,
    variables: { id: quote.transaction.id },
  });
  // A subscription without a cursor starts at the tail of the process, which may be just before the quote.
  const first = updates.next();
  const platformId = service.platform.principal.platform.id;
  await expect.poll(() => service.app.tail.bufferOf(platformId).subscriberCount).toBeGreaterThan(0);
  await service.send(AdvanceClock, { seconds: 300 });
  const received = async (next = first) => (await next).value?.data?.transactionUpdated;
  let update = await received();
  if (update?.status === 'PENDING') update = await received(updates.next());
  expect(update).toEqual({ status: 'EXPIRED', previousStatus: 'PENDING' });
  await updates.return?.();
  await client.dispose();
  const afterExpiry = await service.send(ExecuteQuote, { quoteId: quote.id });
  expect(afterExpiry.data.executeQuote).toMatchObject({
    __typename: 'QuoteExpiredError',
    expiredAt: quote.expiresAt,
  });
});

describe('an incoming UMA payment', () => {
  const receive = async () => {
    const senderUmaAddress = `$success.usd@${service.config.sandboxUmaDomain}`;
    const input = {
      senderUmaAddress,
      customerId,
      receivingCurrencyCode: 'USD',
      receivingCurrencyAmount: 1_000,
    };
    return given((await service.send(ReceiveUma, { input })).data.sandboxReceiveUma, 'Transaction');
  };

  test('is pending until the platform approves it, which is possible once', async () => {
    const { id, status } = await receive();
    expect(status).toBe('PENDING');
    const approved = await service.send(ApproveTransaction, { id, info: { FULL_NAME: 'Ada Lovelace' } });
    given(approved.data.approveTransaction, 'Transaction');
    const again = await service.send(ApproveTransaction, { id });
    expect(again.data.approveTransaction).toMatchObject({
      errorCode: 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL',
      httpStatus: 409,
    });
  });

  test('is returned when it is rejected, with the reason in its timeline', async () => {
    const { id } = await receive();
    const rejected = await service.send(RejectTransaction, { id, reason: 'Unknown sender' });
    expect(given(rejected.data.rejectTransaction, 'Transaction')).toMatchObject({ status: 'REJECTED' });
    expect(given(rejected.data.rejectTransaction, 'Transaction').timeline.at(-1)?.note).toBe(
      'Unknown sender',
    );
  });
});

test('exchange rates have the receiving amount of a quote, one row for each rail', async () => {
  const { exchangeRates } = (await service.send(Rates, { destinations: ['EUR'], amount: 100_000 })).data;
  expect(exchangeRates.map((rate) => rate.destinationPaymentRail)).toEqual(['SEPA', 'SEPA_INSTANT']);
  expect(exchangeRates[0]).toMatchObject({
    sourceCurrency: { code: 'USD' },
    sendingAmount: 100_000,
    receivingAmount: 91_540,
    exchangeRate: 1.08695652174,
    fixedFee: 0,
  });
  const wrong = await service.send(Rates, { source: 'XXX' });
  expect(wrong.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_CURRENCY' });
});

test('the institutions of a corridor are found by country and currency', async () => {
  const { paymentInstitutions } = (await service.send(Institutions, { country: 'NG', currency: 'NGN' })).data;
  expect(paymentInstitutions.length).toBeGreaterThan(3);
  expect(new Set(paymentInstitutions.map(({ country }) => country))).toEqual(new Set(['NG']));
});
