/** The ends of connections that a real server does not cause on request, on scripted connections. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createClient, type WebSocketLike } from '../../src/index.ts';

const document = 'subscription ($after: String) { transactionUpdated(after: $after) { cursor } }';
const update = (cursor: string) => ({ data: { transactionUpdated: { cursor } } });

/** The sockets that the client opened, with what it sent. */
const sockets: ScriptedSocket[] = [];

/** Whether sockets connect. Otherwise they stay in their opening handshake. */
let isReachable = true;

class ScriptedSocket implements WebSocketLike {
  onopen: ((event: never) => void) | null = null;
  onmessage: ((event: never) => void) | null = null;
  onclose: ((event: never) => void) | null = null;
  onerror: ((event: never) => void) | null = null;
  readonly sent: Record<string, unknown>[] = [];
  isClosed = false;
  readonly isConnecting = !isReachable;
  constructor() {
    sockets.push(this);
    if (isReachable) void Promise.resolve().then(() => this.onopen?.({} as never));
  }
  send(text: string): void {
    if (this.isConnecting) throw new DOMException('Still in CONNECTING state.', 'InvalidStateError');
    const message = JSON.parse(text);
    this.sent.push(message);
    if (message.type === 'connection_init') this.receive({ type: 'connection_ack' });
  }
  receive(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) } as never);
  }
  close(): void {
    this.isClosed = true;
  }
  serverCloses(code: number, reason = ''): void {
    this.onclose?.({ code, reason } as never);
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  sockets.splice(0);
  isReachable = true;
  vi.useRealTimers();
});

const clientOf = (getToken: () => string = () => 'token') =>
  createClient({ url: 'http://server.example', getToken, webSocket: ScriptedSocket });

/** Subscribes, and waits until the nth socket has the subscription. */
async function subscribed(nth: number): Promise<ScriptedSocket> {
  for (let waited = 0; waited < 1000; waited += 1) {
    if (sockets[nth]?.sent.some(({ type }) => type === 'subscribe')) break;
    await vi.advanceTimersByTimeAsync(10);
  }
  return sockets[nth] as ScriptedSocket;
}

const afterOf = (socket: ScriptedSocket) =>
  socket.sent
    .filter(({ type }) => type === 'subscribe')
    .map(({ payload }) => (payload as never)['variables']);

describe('a socket', () => {
  test.each([1000, 1001, 1006, 1011, 1012, 1013, 4408, 4500])(
    'that closes with %i is opened again',
    async (code) => {
      const updates = clientOf().subscribe(document, { after: 'a' });
      const first = updates.next();
      (await subscribed(0)).receive({ type: 'next', id: '1', payload: update('b') });
      expect(await first).toMatchObject({ value: { transactionUpdated: { cursor: 'b' } } });
      const second = updates.next();
      sockets[0]?.serverCloses(code);
      const next = await subscribed(1);
      expect(afterOf(next)).toEqual([{ after: 'b' }]);
      next.receive({ type: 'next', id: '1', payload: update('c') });
      expect(await second).toMatchObject({ value: { transactionUpdated: { cursor: 'c' } } });
    },
  );

  test.each([1002, 1009, 4400, 4406, 4409, 4429])(
    'that closes with %i ends the subscription',
    async (closeCode) => {
      const first = clientOf().subscribe(document, { after: 'a' }).next();
      const rejected = expect(first).rejects.toMatchObject({
        code: 'SOCKET_CLOSED',
        retryable: false,
        details: { closeCode, reason: 'why' },
      });
      (await subscribed(0)).serverCloses(closeCode, 'why');
      await rejected;
    },
  );

  test.each([4401, 4403])(
    'that closes with %i is opened with another token, three times',
    async (closeCode) => {
      const getToken = vi.fn(() => 'token');
      const first = clientOf(getToken).subscribe(document, { after: 'a' }).next();
      const rejected = expect(first).rejects.toMatchObject({ code: 'UNAUTHORIZED', details: { closeCode } });
      for (const nth of [0, 1, 2, 3]) (await subscribed(nth)).serverCloses(closeCode, 'token expired');
      await rejected;
      expect(getToken).toHaveBeenCalledTimes(4);
    },
  );

  test('that sends nothing is pinged, then replaced', async () => {
    const first = clientOf().subscribe(document, { after: 'a' }).next();
    const silent = await subscribed(0);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(silent.sent.at(-1)).toEqual({ type: 'ping' });
    silent.receive({ type: 'pong' });
    await vi.advanceTimersByTimeAsync(15_000);
    expect(silent.isClosed).toBe(false);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(silent.isClosed).toBe(true);
    (await subscribed(1)).receive({ type: 'next', id: '1', payload: update('b') });
    expect(await first).toMatchObject({ value: { transactionUpdated: { cursor: 'b' } } });
  });

  test('that does not connect is replaced after 15 seconds', async () => {
    isReachable = false;
    const first = clientOf().subscribe(document, { after: 'a' }).next();
    await vi.advanceTimersByTimeAsync(14_000);
    expect(sockets.map(({ isClosed }) => isClosed)).toEqual([false]);
    isReachable = true;
    (await subscribed(1)).receive({ type: 'next', id: '1', payload: update('b') });
    expect(await first).toMatchObject({ value: { transactionUpdated: { cursor: 'b' } } });
    expect(sockets[0]?.isClosed).toBe(true);
  });

  test('responds to a ping', async () => {
    void clientOf().subscribe(document, { after: 'a' }).next();
    const socket = await subscribed(0);
    socket.receive({ type: 'ping' });
    expect(socket.sent.at(-1)).toEqual({ type: 'pong' });
  });

  test.each([
    '<html>',
    '1',
    '{}',
    '{"type":"next","id":"1"}',
    '{"type":"next","id":"1","payload":null}',
    '{"type":"next","id":"1","payload":{"data":5}}',
    '{"type":"next","id":"1","payload":{"errors":"no"}}',
    '{"type":"error","id":"1","payload":"no"}',
    '{"type":"error","id":"1","payload":[null]}',
  ])('that sends %s is replaced', async (text) => {
    const first = clientOf().subscribe(document, { after: 'a' }).next();
    (await subscribed(0)).onmessage?.({ data: text } as never);
    (await subscribed(1)).receive({ type: 'next', id: '1', payload: update('b') });
    expect(await first).toMatchObject({ value: { transactionUpdated: { cursor: 'b' } } });
    expect(sockets[0]?.isClosed).toBe(true);
  });

  test('that only repeats updates is opened again after a wait', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const updates = clientOf().subscribe(document, { after: 'a' });
    const first = updates.next();
    (await subscribed(0)).receive({ type: 'next', id: '1', payload: update('b') });
    await first;
    const second = updates.next();
    sockets[0]?.serverCloses(1012);
    const repeating = await subscribed(1);
    for (let count = 0; count < 100; count += 1)
      repeating.receive({ type: 'next', id: '1', payload: update('b') });
    await vi.advanceTimersByTimeAsync(150);
    expect(sockets).toHaveLength(2);
    const last = await subscribed(2);
    last.receive({ type: 'next', id: '1', payload: update('c') });
    expect(await second).toMatchObject({ value: { transactionUpdated: { cursor: 'c' } } });
    vi.restoreAllMocks();
  });

  test('completes a subscription', async () => {
    const first = clientOf().subscribe(document, { after: 'a' }).next();
    (await subscribed(0)).receive({ type: 'complete', id: '1' });
    expect(await first).toEqual({ done: true, value: undefined });
  });
});

describe('an event stream', () => {
  const streamOf = (...chunks: string[]) => {
    const headers = { 'content-type': 'text/event-stream' };
    let left: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        left = controller;
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      },
    });
    return { response: new Response(body, { headers }), close: () => left?.close() };
  };
  const event = (cursor: string) => `id: ${cursor}\nevent: next\ndata: ${JSON.stringify(update(cursor))}\n\n`;

  test.each([1, 2, 3, 7, 50])('is read across chunks of %i characters, and completes', async (size) => {
    const text = `:\n\n${event('b')}${event('c')}event: complete\ndata:\n\n`;
    const { response } = streamOf(...(text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? []));
    const client = createClient({ url: 'http://server.example', fetch: async () => response });
    const cursors: unknown[] = [];
    for await (const data of client.subscribe(document, { after: 'a' }, { transport: 'sse' }))
      cursors.push(data);
    expect(cursors).toEqual([update('b').data, update('c').data]);
  });

  test.each(['\u2028', '\u2029', '\u0085', '\u000b', '\ufeff'])(
    'has an update whose text contains the separator %j',
    async (separator) => {
      const data = { transactionUpdated: { cursor: 'b', description: `a${separator}b: c` } };
      const { response } = streamOf(`event: next\ndata: ${JSON.stringify({ data })}\n\n`);
      const client = createClient({ url: 'http://server.example', fetch: async () => response });
      const updates = client.subscribe(document, { after: 'a' }, { transport: 'sse' });
      expect(await updates.next()).toEqual({ done: false, value: data });
    },
  );

  test('in chunks that never end an event is given up', async () => {
    let chunks = 0;
    const chunk = new Uint8Array(2 ** 20).fill(0x61);
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        chunks += 1;
        controller.enqueue(chunk);
      },
    });
    const fetch = async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    const client = createClient({ url: 'http://server.example', fetch });
    const updates = client.subscribe(document, { after: 'a' }, { transport: 'sse' });
    await expect(updates.next()).rejects.toMatchObject({ code: 'INVALID_RESPONSE', retryable: false });
    expect(chunks).toBeLessThan(20);
  });

  test.each(['99999999999', '3600'])(
    'that is rejected with Retry-After of %s s is opened again after 5 minutes',
    async (retryAfter) => {
      const headers = { 'retry-after': retryAfter };
      const fetch = vi.fn(async () => new Response('', { status: 503, headers }));
      const client = createClient({ url: 'http://server.example', fetch });
      const ended = client
        .subscribe(document, { after: 'a' }, { transport: 'sse' })
        .next()
        .catch(() => undefined);
      await vi.advanceTimersByTimeAsync(299_000);
      expect(fetch).toHaveBeenCalledOnce();
      await vi.advanceTimersByTimeAsync(12_000);
      expect(fetch).toHaveBeenCalledTimes(2);
      client.close();
      await ended;
    },
  );

  test.each(['<html>', '{"data":5}'])(
    'with an event that is no result (%s) is opened again',
    async (text) => {
      const texts = [`event: next\ndata: ${text}\n\n`, event('b')];
      const responses = texts.map((one) => streamOf(one).response);
      const fetch = async () => responses.shift() as Response;
      const client = createClient({ url: 'http://server.example', fetch, retry: { baseDelayMs: 0 } });
      const updates = client.subscribe(document, { after: 'a' }, { transport: 'sse' });
      const first = updates.next();
      await vi.advanceTimersByTimeAsync(10);
      expect(await first).toMatchObject({ value: update('b').data });
    },
  );

  test('that sends nothing for 30 seconds is opened again after its last update', async () => {
    const requests: { signal: AbortSignal; after: string }[] = [];
    const fetch = async (_: string, { body, signal }: RequestInit) => {
      const { after } = JSON.parse(String(body)).variables;
      requests.push({ after, signal: signal as AbortSignal });
      const { response, close } = streamOf(event(`${after}+`));
      signal?.addEventListener('abort', () => close());
      return response;
    };
    const updates = createClient({ url: 'http://server.example', fetch }).subscribe(
      document,
      { after: 'a' },
      { transport: 'sse' },
    );
    expect(await updates.next()).toMatchObject({ value: update('a+').data });
    const next = updates.next();
    await vi.advanceTimersByTimeAsync(29_000);
    expect(requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await next).toMatchObject({ value: update('a++').data });
    expect(requests.map(({ after }) => after)).toEqual(['a', 'a+']);
    await updates.return?.();
    expect(requests[1]?.signal.aborted).toBe(true);
  });
});
