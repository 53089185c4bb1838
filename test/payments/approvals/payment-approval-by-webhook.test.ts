import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CreateCustomerInput, createCustomer } from '../../../src/customers/create-customer.ts';
import type { Id } from '../../../src/kernel/ids.ts';
import {
  UpdatePlatformConfigInput,
  updatePlatformConfig,
} from '../../../src/operations/platforms/update-platform-config.ts';
import { approveTransaction } from '../../../src/payments/approvals/approve-transaction.ts';
import { findTransaction } from '../../../src/payments/transactions/store.ts';
import { ReceiveUmaInput, sandboxReceiveUma } from '../../../src/sandbox/receive-uma.ts';
import { type Deliverer, startDeliverer } from '../../../src/webhooks/deliveries/deliverer.ts';
import { deliveryLog } from '../../support/delivery-log.ts';
import { granted } from '../../support/payments.ts';
import { type Service, startService } from '../../support/service.ts';
import { type Receiver, startReceiver, until } from '../../support/webhook-service.ts';

let service: Service;
let deliverer: Deliverer;
let receiver: Receiver;
let customerId: Id<'Customer'>;
const failures: unknown[] = [];

beforeAll(async () => {
  service = await startService();
  const input = CreateCustomerInput.parse({ customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' });
  customerId = granted(await createCustomer(service.ports, service.platform.principal, input)).id;
  deliverer = await startDeliverer(service.ports, (error) => failures.push(error));
});
afterAll(async () => {
  await deliverer.stop();
  await service.stop();
  expect(failures).toEqual([]);
});
beforeEach(async () => {
  receiver = await startReceiver();
  await configure([{ url: receiver.url, eventTypes: ['INCOMING_PAYMENT.PENDING'] }]);
});
afterEach(() => receiver.close());

const configure = async (webhookEndpoints: object[]) =>
  granted(
    await updatePlatformConfig(
      service.ports,
      await service.refresh(),
      UpdatePlatformConfigInput.parse({ webhookEndpoints }),
    ),
  );

const incoming = async () => {
  const { platform } = await service.refresh();
  const input = ReceiveUmaInput.parse({
    senderUmaAddress: `$success.usd@${service.config.sandboxUmaDomain}`,
    customerId,
    receivingCurrencyCode: 'USD',
    receivingCurrencyAmount: 5_000,
  });
  return granted(
    await sandboxReceiveUma(service.ports, { platform, scope: { platformId: platform.id } }, input),
  );
};
const now = async (id: Id<'Transaction'>) => {
  const found = await findTransaction(
    service.db.orm,
    { platformId: service.platform.principal.platform.id },
    id,
  );
  if (!found) throw new Error(`no ${id}`);
  return found;
};
const respondWith = (one: Receiver, status: number, body: object = {}) => {
  one.response = ({ event }, response) => {
    response.statusCode = event.type === 'TEST' ? 200 : status;
    response.end(JSON.stringify(body));
  };
};
/** The number of recorded responses, which have taken effect. */
const responsesTo = async (id: Id<'Transaction'>): Promise<number> => {
  const { id: platformId } = service.platform.principal.platform;
  const log = await deliveryLog(service.db.orm, platformId, { resourceId: id });
  return log.flatMap(({ attempts }) => attempts).length;
};
const requestsTo = (one: Receiver) =>
  one.received.filter(({ event }) => event.type === 'INCOMING_PAYMENT.PENDING');

describe('an incoming payment waits for the response of the webhook endpoint', () => {
  const named = { receiverCustomerInfo: { FULL_NAME: 'Ada Lovelace' } };
  test.each([
    ['200 with the requested field', 200, named, 'COMPLETED', undefined],
    ['200 without the requested field', 200, {}, 'FAILED', 'MISSING_MANDATORY_PAYEE_DATA'],
    ['403', 403, { code: 'NO', message: 'no', reason: 'Not this sender' }, 'REJECTED', undefined],
    ['500', 500, {}, 'FAILED', 'PAYMENT_APPROVAL_WEBHOOK_ERROR'],
    ['422 without a field', 422, { requiredFields: [] }, 'FAILED', 'PAYMENT_APPROVAL_WEBHOOK_ERROR'],
  ])('%s', async (_, status, body, outcome, failureReason) => {
    respondWith(receiver, status, body);
    const { id } = await incoming();
    await until(async () => (await now(id)).status !== 'PENDING');
    await service.settle();
    expect(await now(id)).toMatchObject({ status: outcome, failureReason });
    expect(requestsTo(receiver)).toHaveLength(1);
    expect(requestsTo(receiver)[0]?.event.data).toMatchObject({
      id,
      status: 'PENDING',
      type: 'INCOMING',
      customerId,
      receivedAmount: { amount: 5_000, currency: { code: 'USD', decimals: 2 } },
      requestedReceiverCustomerInfoFields: [{ name: 'FULL_NAME', mandatory: true }],
    });
  });

  test('even if requests for other events to the same endpoint hang', async () => {
    receiver.response = ({ event }, response) => {
      if (event.type === 'TEST') response.end();
      else if (event.type === 'INCOMING_PAYMENT.PENDING') response.end(JSON.stringify(named));
    };
    const eventTypes = ['CUSTOMER.KYC_APPROVED', 'INCOMING_PAYMENT.PENDING'];
    await configure([{ url: receiver.url, eventTypes }]);
    const input = CreateCustomerInput.parse({ customerType: 'INDIVIDUAL', fullName: 'Grace Hopper' });
    for (let nth = 0; nth < 8; nth += 1) {
      granted(await createCustomer(service.ports, service.platform.principal, input));
    }
    const hanging = () => receiver.received.filter(({ event }) => event.type.startsWith('CUSTOMER.'));
    await until(() => hanging().length >= 4);
    const { id } = await incoming();
    await until(async () => (await now(id)).status !== 'PENDING');
    expect((await now(id)).failureReason).toBeUndefined();
  });

  test.each([
    ['202 and an approval in time completes the payment', 202, {}, true, 'COMPLETED', undefined],
    [
      '202 without an approval fails the payment at the end of the new window',
      202,
      {},
      false,
      'FAILED',
      'PAYMENT_APPROVAL_TIMED_OUT',
    ],
    ['409 counts as no response', 409, {}, false, 'FAILED', 'PAYMENT_APPROVAL_TIMED_OUT'],
    [
      '422 without the requested data fails the payment at the end of the window',
      422,
      { requiredFields: ['BIRTH_DATE'] },
      false,
      'FAILED',
      'MISSING_MANDATORY_PAYEE_DATA',
    ],
  ])('%s', async (_, status, body, calls, outcome, failureReason) => {
    respondWith(receiver, status, body);
    const { id } = await incoming();
    await until(async () => (await responsesTo(id)) === 1);
    expect(requestsTo(receiver)).toHaveLength(1);
    expect((await now(id)).status).toBe('PENDING');
    if (calls) {
      service.clock.advance(4);
      const { platform } = await service.refresh();
      granted(
        await approveTransaction(
          service.ports,
          { platform, scope: { platformId: platform.id } },
          {
            id,
            receiverCustomerInfo: undefined,
          },
        ),
      );
    } else {
      service.clock.advance(5);
    }
    await service.settle();
    expect(await now(id)).toMatchObject({ status: outcome, failureReason });
  });

  test('and times out when the endpoint does not respond within five seconds of real time', async () => {
    receiver.response = () => undefined;
    const { id } = await incoming();
    await until(async () => (await now(id)).status === 'FAILED');
    expect(await now(id)).toMatchObject({ failureReason: 'PAYMENT_APPROVAL_TIMED_OUT' });
  });

  test('of several endpoints, each must respond, and the first rejection decides', async () => {
    const other = await startReceiver();
    await configure([{ url: receiver.url }, { url: other.url }]);
    respondWith(receiver, 200, named);
    other.response = () => undefined;
    const { id } = await incoming();
    await until(async () => requestsTo(other).length === 1 && (await responsesTo(id)) === 1);
    expect(requestsTo(receiver)).toHaveLength(1);
    expect((await now(id)).status).toBe('PENDING');
    await other.close();
    await until(async () => (await now(id)).status === 'FAILED');
    expect(await now(id)).toMatchObject({ failureReason: 'PAYMENT_APPROVAL_WEBHOOK_ERROR' });
  });

  test('but not for an endpoint that was removed', async () => {
    const other = await startReceiver();
    await configure([{ url: receiver.url }, { url: other.url }]);
    let respond = () => {};
    receiver.response = ({ event }, response) => {
      // Events of other tests may follow.
      if (event.type !== 'INCOMING_PAYMENT.PENDING') response.end();
      else respond = () => void response.end(JSON.stringify(named));
    };
    other.response = () => undefined;
    const { id } = await incoming();
    await until(() => requestsTo(receiver).length === 1 && requestsTo(other).length === 1);
    await configure([{ url: receiver.url }]);
    respond();
    await until(async () => (await now(id)).status !== 'PENDING');
    await service.settle();
    expect((await now(id)).status).toBe('COMPLETED');
    await other.close();
  });

  test('or, without an endpoint, for an approval over the API until the end of the window', async () => {
    await configure([]);
    const { id } = await incoming();
    service.clock.advance(4);
    await service.settle();
    expect((await now(id)).status).toBe('PENDING');
    service.clock.advance(1);
    await service.settle();
    expect(await now(id)).toMatchObject({ failureReason: 'PAYMENT_APPROVAL_TIMED_OUT' });
  });
});
