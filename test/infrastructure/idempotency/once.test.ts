import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from '../../support/asking.ts';
import { onPostgres } from '../../support/database.ts';
import { aBankAccount, aPayer, type Payer } from '../../support/parties.ts';
import { basic, type Service, startService } from '../../support/service.ts';

let service: Service;
let payer: Payer;
let bank: string;
beforeAll(async () => {
  service = await startService({ server: true });
  payer = await aPayer(service, 100_000);
  bank = await aBankAccount(service, payer.customerId);
});
afterAll(() => service.stop());

const transfer = (name: 'transferOut' | 'transferIn') =>
  `mutation($input: TransferInput!, $key: String) { result: ${name}(input: $input, idempotencyKey: $key) {
    __typename ... on Transaction { id status } ... on InvalidInputError { fields { path } } ... on ServiceError { errorCode httpStatus reason }
  } }`;

const out = async (key: string | null, changes: object = {}, authorization = basic(service.platform.token)) =>
  (
    await ask(
      service,
      transfer('transferOut'),
      { input: { source: payer.accountId, destination: bank, amount: 100, ...changes }, key },
      { authorization },
    )
  ).body.data.result;

const available = async (id = payer.accountId): Promise<number> =>
  (
    await ask(service, 'query($id: ID!) { internalAccount(id: $id) { availableBalance { amount } } }', {
      id,
    })
  ).body.data.internalAccount.availableBalance.amount;

/** The amount that the work debits. */
async function debitedBy(work: () => Promise<unknown>): Promise<number> {
  const before = await available();
  await work();
  return before - (await available());
}

test('the same key and request has one effect, and returns the record as it is now', async () => {
  const results: { id: string; status: string }[] = [];
  const debited = await debitedBy(async () => {
    results.push(await out('one'), await out('one'));
    await ask(service, 'mutation { sandboxAdvanceClock(seconds: 60) { __typename } }');
    results.push(await out('one'));
  });
  expect(debited).toBe(100);
  expect(new Set(results.map(({ id }) => id)).size).toBe(1);
  expect(results.map(({ status }) => status)).toEqual(['PENDING', expect.any(String), 'COMPLETED']);
});

test.each<[string, object]>([
  ['amount', { amount: 101 }],
  ['memo', { description: 'another' }],
])('the same key with another %s is rejected and debits nothing', async (name, changes) => {
  const key = `other ${name}`;
  await out(key);
  const debited = await debitedBy(async () => {
    expect(await out(key, changes)).toEqual({
      __typename: 'ConflictError',
      errorCode: 'CONFLICT',
      httpStatus: 409,
      reason: 'Idempotency-Key used with another request',
    });
  });
  expect(debited).toBe(0);
});

test('an absent and a null field are the same request', async () => {
  const first = await out('absent');
  expect(await out('absent', { description: null })).toMatchObject({ id: first.id });
});

describe('keys are different', () => {
  test.each([
    ['in another case', 'Case', 'case'],
    ['with a blank', 'blank', 'blank '],
    ['in another composition of the same letters', 'caf\u00e9', 'cafe\u0301'],
  ])('%s', async (_name, one, other) => {
    expect((await out(one)).id).not.toBe((await out(other)).id);
  });

  test('for another operation', async () => {
    const first = await out('operation');
    const { body } = await ask(service, transfer('transferIn'), {
      input: { source: bank, destination: payer.accountId, amount: 100 },
      key: 'operation',
    });
    expect(body.data.result.__typename).toBe('Transaction');
    expect(body.data.result.id).not.toBe(first.id);
  });

  test('and a call without a key is never a repeated one', async () => {
    expect((await out(null)).id).not.toBe((await out(null)).id);
  });
});

test.each([
  ['1', 'k', 'Transaction'],
  ['255', 'k'.repeat(255), 'Transaction'],
  ['0', '', 'InvalidInputError'],
  ['256', 'k'.repeat(256), 'InvalidInputError'],
])('a key of %s characters: %s', async (_name, key, typename) => {
  const { __typename, fields } = await out(key);
  expect(__typename).toBe(typename);
  if (typename === 'InvalidInputError') expect(fields).toEqual([{ path: 'idempotencyKey' }]);
});

test('a domain error leaves the key unused', async () => {
  const poor = await aPayer(service, 0);
  const destination = await aBankAccount(service, poor.customerId);
  const attempt = () => out('free', { source: poor.accountId, destination });
  expect((await attempt()).errorCode).toBe('INSUFFICIENT_BALANCE');
  await ask(
    service,
    'mutation($id: ID!) { sandboxFundAccount(accountId: $id, amount: 100) { __typename } }',
    {
      id: poor.accountId,
    },
  );
  const first = await attempt();
  expect(first.__typename).toBe('Transaction');
  expect((await attempt()).id).toBe(first.id);
});

describe.runIf(onPostgres)('concurrent calls with one key', () => {
  test('have one effect and one result', async () => {
    // An account of its own: a transfer in of an earlier test may settle meanwhile.
    const own = await aPayer(service, 1_000);
    const destination = await aBankAccount(service, own.customerId);
    const results = await Promise.all(
      Array.from({ length: 30 }, () => out('at once', { source: own.accountId, destination })),
    );
    expect(await available(own.accountId)).toBe(900);
    expect(new Set(results.map(({ id }) => id)).size).toBe(1);
    expect(results[0]?.id).toBeDefined();
  });
});
