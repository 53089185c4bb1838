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
  `mutation($input: TransferInput!, $key: String) { answer: ${name}(input: $input, idempotencyKey: $key) {
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
  ).body.data.answer;

const available = async (): Promise<number> =>
  (
    await ask(service, 'query($id: ID!) { internalAccount(id: $id) { availableBalance { amount } } }', {
      id: payer.accountId,
    })
  ).body.data.internalAccount.availableBalance.amount;

/** What the work took out of the account. */
async function spent(work: () => Promise<unknown>): Promise<number> {
  const before = await available();
  await work();
  return before - (await available());
}

test('the same key and request is one effect, and answers the record as it is now', async () => {
  const answers: { id: string; status: string }[] = [];
  const taken = await spent(async () => {
    answers.push(await out('one'), await out('one'));
    await ask(service, 'mutation { sandboxAdvanceClock(seconds: 60) { __typename } }');
    answers.push(await out('one'));
  });
  expect(taken).toBe(100);
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect(answers.map(({ status }) => status)).toEqual(['PENDING', expect.any(String), 'COMPLETED']);
});

test.each<[string, object]>([
  ['amount', { amount: 101 }],
  ['memo', { description: 'another' }],
])('the same key with another %s is refused and takes nothing', async (name, changes) => {
  const key = `other ${name}`;
  await out(key);
  const taken = await spent(async () => {
    expect(await out(key, changes)).toEqual({
      __typename: 'ConflictError',
      errorCode: 'CONFLICT',
      httpStatus: 409,
      reason: 'Idempotency-Key used with another request',
    });
  });
  expect(taken).toBe(0);
});

test('what is absent and what is null are the same request', async () => {
  const first = await out('absent');
  expect(await out('absent', { description: null })).toMatchObject({ id: first.id });
});

describe('a key is another key', () => {
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
    expect(body.data.answer.__typename).toBe('Transaction');
    expect(body.data.answer.id).not.toBe(first.id);
  });

  test('and no key is none', async () => {
    expect((await out(null)).id).not.toBe((await out(null)).id);
  });
});

test.each([
  ['1', 'k', 'Transaction'],
  ['255', 'k'.repeat(255), 'Transaction'],
  ['0', '', 'InvalidInputError'],
  ['256', 'k'.repeat(256), 'InvalidInputError'],
])('a key of %s characters: %s', async (_name, key, answer) => {
  const { __typename, fields } = await out(key);
  expect(__typename).toBe(answer);
  if (answer === 'InvalidInputError') expect(fields).toEqual([{ path: 'idempotencyKey' }]);
});

test('a refusal leaves the key free', async () => {
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

describe.runIf(onPostgres)('many at once with one key', () => {
  test('are one effect and one answer', async () => {
    let answers: { id?: string }[] = [];
    const taken = await spent(async () => {
      answers = await Promise.all(Array.from({ length: 30 }, () => out('at once')));
    });
    expect(taken).toBe(100);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(answers[0]?.id).toBeDefined();
  });
});
