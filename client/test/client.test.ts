/** Requests of the client, to a real server through a proxy that loses responses. */
import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest';
import { anAccessToken } from '../../test/support/access-tokens.ts';
import { freePort } from '../../test/support/free-port.ts';
import { createClient, RequestError } from '../src/index.ts';
import {
  CurrenciesDocument,
  TransactionsDocument,
  TransferOutDocument,
  UploadDocumentDocument,
  ViewerDocument,
} from '../src/operations/index.ts';
import { clientWorld } from './support/client-world.ts';

const world = clientWorld({ retry: { baseDelayMs: 1 } });
const { clientOf } = world;

const errorOf = (work: Promise<unknown>): Promise<RequestError> =>
  work.then(
    () => {
      throw new Error('it succeeded');
    },
    (error: unknown) => error as RequestError,
  );

const transferOf = (amount: number) => ({
  input: { source: world.payer.accountId, destination: world.destination, amount },
});

/** The payments of this amount. */
async function paymentsOf(amount: number): Promise<string[]> {
  const filter = { minAmount: amount, maxAmount: amount };
  const ids: string[] = [];
  for await (const { id } of clientOf().paginate(TransactionsDocument, { filter })) ids.push(id);
  return ids;
}

describe('a request', () => {
  test('returns the data of a typed document', async () => {
    const { currencies } = await clientOf().execute(CurrenciesDocument);
    expectTypeOf(currencies[0]).toMatchTypeOf<{ code: string; decimals: number } | undefined>();
    expect(currencies.find(({ code }) => code === 'USD')).toMatchObject({ decimals: 2 });
  });

  test('returns expected errors as members of the union', async () => {
    const { transferOut } = await clientOf().execute(TransferOutDocument, transferOf(900_000_000));
    if (transferOut.__typename !== 'InsufficientBalanceError') throw new Error(transferOut.__typename);
    expectTypeOf(transferOut.errorCode).toBeString();
    expect(transferOut.errorCode).toBe('INSUFFICIENT_BALANCE');
  });

  test('with an error of the document throws its code, details and request id', async () => {
    const error = await errorOf(clientOf().execute('{ unknownField }'));
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({ code: 'INVALID_INPUT', retryable: false, details: { httpStatus: 400 } });
    expect(error.requestId).toMatch(/\S/);
  });

  test('returns a record whose field the token may not read, with null in its place', async () => {
    const { authorization } = await anAccessToken(world.service, ['WALLET'], {
      customerId: world.payer.customerId,
    });
    const client = clientOf({ token: authorization.replace('Bearer ', '') });
    const hidden = { message: 'no', path: ['customer', 'email'], extensions: { httpStatus: 403 } };
    const fetch = async () => Response.json({ data: { customer: { email: null } }, errors: [hidden] });
    expect(await clientOf({ fetch }).execute('{ customer(id: 1) { email } }')).toEqual({
      customer: { email: null },
    });
    // A root field that is null because of an error is not a record that does not exist.
    const query = 'query ($id: ID!) { agent(id: $id) { id } }';
    const error = await errorOf(client.execute(query, { id: 'Agent:01a20724-a5db-761c-b7f2-7ea3382bbf85' }));
    expect(error).toMatchObject({ status: 403, retryable: false });
  });

  test('uploads a file', async () => {
    const file = new File(['%PDF-1.4\n%%EOF\n'], 'passport.pdf', { type: 'application/pdf' });
    const input = {
      documentHolder: world.payer.customerId,
      documentType: 'PASSPORT' as const,
      country: 'US',
    };
    const { uploadDocument } = await clientOf().execute(UploadDocumentDocument, { input, file });
    expect(uploadDocument).toMatchObject({ __typename: 'Document', fileName: 'passport.pdf' });
  });

  test('takes text, TypedDocumentString and parsed documents', async () => {
    const parsed = { kind: 'Document', loc: { source: { body: '{ eventCursor }' } } };
    for (const document of ['{ eventCursor }', new String('{ eventCursor }'), parsed]) {
      expect(await clientOf().execute(document)).toEqual({ eventCursor: expect.any(String) });
    }
    await expect(clientOf().execute({ kind: 'Document' })).rejects.toThrow('has no source');
  });

  test.each([undefined, '', '127.0.0.1:4000', 'localhost:4000', 'ftp://pay.example'])(
    'to the address %s is an error of the options',
    (url) => {
      expect(() => createClient({ url: url as string })).toThrow('The option url is not the address');
    },
  );

  test('to a port where nothing listens is an error with the reason', async () => {
    const error = await errorOf(
      clientOf({ url: `http://127.0.0.1:${await freePort()}`, retry: { maxAttempts: 1 } }).execute(
        ViewerDocument,
      ),
    );
    expect(error).toMatchObject({ code: 'NETWORK_ERROR', retryable: true });
    expect(error.message).toBe('The connection failed: ECONNREFUSED.');
  });

  test('to a server that does not respond ends after its timeout', async () => {
    world.proxy.hold();
    const error = await errorOf(
      clientOf({ timeoutMs: 50, retry: { maxAttempts: 2, baseDelayMs: 1 } }).execute(ViewerDocument),
    );
    world.proxy.release();
    expect(error).toMatchObject({ code: 'TIMEOUT', retryable: true });
  });

  test('ends at once when its signal is aborted, also between attempts', async () => {
    const stopped = new AbortController();
    const fetch = vi.fn(async () => new Response('', { status: 503, headers: { 'retry-after': '60' } }));
    const running = clientOf({ fetch }).execute(ViewerDocument, {}, { signal: stopped.signal });
    await vi.waitFor(() => expect(fetch).toHaveBeenCalledOnce());
    stopped.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
  });

  test('waits as long as Retry-After says', async () => {
    const responses = [new Response('', { status: 503, headers: { 'retry-after': '2' } })];
    const onRetry = vi.fn();
    const stopped = new AbortController();
    const fetch = async () => responses.shift() ?? Response.json({ data: {} });
    const running = clientOf({ fetch, onRetry }).execute(ViewerDocument, {}, { signal: stopped.signal });
    await vi.waitFor(() => expect(onRetry).toHaveBeenCalledOnce());
    expect(onRetry.mock.calls[0]?.[0].delayMs).toBeGreaterThanOrEqual(2000);
    stopped.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
  });
});

describe('a credential', () => {
  test('that has expired is requested again, once for concurrent requests', async () => {
    const expired = await anAccessToken(world.service, ['READ'], { expiresInMs: -1000 });
    const valid = await anAccessToken(world.service, ['READ']);
    const getToken = vi.fn(({ renew }: { renew: boolean }) =>
      (renew ? valid : expired).authorization.replace('Bearer ', ''),
    );
    const client = clientOf({ getToken });
    const results = await Promise.all([client.execute(ViewerDocument), client.execute(ViewerDocument)]);
    expect(results.map(({ viewer }) => viewer.__typename)).toEqual([
      'AccessTokenHolder',
      'AccessTokenHolder',
    ]);
    expect(getToken.mock.calls).toEqual([[{ renew: false }], [{ renew: true }]]);
  });

  test('that is not valid is an error', async () => {
    const client = clientOf({ token: 'unknown:secret' });
    expect(await errorOf(client.execute(ViewerDocument))).toMatchObject({
      code: 'UNAUTHORIZED',
      status: 401,
      retryable: false,
    });
  });

  test('that a function cannot get is an error with its cause', async () => {
    const cause = new Error('signed out');
    const getToken = () => {
      throw cause;
    };
    const client = clientOf({ getToken, retry: { maxAttempts: 2, baseDelayMs: 1 } });
    expect(await errorOf(client.execute(ViewerDocument))).toMatchObject({ code: 'TOKEN_UNAVAILABLE', cause });
  });
});

describe('a payment whose response is lost', () => {
  afterEach(() => void world.proxy.cutAt(undefined));

  test('is made once, and its result returned', async () => {
    const onRetry = vi.fn(() => void world.proxy.cutAt(undefined));
    const client = clientOf({ onRetry });
    const lost = world.proxy.cutAt('TransferOut', 'response');
    const { transferOut } = await client.execute(TransferOutDocument, transferOf(111));
    expect(lost.times).toBe(1);
    expect(onRetry).toHaveBeenCalledOnce();
    if (transferOut.__typename !== 'Transaction') throw new Error(transferOut.__typename);
    expect(await paymentsOf(111)).toEqual([transferOut.id]);
  });

  test('is made once over a restart of the caller, by the name of the attempt', async () => {
    const keys = new Map<string, string>();
    const idempotencyStore = {
      load: (attempt: string) => keys.get(attempt),
      save: (attempt: string, key: string) => void keys.set(attempt, key),
    };
    const send = (maxAttempts: number) =>
      clientOf({ idempotencyStore, retry: { maxAttempts } }).execute(TransferOutDocument, transferOf(222), {
        attempt: 'invoice-7',
      });
    world.proxy.cutAt('TransferOut', 'response');
    expect(await errorOf(send(1))).toMatchObject({ code: 'NETWORK_ERROR', retryable: true });
    world.proxy.cutAt(undefined);
    const first = await send(1);
    const again = await send(1);
    expect(again).toEqual(first);
    expect(await paymentsOf(222)).toHaveLength(1);
  });

  test('without an idempotency key is not sent again', async () => {
    const withoutKey = `mutation TransferOut($input: TransferInput!) {
      transferOut(input: $input) { ... on Transaction { id } } }`;
    world.proxy.cutAt('TransferOut', 'response');
    const error = await errorOf(clientOf().execute(withoutKey, transferOf(333)));
    world.proxy.cutAt(undefined);
    expect(error).toMatchObject({ code: 'NETWORK_ERROR', retryable: true });
    expect(await paymentsOf(333)).toHaveLength(1);
  });

  test('is an error, not a conflict, while the first request is still running', async () => {
    const conflict = { errorCode: 'CONFLICT', reason: 'Idempotency-Key in use' };
    const fetch = async () => Response.json({ data: { transferOut: conflict } });
    const client = clientOf({ fetch, retry: { maxAttempts: 1 } });
    expect(await errorOf(client.execute(TransferOutDocument, transferOf(1)))).toMatchObject({
      code: 'CONFLICT',
      retryable: true,
      retryAfterMs: 1000,
    });
  });
});

describe('a list', () => {
  test('is iterated over all pages, forwards and backwards', async () => {
    const client = clientOf();
    for (const amount of [1, 2, 3, 4, 5]) await client.execute(TransferOutDocument, transferOf(440 + amount));
    const amountsIn = async (variables: { first?: number; last?: number }) => {
      const amounts: number[] = [];
      const filter = { minAmount: 441, maxAmount: 445 };
      for await (const { sentAmount } of client.paginate(TransactionsDocument, { filter, ...variables })) {
        amounts.push(sentAmount?.amount ?? 0);
      }
      return amounts;
    };
    expect(await amountsIn({ first: 2 })).toEqual([445, 444, 443, 442, 441]);
    expect(await amountsIn({ last: 2 })).toEqual([441, 442, 443, 444, 445]);
  });

  test('below a record is selected by the caller', async () => {
    const document = `query ($id: ID!, $after: String) { customer(id: $id) {
      transactions(first: 2, after: $after) { edges { node { id } } pageInfo { hasNextPage endCursor } } } }`;
    const ids: unknown[] = [];
    const list = clientOf().paginate(
      document,
      { id: world.payer.customerId },
      {
        select: (data) => (data as { customer: { transactions: never } }).customer.transactions,
      },
    );
    for await (const node of list) ids.push(node);
    expect(ids.length).toBeGreaterThanOrEqual(5);
  });

  test('without a variable for the position is an error', async () => {
    const list = clientOf().paginate('{ transactions { nodes { id } pageInfo { hasNextPage endCursor } } }');
    await expect(list.next()).rejects.toThrow('does not declare $after');
  });
});
