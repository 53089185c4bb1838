/** Idempotency keys over GraphQL. Only the tests move the clock, and no worker runs, so payments stay pending until then. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { onPostgres } from '../../support/database.ts';
import { sendQuery } from '../../support/graphql-client.ts';
import { aBankAccount, aPayer, type Payer } from '../../support/parties.ts';
import { basic, type Service, startService } from '../../support/service.ts';

let service: Service;
let payer: Payer;
let bank: string;
beforeAll(async () => {
  service = await startService({ server: true, standing: true });
});
afterAll(() => service.stop());
beforeEach(async () => {
  payer = await aPayer(service, 1_000);
  bank = await aBankAccount(service, payer.customerId);
});

const transferMutation = (name: 'transferOut' | 'transferIn') =>
  `mutation ($input: TransferInput!, $key: String) {
    result: ${name}(input: $input, idempotencyKey: $key) {
      __typename
      ... on Transaction { id status }
      ... on InvalidInputError { fields { path } }
      ... on ServiceError { errorCode httpStatus reason }
    }
  }`;

/** Sends 100 from the payer's account to the bank account. `changes` replaces fields of the input. */
async function transferOut(key: string | null, changes: object = {}, authorization?: string) {
  const input = { source: payer.accountId, destination: bank, amount: 100, ...changes };
  const { body } = await sendQuery(
    service,
    transferMutation('transferOut'),
    { input, key },
    { authorization: authorization ?? basic(service.platform.token) },
  );
  return body.data.result;
}

/** Sends 100 from the bank account to the payer's account. */
async function transferIn(key: string) {
  const input = { source: bank, destination: payer.accountId, amount: 100 };
  const { body } = await sendQuery(service, transferMutation('transferIn'), { input, key });
  return body.data.result;
}

async function availableBalance(): Promise<number> {
  const { body } = await sendQuery(
    service,
    'query ($id: ID!) { internalAccount(id: $id) { availableBalance { amount } } }',
    { id: payer.accountId },
  );
  return body.data.internalAccount.availableBalance.amount;
}

const advanceClock = (seconds: number) =>
  sendQuery(service, 'mutation ($seconds: Int!) { sandboxAdvanceClock(seconds: $seconds) { __typename } }', {
    seconds,
  });

const fundAccount = (amount: number) =>
  sendQuery(
    service,
    'mutation ($id: ID!, $amount: Amount!) { sandboxFundAccount(accountId: $id, amount: $amount) { __typename } }',
    { id: payer.accountId, amount },
  );

const keyConflict = {
  __typename: 'ConflictError',
  errorCode: 'CONFLICT',
  httpStatus: 409,
  reason: 'Idempotency-Key used with another request',
};

describe('the same request with the same key', () => {
  test('returns the first transaction and debits the account once', async () => {
    const first = await transferOut('repeated');

    const second = await transferOut('repeated');

    expect(second).toEqual(first);
    expect(await availableBalance()).toBe(900);
  });

  test('returns the transaction with its current status', async () => {
    const first = await transferOut('settled');
    expect(first.status).toBe('PENDING');
    await advanceClock(60);

    const second = await transferOut('settled');

    expect(second).toMatchObject({ id: first.id, status: 'COMPLETED' });
  });

  test('is recognized if one of them has a null in place of an absent field', async () => {
    const first = await transferOut('null field');

    const second = await transferOut('null field', { description: null });

    expect(second).toEqual(first);
  });

  test.runIf(onPostgres)('has one effect and one result if it is sent thirty times at once', async () => {
    const results = await Promise.all(Array.from({ length: 30 }, () => transferOut('concurrent')));

    expect(results[0]).toMatchObject({ __typename: 'Transaction' });
    expect(new Set(results.map(({ id }) => id)).size).toBe(1);
    expect(await availableBalance()).toBe(900);
  });
});

describe('another request with the same key', () => {
  test.each([
    ['amount', { amount: 101 }],
    ['description', { description: 'another' }],
  ])('is a conflict and debits nothing when its %s differs', async (field, changes) => {
    await transferOut(`another ${field}`);

    const result = await transferOut(`another ${field}`, changes);

    expect(result).toEqual(keyConflict);
    expect(await availableBalance()).toBe(900);
  });
});

describe('two keys are different', () => {
  test.each([
    ['in letter case', 'Case', 'case'],
    ['by a trailing space', 'space', 'space '],
    ['in the Unicode composition of the same letters', 'caf\u00e9', 'cafe\u0301'],
  ])('%s', async (_difference, one, other) => {
    const first = await transferOut(one);
    const second = await transferOut(other);

    expect(second.__typename).toBe('Transaction');
    expect(second.id).not.toBe(first.id);
    expect(await availableBalance()).toBe(800);
  });

  test('for two operations, though their text is the same', async () => {
    const sent = await transferOut('two operations');
    const received = await transferIn('two operations');

    expect(received.__typename).toBe('Transaction');
    expect(received.id).not.toBe(sent.id);
  });

  test('for two platforms, though their text is the same', async () => {
    const first = await transferOut('two platforms');
    const other = await service.addPlatform();
    const authorization = basic(other.token);
    payer = await aPayer(service, 1_000, authorization);
    bank = await aBankAccount(service, payer.customerId, '900', authorization);

    const second = await transferOut('two platforms', {}, authorization);

    expect(second.__typename).toBe('Transaction');
    expect(second.id).not.toBe(first.id);
  });
});

test('requests without a key are never repeats of each other', async () => {
  const first = await transferOut(null);
  const second = await transferOut(null);

  expect(second.id).not.toBe(first.id);
  expect(await availableBalance()).toBe(800);
});

describe('the length of a key', () => {
  test.each([1, 255])('may be %i', async (length) => {
    expect(await transferOut('k'.repeat(length))).toMatchObject({ __typename: 'Transaction' });
  });

  test.each([0, 256])('may not be %i', async (length) => {
    expect(await transferOut('k'.repeat(length))).toMatchObject({
      __typename: 'InvalidInputError',
      fields: [{ path: 'idempotencyKey' }],
    });
    expect(await availableBalance()).toBe(1_000);
  });
});

test('a request that ends with a domain error leaves its key unused', async () => {
  const failed = await transferOut('unused', { amount: 1_001 });
  expect(failed.errorCode).toBe('INSUFFICIENT_BALANCE');
  await fundAccount(1);

  const second = await transferOut('unused', { amount: 1_001 });
  const third = await transferOut('unused', { amount: 1_001 });

  expect(second.__typename).toBe('Transaction');
  expect(third).toEqual(second);
});
