import { describe, expect, test } from 'vitest';
import { type Executor, withSigner } from '../../src/wallet/index.ts';

const document = 'mutation ($id: ID!, $signedRetry: SignedRetryInput) { operation(id: $id) { __typename } }';
const challenge = (requestId: string) => ({
  __typename: 'SignedRequestChallenge',
  payloadToSign: `payload of ${requestId}`,
  requestId,
});
const done = { __typename: 'Done' };
const expired = { __typename: 'UnauthorizedError', signatureProblem: 'REQUEST_ID_EXPIRED' };

interface Call {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly options: unknown;
}

/** An executor that returns the results in order, and what it was called with. */
function scripted(...results: readonly object[]) {
  const calls: Call[] = [];
  const remaining = [...results];
  const executor: Executor = {
    async execute(_document: unknown, variables: Call['variables'], options: unknown) {
      calls.push({ variables, options });
      return remaining.shift() ?? {};
    },
  };
  return { calls, executor };
}

let signed: string[] = [];
const signer = {
  async stamp(payload: string) {
    signed.push(payload);
    return `stamp of ${payload}`;
  },
};

async function outcomeOf(text: string, ...results: readonly object[]) {
  const { calls, executor } = scripted(...results);
  signed = [];
  const result = await withSigner(executor, signer)
    .execute(text, { id: 'Thing:1' }, { idempotencyKey: 'one' } as never)
    .catch((error: Error & { code: string }) => error.code);
  return { result, calls };
}

describe('a signed operation', () => {
  test('is sent once where it needs no signature, and nothing is signed', async () => {
    const { result, calls } = await outcomeOf(document, { operation: done });
    expect(result).toEqual({ operation: done });
    expect([calls.length, signed]).toEqual([1, []]);
  });

  test('is sent again with the stamp, the same variables and the same options', async () => {
    const { result, calls } = await outcomeOf(document, { operation: challenge('r1') }, { operation: done });
    expect(result).toEqual({ operation: done });
    const options = { idempotencyKey: 'one' };
    expect(calls).toEqual([
      { variables: { id: 'Thing:1' }, options },
      {
        variables: { id: 'Thing:1', signedRetry: { requestId: 'r1', signature: 'stamp of payload of r1' } },
        options,
      },
    ]);
  });

  test('takes a bare signature where the document declares one', async () => {
    const quote = 'mutation ($id: ID!, $signature: String) { executeQuote(quoteId: $id) { __typename } }';
    const { calls } = await outcomeOf(quote, { executeQuote: challenge('r1') }, { executeQuote: done });
    expect(calls[1]?.variables).toEqual({ id: 'Thing:1', signature: 'stamp of payload of r1' });
  });

  test('requests another challenge once when the first has expired', async () => {
    const once = [{ operation: challenge('r1') }, { operation: expired }];
    const { result, calls } = await outcomeOf(
      document,
      ...once,
      { operation: challenge('r2') },
      { operation: done },
    );
    expect(result).toEqual({ operation: done });
    expect(calls[3]?.variables['signedRetry']).toMatchObject({ requestId: 'r2' });

    const twice = await outcomeOf(document, ...once, ...once);
    expect(twice.result).toEqual({ operation: expired });
    expect(twice.calls).toHaveLength(4);
  });

  test.each([
    ['returns', 'SIGNATURE_UNKNOWN_KEY'],
    ['returns', 'SIGNATURE_BODY_MISMATCH'],
    ['returns', 'REQUEST_ID_USED'],
  ])('%s a rejection with %s', async (_, signatureProblem) => {
    const rejection = { __typename: 'UnauthorizedError', signatureProblem };
    const { result, calls } = await outcomeOf(
      document,
      { operation: challenge('r1') },
      { operation: rejection },
    );
    expect(result).toEqual({ operation: rejection });
    expect(calls).toHaveLength(2);
  });
});

describe('nothing is signed', () => {
  test.each([
    ['without $signedRetry', document.replace('$signedRetry: SignedRetryInput', ''), { a: challenge('r1') }],
    ['without requestId', document, { a: { ...challenge('r1'), requestId: undefined } }],
    ['without payloadToSign', document, { a: { ...challenge('r1'), payloadToSign: undefined } }],
  ])('%s in the document', async (_, text, result) => {
    const outcome = await outcomeOf(text, result);
    expect(outcome.result).toBe('SIGNED_RETRY_NOT_DECLARED');
    expect([outcome.calls.length, signed]).toEqual([1, []]);
  });

  test('where the retry would execute another operation again', async () => {
    const outcome = await outcomeOf(document, { paid: done, operation: challenge('r1') });
    expect(outcome.result).toBe('SIGNED_RETRY_NOT_ALONE');
    expect(outcome.calls).toHaveLength(1);
  });
});
