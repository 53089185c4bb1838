/** Which deliveries call the handler, and the decisions of payments. */
import { describe, expect, test, vi } from 'vitest';
import {
  type EventContext,
  type EventStore,
  memoryEventStore,
  type NotifiedEvent,
  type PaymentDecision,
  type ReceiverOptions,
  webhookReceiver,
} from '../../src/webhooks/index.ts';
import { anEvent, aSigner } from './signing.ts';

const signer = aSigner();

function receiverOf(options: Partial<ReceiverOptions> = {}) {
  const onEvent = vi.fn<(event: NotifiedEvent, context: EventContext) => unknown>();
  const receive = webhookReceiver({ keys: signer.publicKey, onEvent, ...options });
  const send = async (text: string, by = signer) => {
    const { status, body } = await receive({
      method: 'POST',
      contentType: 'application/json',
      signature: by.sign(text),
      body: async () => new TextEncoder().encode(text),
    });
    return { status, ...(JSON.parse(body) as object) };
  };
  return { onEvent, send };
}

describe('deliveries of one event at the same time', () => {
  test('call the handler once: the others are delivered again', async () => {
    let finish = (): void => undefined;
    const { onEvent, send } = receiverOf();
    onEvent.mockImplementation(() => new Promise<void>((resolve) => (finish = resolve)));
    const body = anEvent();
    const first = send(body);
    await vi.waitFor(() => expect(onEvent).toHaveBeenCalled());
    expect(await send(body)).toEqual({ status: 503, code: 'DELIVERY_IN_PROGRESS' });
    finish();
    expect(await first).toEqual({ status: 200 });
    expect(await send(body)).toEqual({ status: 200 });
    expect(onEvent).toHaveBeenCalledOnce();
  });

  test.each([
    ['before the lease ends', 59_999, 503, 1],
    ['when it ends', 60_000, 200, 2],
  ])('do not wait for a process that ended: %s', async (_, elapsedMs, status, calls) => {
    let now = 0;
    const { onEvent, send } = receiverOf({ store: memoryEventStore({ now: () => now }) });
    onEvent.mockImplementationOnce(() => new Promise(() => undefined));
    const body = anEvent();
    void send(body);
    await vi.waitFor(() => expect(onEvent).toHaveBeenCalled());
    now = elapsedMs;
    expect(await send(body)).toMatchObject({ status });
    expect(onEvent).toHaveBeenCalledTimes(calls);
  });
});

test.each([
  ['lower than the handled one', 2, true],
  ['higher', 4, false],
])('an event with a sequence %s', async (_, sequence, isStale) => {
  const { onEvent, send } = receiverOf();
  await send(anEvent({ sequence: 3, data: { id: 'Customer:1' } }));
  await send(anEvent({ sequence: 1, data: { id: 'Customer:2' } }));
  expect(onEvent).toHaveBeenLastCalledWith(expect.anything(), { isStale: false });
  await send(anEvent({ sequence, data: { id: 'Customer:1' } }));
  expect(onEvent).toHaveBeenLastCalledWith(expect.anything(), { isStale });
});

test('an event whose handler failed does not make later attempts stale', async () => {
  const { onEvent, send } = receiverOf();
  onEvent.mockRejectedValueOnce(new Error('unavailable'));
  const data = { id: 'Customer:1' };
  expect(await send(anEvent({ sequence: 2, data }))).toMatchObject({ status: 500 });
  await send(anEvent({ sequence: 1, data }));
  expect(onEvent).toHaveBeenLastCalledWith(expect.anything(), { isStale: false });
});

describe('the store in memory', () => {
  test('forgets the oldest events first', async () => {
    const { onEvent, send } = receiverOf({ store: memoryEventStore({ maxEntries: 2 }) });
    const [first, second, third] = [anEvent(), anEvent(), anEvent()] as const;
    for (const body of [first, second, third, third, second]) await send(body);
    expect(onEvent).toHaveBeenCalledTimes(3);
    await send(first);
    expect(onEvent).toHaveBeenCalledTimes(4);
  });

  test('a claim whose lease ended does not release the next claim', async () => {
    let now = 0;
    const store = memoryEventStore({ now: () => now });
    const first = await store.claim({ id: 'a' }, 10);
    now = 10;
    expect(await store.claim({ id: 'a' }, 10)).toMatchObject({ state: 'CLAIMED' });
    if (first.state === 'CLAIMED') await first.release();
    expect(await store.claim({ id: 'a' }, 10)).toEqual({ state: 'BUSY' });
  });

  test.each([0, -1, 1.5, Number.NaN])('rejects a maximum of %s', (maxEntries) => {
    expect(() => memoryEventStore({ maxEntries })).toThrow(TypeError);
  });
});

describe('a store that fails', () => {
  const failing = (step: string): EventStore => ({
    claim: () => {
      const check = (name: string) => {
        if (name === step) throw new Error(`cannot ${name}`);
      };
      check('claim');
      return {
        state: 'CLAIMED',
        latestSequence: undefined,
        complete: () => check('complete'),
        release: () => check('release'),
      };
    },
  });

  test.each(['claim', 'complete'])('in %s makes the server deliver again', async (step) => {
    const onError = vi.fn();
    const { send } = receiverOf({ store: failing(step), onError });
    expect(await send(anEvent())).toMatchObject({ status: 500 });
    expect(onError).toHaveBeenCalledExactlyOnceWith(new Error(`cannot ${step}`));
  });

  test('in release does not hide the error of the handler', async () => {
    const onError = vi.fn();
    const { onEvent, send } = receiverOf({ store: failing('release'), onError });
    onEvent.mockRejectedValueOnce(new Error('handler'));
    expect(await send(anEvent())).toMatchObject({ status: 500 });
    expect(onError.mock.calls).toEqual([[new Error('cannot release')], [new Error('handler')]]);
  });
});

test('an error of onError does not change the response', async () => {
  const { onEvent, send } = receiverOf({
    onError: () => {
      throw new Error('log');
    },
  });
  onEvent.mockRejectedValueOnce(new Error('handler'));
  expect(await send(anEvent())).toEqual({ status: 500, code: 'HANDLER_FAILED' });
});

test('keys that are read for each delivery follow a rotation', async () => {
  const next = aSigner();
  const keys = vi.fn().mockResolvedValueOnce([signer.publicKey]).mockResolvedValue([next.publicKey]);
  const { send } = receiverOf({ keys });
  expect(await send(anEvent())).toMatchObject({ status: 200 });
  expect(await send(anEvent())).toMatchObject({ status: 401 });
  expect(await send(anEvent(), next)).toMatchObject({ status: 200 });
});

test.each([
  [
    'an event that is too old',
    { timestamp: '2025-10-13T11:00:00Z' },
    { status: 400, code: 'OUTSIDE_TOLERANCE' },
  ],
  ['a body that is no event', { id: '' }, { status: 400, code: 'BODY_MALFORMED' }],
])('%s is rejected', async (_, given, response) => {
  const { onEvent, send } = receiverOf({ toleranceSeconds: 60, now: () => new Date('2025-10-13T12:00:00Z') });
  expect(await send(anEvent(given))).toEqual(response);
  expect(onEvent).not.toHaveBeenCalled();
});

test.each([{ keys: 'none' }, { maxBytes: 0 }, { leaseMs: 1.5 }, { toleranceSeconds: Number.NaN }])(
  'the option %o is rejected',
  (option) => {
    expect(() => receiverOf(option)).toThrow(TypeError);
  },
);

describe('an incoming payment that waits for a decision', () => {
  const pending = () => anEvent({ type: 'INCOMING_PAYMENT.PENDING', data: { id: 'Transaction:1' } });

  test.each<[PaymentDecision, object]>([
    [{ decision: 'APPROVE' }, { status: 200 }],
    [
      { decision: 'APPROVE', receiverCustomerInfo: { FULL_NAME: 'Ada' } },
      { status: 200, receiverCustomerInfo: { FULL_NAME: 'Ada' } },
    ],
    [
      { decision: 'REJECT', code: 'BLOCKED', message: 'No.', reason: 'LIST' },
      { status: 403, code: 'BLOCKED', message: 'No.', reason: 'LIST' },
    ],
    [
      { decision: 'REQUEST_INFORMATION', code: 'MORE', message: 'More.', requiredFields: ['BIRTH_DATE'] },
      { status: 422, code: 'MORE', message: 'More.', requiredFields: ['BIRTH_DATE'] },
    ],
    [{ decision: 'LATER' }, { status: 202 }],
  ])('gets the decision %o', async (decision, response) => {
    const { onEvent, send } = receiverOf({ decidePayment: () => decision });
    expect(await send(pending())).toEqual(response);
    expect(onEvent).not.toHaveBeenCalled();
  });

  test('is not approved by a receiver that makes no decisions, nor by a duplicate', async () => {
    expect(await receiverOf().send(pending())).toEqual({ status: 409, code: 'NO_DECISION' });
    const { send } = receiverOf({
      decidePayment: () => ({ decision: 'REJECT', code: 'BLOCKED', message: 'No.' }),
    });
    const body = pending();
    expect(await send(body)).toMatchObject({ status: 403 });
    expect(await send(body)).toEqual({ status: 409, code: 'NO_DECISION' });
  });
});
