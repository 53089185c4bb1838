/** The responses to clients and the log while the database is unavailable. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onPostgres } from '../../support/database.ts';
import { basic, type Service, startService } from '../../support/service.ts';
import { openSocket, type Socket } from '../../support/subscription-client.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';
import { until } from '../../support/webhook-service.ts';

const body = JSON.stringify({ query: '{ customers(first: 1) { nodes { id } } }' });

describe.runIf(onPostgres)('while the database is unavailable', () => {
  const lines: { level: number; msg: string; err?: unknown }[] = [];
  let proxy: TcpProxy;
  let service: Service;
  let socket: Socket;
  let authorization: string;
  const sendRequest = (method: string, path: string, sent?: string) =>
    fetch(`${service.url}${path}`, {
      method,
      headers: { authorization, ...(sent && { 'content-type': 'application/json' }) },
      ...(sent && { body: sent }),
    });
  const customersOverSocket = () =>
    new Promise<{ code: unknown } | 'data'>((resolve) => {
      const take = (errors: readonly { extensions?: object }[] | undefined) =>
        resolve(errors?.[0] ? (errors[0].extensions as { code: unknown }) : 'data');
      socket.client.subscribe(
        { query: '{ customers(first: 1) { nodes { id } } }' },
        {
          next: ({ errors }) => take(errors),
          error: (errors) => (Array.isArray(errors) ? take(errors) : resolve({ code: 'the socket closed' })),
          complete: () => undefined,
        },
      );
    });

  beforeAll(async () => {
    service = await startService({
      server: true,
      through: async (url) => {
        proxy = await startTcpProxy(url);
        return proxy.url;
      },
      logTo: { write: (line) => void lines.push(JSON.parse(line)) },
    });
    authorization = basic(service.platform.token);
    socket = openSocket(service.url, authorization);
    // The client would close an idle socket.
    socket.subscribe('subscription { transactionUpdated { cursor } }', {});
    expect(await customersOverSocket()).toBe('data');
    await proxy.reject();
    proxy.cut();
    await until(() => service.db.pool?.isUnavailable === true);
  });
  afterAll(async () => {
    socket.dispose();
    await proxy.allow();
    await service.stop();
    await proxy.close();
  });

  test('GraphQL over HTTP returns 503 with Retry-After', async () => {
    const response = await sendRequest('POST', '/graphql', body);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await response.json()).toMatchObject({
      errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE', httpStatus: 503 } }],
    });
  });

  test.each([
    ['GET', '/2025-10-13/customers', undefined],
    ['POST', '/2025-10-13/transfer-out', '{}'],
  ])('REST returns 503 in its error body: %s %s', async (method, path, sent) => {
    const response = await sendRequest(method, path, sent);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await response.json()).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });
  });

  test('an operation on a socket gets an error, and the socket stays open', async () => {
    expect(await customersOverSocket()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await customersOverSocket()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  test('a new socket is closed with "try later", and not as unauthorized', async () => {
    const late = openSocket(service.url, authorization);
    late.subscribe('subscription { transactionUpdated { cursor } }', {});
    expect(await late.closed).toMatchObject({ code: 1013 });
    late.dispose();
  });

  test('readiness fails with Retry-After', async () => {
    const response = await sendRequest('GET', '/health/ready');
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
  });

  test('the service recovers automatically when the database is available again', async () => {
    await proxy.allow();
    await expect.poll(async () => (await sendRequest('POST', '/graphql', body)).status).toBe(200);
    expect((await sendRequest('GET', '/2025-10-13/customers')).status).toBe(200);
    expect(await customersOverSocket()).toBe('data');
    // The result of the readiness check is cached for a second.
    await expect.poll(async () => (await sendRequest('GET', '/health/ready')).status).toBe(200);
  });

  test('the log has one line for the start and one for the end of the outage', async () => {
    const troubles = lines.filter(({ level }) => level >= 40);
    expect(troubles.map(({ msg }) => msg)).toEqual([
      'the database is unavailable',
      'the database is available again',
    ]);
  });
});
