/** Requests to a server that misbehaves, and settings that are wrong. No request reaches a network. */
import { describe, expect, test, vi } from 'vitest';
import { createClient, type Fetch, RequestError } from '../../src/index.ts';

const query = '{ eventCursor }';
/** A mutation with two fields and without a key. */
const mutation = 'mutation ($id: ID!) { deleteAgent(id: $id) { __typename } sandboxFault { __typename } }';
const keyed = 'mutation ($idempotencyKey: String) { pay(idempotencyKey: $idempotencyKey) { __typename } }';

const clientOf = (fetch: Fetch, more: object = {}) =>
  createClient({ url: 'https://server.example', token: 'token', fetch, retry: { baseDelayMs: 0 }, ...more });

const errorOf = (work: Promise<unknown>): Promise<RequestError> =>
  work.then(
    () => {
      throw new Error('it succeeded');
    },
    (error: unknown) => error as RequestError,
  );

const failing = (status: number, error: object, headers: Record<string, string> = {}) =>
  vi.fn(async () => Response.json({ errors: [{ message: 'no', ...error }] }, { status, headers }));

describe('a redirect', () => {
  test.each([301, 302, 303, 307, 308])('with %i is not followed', async (status) => {
    const sent: (RequestInit | undefined)[] = [];
    const fetch: Fetch = async (_, init) => {
      sent.push(init);
      return new Response(null, { status, headers: { location: 'https://other.example/graphql' } });
    };
    expect(await errorOf(clientOf(fetch).execute(query))).toMatchObject({
      code: 'INVALID_RESPONSE',
      status,
      retryable: false,
    });
    expect(sent).toMatchObject([{ redirect: 'manual' }]);
  });

  test('of a browser, which hides its status, is not followed', async () => {
    const opaque = { type: 'opaqueredirect', status: 0, ok: false, headers: new Headers(), body: null };
    const error = await errorOf(clientOf(async () => opaque as unknown as Response).execute(query));
    expect(error).toMatchObject({ code: 'INVALID_RESPONSE', retryable: false });
  });
});

describe('a mutation without an idempotency key', () => {
  test.each([
    ['a rate', 429, 'RATE_LIMITED'],
    ['a credential', 401, 'UNAUTHORIZED'],
  ])('is not sent again when only one of its fields is rejected because of %s', async (_, status, code) => {
    const fetch = failing(200, { path: ['sandboxFault'], extensions: { code, httpStatus: status } });
    const client = clientOf(fetch, { token: undefined, getToken: () => 'token' });
    expect(await errorOf(client.execute(mutation, { id: '1' }))).toMatchObject({ code, status });
    expect(fetch).toHaveBeenCalledOnce();
  });

  test('is sent again when all of it is rejected because of a rate', async () => {
    const fetch = failing(429, { extensions: { code: 'RATE_LIMITED', httpStatus: 429 } });
    await errorOf(clientOf(fetch).execute(mutation, { id: '1' }));
    expect(fetch).toHaveBeenCalledTimes(6);
  });
});

describe('Retry-After', () => {
  test.each([
    ['a header of centuries', failing(503, {}, { 'retry-after': '99999999999' })],
    ['a header of an hour', failing(503, {}, { 'retry-after': '3600' })],
    [
      'a number that is infinite',
      vi.fn(
        async () =>
          new Response(
            '{"errors":[{"message":"no","extensions":{"httpStatus":429,"retryAfterSeconds":1e999}}]}',
          ),
      ),
    ],
  ])('of %s ends the request with its error', async (_, fetch) => {
    const error = await errorOf(clientOf(fetch).execute(query));
    expect(error.retryable).toBe(true);
    expect(error.retryAfterMs).toBeGreaterThanOrEqual(3_600_000);
    expect(fetch).toHaveBeenCalledOnce();
  });

  test('of a negative number is ignored', async () => {
    const extensions = { httpStatus: 429, retryAfterSeconds: -5 };
    const error = await errorOf(clientOf(failing(429, { extensions })).execute(query));
    expect(error.retryAfterMs).toBeUndefined();
  });
});

describe('a response', () => {
  test.each([
    '{"data":5}',
    '{"data":[]}',
    '{"errors":"no"}',
    '{"errors":[null]}',
    '{"errors":[{"message":1}]}',
    '{"errors":[{"message":"no","path":7}]}',
    '{"errors":[{"message":"no","extensions":"no"}]}',
    '[]',
    'null',
  ])('%s is not one of the server', async (text) => {
    const error = await errorOf(clientOf(async () => new Response(text)).execute(query));
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({ code: 'INVALID_RESPONSE', retryable: false });
  });

  test('that does not end is read up to a limit', async () => {
    let chunks = 0;
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        chunks += 1;
        controller.enqueue(new Uint8Array(1_048_576).fill(0x20));
      },
      cancel() {
        isCancelled = true;
      },
    });
    const error = await errorOf(clientOf(async () => new Response(body)).execute(query));
    expect(error).toMatchObject({ code: 'INVALID_RESPONSE', retryable: false });
    expect(chunks).toBeLessThan(20);
    expect(isCancelled).toBe(true);
  });
});

describe('a credential', () => {
  test.each(['secret\r\nvalue', 'secret\u{2026}', 'secret value', ''])(
    'that is no token (%j) is not sent, and not part of the error',
    async (token) => {
      const fetch = vi.fn(async (_: string, init: RequestInit) => {
        new Headers(init.headers as Record<string, string>);
        return Response.json({ data: {} });
      });
      const options = { token: undefined, getToken: () => token };
      const error = await errorOf(clientOf(fetch, options).execute(query));
      expect(error).toMatchObject({ code: 'TOKEN_UNAVAILABLE', retryable: false });
      expect(String(error.cause) + error.message).not.toContain('secret');
      expect(fetch).not.toHaveBeenCalled();
      expect(() => clientOf(fetch, { token })).toThrow(RequestError);
    },
  );

  test('with a line break at its end is sent without it', async () => {
    const sent: unknown[] = [];
    const fetch: Fetch = async (_, { headers }) => {
      sent.push((headers as Record<string, string>)['authorization']);
      return Response.json({ data: {} });
    };
    await clientOf(fetch, { token: 'id:secret\n' }).execute(query);
    await clientOf(fetch, { token: 'token\n' }).execute(query);
    expect(sent).toEqual([`Basic ${btoa('id:secret')}`, 'Bearer token']);
  });

  test('that getToken never returns ends the call with its timeout, and with its signal', async () => {
    const options = { token: undefined, getToken: () => new Promise<string>(() => undefined) };
    const client = clientOf(vi.fn(), { ...options, timeoutMs: 20, retry: { maxAttempts: 1 } });
    expect(await errorOf(client.execute(query))).toMatchObject({ code: 'TIMEOUT' });
    const stopped = new AbortController();
    const running = clientOf(vi.fn(), options).execute(query, {}, { signal: stopped.signal });
    stopped.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
  });

  test('in the address is rejected, without its password', () => {
    const create = () => createClient({ url: 'https://id:hunter22@server.example' });
    expect(create).toThrow(TypeError);
    expect(create).not.toThrow('hunter22');
  });
});

describe('an attempt', () => {
  const keysSent = () => {
    const keys: string[] = [];
    const fetch: Fetch = async (_, { body }) => {
      keys.push(JSON.parse(String(body)).variables.idempotencyKey);
      return Response.json({ data: { pay: { __typename: 'Transaction' } } });
    };
    return { keys, fetch };
  };
  const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

  test('that is made twice at the same time has one key', async () => {
    const stored = new Map<string, string>();
    const idempotencyStore = {
      async load(attempt: string) {
        await pause();
        return stored.get(attempt);
      },
      async save(attempt: string, key: string) {
        await pause();
        stored.set(attempt, key);
      },
    };
    const { keys, fetch } = keysSent();
    const clients = [clientOf(fetch, { idempotencyStore }), clientOf(fetch, { idempotencyStore })];
    const pay = (nth: number) => clients[nth]?.execute(keyed, {}, { attempt: 'invoice-42' });
    await Promise.all([pay(0), pay(0), pay(1)]);
    await pay(1);
    expect(new Set(keys)).toEqual(new Set([stored.get('invoice-42')]));
  });

  test('has the key that another process has stored meanwhile', async () => {
    const stored = new Map<string, string>();
    const idempotencyStore = {
      load: (attempt: string) => stored.get(attempt),
      save(attempt: string, key: string) {
        stored.set(attempt, 'key-of-the-other-process');
        // `insert … on conflict do nothing`
        if (!stored.has(attempt)) stored.set(attempt, key);
      },
    };
    const { keys, fetch } = keysSent();
    await clientOf(fetch, { idempotencyStore }).execute(keyed, {}, { attempt: 'invoice-43' });
    expect(keys).toEqual(['key-of-the-other-process']);
  });

  test('whose store failed can be made again', async () => {
    const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('no database'));
    load.mockResolvedValue('stored');
    const { keys, fetch } = keysSent();
    const client = clientOf(fetch, { idempotencyStore: { load, save: () => undefined } });
    await expect(client.execute(keyed, {}, { attempt: 'a' })).rejects.toThrow('no database');
    await client.execute(keyed, {}, { attempt: 'a' });
    expect(keys).toEqual(['stored']);
  });
});

test.each([
  ['the same cursor', ['a']],
  ['two cursors in turn', ['a', 'b']],
  ['a circle of many', ['a', 'b', 'c', 'd', 'e', 'f', 'g']],
])('pages that repeat with %s end the iteration', async (_, cursors) => {
  let page = 0;
  const fetch: Fetch = async () => {
    const endCursor = cursors[page % cursors.length];
    page += 1;
    return Response.json({ data: { list: { nodes: [page], pageInfo: { hasNextPage: true, endCursor } } } });
  };
  const read = async () => {
    const document =
      'query ($after: String) { list(after: $after) { nodes pageInfo { hasNextPage endCursor } } }';
    for await (const _node of clientOf(fetch).paginate(document as never)) if (page > 100) return;
  };
  expect(await errorOf(read())).toMatchObject({ code: 'INVALID_RESPONSE', retryable: false });
});
