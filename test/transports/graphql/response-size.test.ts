/** A response over the size limit becomes an error before it is serialized, on every transport. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sendQuery } from '../../support/graphql-client.ts';
import { aPayer } from '../../support/parties.ts';
import { openSocket } from '../../support/raw-socket.ts';
import { basic, longTimeouts, type Service, startService } from '../../support/service.ts';

const limit = 20_000;
let service: Service;
beforeAll(async () => {
  service = await startService({ server: true, env: { LIMITS: `response=${limit},${longTimeouts}` } });
  for (let nth = 0; nth < 5; nth += 1) await aPayer(service);
});
afterAll(() => service.stop());

const fields = (aliases: number) =>
  Array.from({ length: aliases }, (_, nth) => `a${nth}: internalAccounts { id createdAt updatedAt }`).join(
    ' ',
  );
const large = `{ customers { nodes { id ${fields(9)} } } }`;
const small = '{ customers(first: 1) { nodes { id } } }';
const tooLarge = {
  message: `The response has more than ${limit} bytes. Request fewer records or fields.`,
  extensions: { code: 'RESPONSE_LIMIT_EXCEEDED', httpStatus: 400, limit },
};

/** The maximum length of a text that is serialized during the call. */
async function maxTextLength(work: () => Promise<unknown>): Promise<number> {
  const stringify = vi.spyOn(JSON, 'stringify');
  await work();
  const lengths = stringify.mock.results.map(({ value }) => (typeof value === 'string' ? value.length : 0));
  stringify.mockRestore();
  return Math.max(...lengths);
}

describe('over HTTP', () => {
  test.each([
    ['application/json', 200],
    ['application/graphql-response+json', 400],
    ['text/event-stream', 200],
  ])('with Accept: %s, also for a cached document', async (accept, status) => {
    for (let time = 0; time < 4; time += 1) {
      const response = await sendQuery(service, large, undefined, { accept });
      expect(response.status).toBe(status);
      expect(response.text).toContain(JSON.stringify(tooLarge).slice(1, -1));
      expect(response.text.length).toBeLessThan(1_000);
    }
    expect((await sendQuery(service, small, undefined, { accept })).text).toContain('"data"');
  });

  test('the response is not serialized', async () => {
    expect(await maxTextLength(() => sendQuery(service, large))).toBeLessThan(limit);
  });

  test('field names count', async () => {
    const name = 'n'.repeat(5_000);
    const { body } = await sendQuery(service, `{ customers { nodes { ${name}: id } } }`);
    expect(body.errors).toEqual([tooLarge]);
    expect(body).not.toHaveProperty('data');
  });

  test('a mutation takes effect, and the error says so', async () => {
    const name = 'n'.repeat(limit);
    const { body } = await sendQuery(
      service,
      `mutation { createCustomer(input: { customerType: INDIVIDUAL, fullName: "Ada", platformCustomerId: "done" }) {
        ... on Customer { ${name}: id } } }`,
    );
    expect(body.errors[0].message).toBe(
      `The response has more than ${limit} bytes. Request fewer records or fields. The operation took effect.`,
    );
    const { body: after } = await sendQuery(
      service,
      '{ customers(filter: { platformCustomerId: "done" }) { nodes { platformCustomerId } } }',
    );
    expect(after.data.customers.nodes).toEqual([{ platformCustomerId: 'done' }]);
  });
});

test('over a socket, which stays open', async () => {
  const socket = await openSocket(service);
  await socket.until(({ type }) => type === 'connection_ack');
  socket.subscribe('large', large);
  expect((await socket.until(({ id }) => id === 'large')).payload).toMatchObject({ errors: [tooLarge] });
  socket.subscribe('small', small);
  expect((await socket.until(({ id }) => id === 'small')).payload).toHaveProperty('data');
  socket.close();
});

test('an update of a subscription, which continues', async () => {
  const socket = await openSocket(service);
  await socket.until(({ type }) => type === 'connection_ack');
  const name = 'n'.repeat(limit);
  socket.subscribe('updates', `subscription { transactionUpdated { cursor transaction { ${name}: id } } }`);
  await aPayer(service);
  const first = await socket.until(({ id }) => id === 'updates');
  expect(first.type).toBe('next');
  expect(first.payload).toMatchObject({ errors: [tooLarge] });
  socket.close();
});

test('over REST', async () => {
  for (let nth = 0; nth < 30; nth += 1) await aPayer(service, 0);
  const list = (count: number) =>
    fetch(`${service.url}/2025-10-13/customers/internal-accounts?limit=${count}`, {
      headers: { authorization: basic(service.platform.token) },
    });
  const rejected = await list(100);
  expect(rejected.status).toBe(400);
  expect(await rejected.json()).toMatchObject({
    status: 400,
    code: 'RESPONSE_LIMIT_EXCEEDED',
    message: `The response has more than ${limit} bytes. Request fewer records with limit.`,
  });
  expect((await list(1)).status).toBe(200);
  expect(await maxTextLength(() => list(100))).toBeLessThan(limit);
});
