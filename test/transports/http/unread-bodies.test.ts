/**
 * A body above the limit is rejected before it is received completely: at once by its Content-Length, or as soon as it
 * exceeds the limit. A client that continues to write still reads the whole response.
 */
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { basic, type Service, startService } from '../../support/service.ts';

let service: Service;
let authorization: string;

beforeAll(async () => {
  service = await startService({ server: true });
  authorization = basic(service.platform.token);
});
afterAll(() => service.stop());

interface Talk {
  readonly socket: Socket;
  /** The bytes received so far. */
  text(): string;
  /** Resolves when the received text matches. */
  until(pattern: RegExp): Promise<string>;
  closed: Promise<void>;
}

function talk(): Talk {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  let received = '';
  const waiting = new Set<() => void>();
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    for (const check of waiting) check();
  });
  socket.on('error', () => undefined);
  return {
    socket,
    text: () => received,
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (!pattern.test(received)) return;
          waiting.delete(check);
          resolve(received);
        };
        waiting.add(check);
        socket.once('close', () =>
          reject(new Error(`closed after ${received.length} characters: ${received}`)),
        );
        check();
      }),
    closed: new Promise((resolve) => {
      socket.once('close', () => resolve());
    }),
  };
}

const head = (path: string, headers: Readonly<Record<string, string>>, method = 'POST'): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: x',
    `Authorization: ${authorization}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n');

const json = { 'Content-Type': 'application/json' };
const form = { 'Content-Type': 'multipart/form-data; boundary=x', 'Apollo-Require-Preflight': 'true' };
const whole = /"code":"PAYLOAD_TOO_LARGE".*\}$/s;

const targets: readonly (readonly [string, string, Readonly<Record<string, string>>, number])[] = [
  ['GraphQL', '/graphql', json, 10_000_000],
  ['an upload over GraphQL', '/graphql', form, 100_000_000],
  ['REST', '/2025-10-13/customers', json, 10_000_000],
  ['an attestation over REST', '/2025-10-13/auth/credentials', json, 1024 * 1024 + 1],
  ['an upload over REST', '/2025-10-13/documents', form, 100_000_000],
];

describe.each(targets)('%s', (_name, path, headers, length) => {
  test('a Content-Length above the limit is rejected before the body is sent', async () => {
    const { socket, until } = talk();
    socket.write(head(path, { ...headers, 'Content-Length': String(length) }));
    // The client has sent only the head.
    const response = await until(whole);
    expect(response).toMatch(/^HTTP\/1\.1 413 /);
    expect(response).toMatch(/\r\nConnection: close\r\n/i);
    socket.destroy();
  });

  test('a client that writes the whole body before it reads gets the whole response', async () => {
    const { socket, until, closed } = talk();
    socket.pause();
    socket.write(head(path, { ...headers, 'Content-Length': String(length) }));
    for (let sent = 0; sent < Math.min(length, 8_000_000); sent += 100_000) {
      if (!socket.write(Buffer.alloc(100_000, 'x'))) {
        await new Promise((resolve) => socket.once('drain', resolve));
      }
    }
    const responded = until(whole);
    socket.resume();
    expect(await responded).toMatch(/^HTTP\/1\.1 413 /);
    socket.end();
    await closed;
  });

  test('a chunked body is rejected as soon as it exceeds the limit', async () => {
    const { socket, until } = talk();
    socket.write(head(path, { ...headers, 'Transfer-Encoding': 'chunked' }));
    const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 'x'), Buffer.from('\r\n')]);
    let hasResponse = false;
    const responded = until(whole).then((response) => {
      hasResponse = true;
      return response;
    });
    // The last chunk is never sent.
    for (let sent = 0; !hasResponse && sent < 400; sent += 1) {
      if (!socket.write(chunk)) await new Promise((resolve) => socket.once('drain', resolve));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await responded).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  });

  test('a client with a body above the limit gets no 100 Continue', async () => {
    const { socket, until, closed } = talk();
    socket.write(head(path, { ...headers, 'Content-Length': String(length), Expect: '100-continue' }));
    const response = await until(whole);
    expect(response).toMatch(/^HTTP\/1\.1 413 /);
    expect(response).not.toContain('100 Continue');
    await closed;
  });
});

describe('Expect: 100-continue', () => {
  const body = '{"query":"{ __typename }"}';
  const expecting = { ...json, 'Content-Length': String(body.length), Expect: '100-continue' };

  test('gets 100 Continue when the body is needed, and the connection stays open', async () => {
    const { socket, until } = talk();
    socket.write(head('/graphql', expecting));
    await until(/^HTTP\/1\.1 100 Continue\r\n\r\n$/);
    socket.write(body);
    const response = await until(/__typename.*\}$/s);
    expect(response).toMatch(/HTTP\/1\.1 200 /);
    expect(response).not.toMatch(/\r\nConnection: close\r\n/i);
    socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(/"live"/);
    socket.destroy();
  });

  test('gets no 100 Continue when the head is rejected, and the connection closes', async () => {
    const { socket, until, closed } = talk();
    socket.write(head('/2025-10-13/nothing', expecting));
    const response = await until(/NOT_FOUND.*\}$/s);
    expect(response).not.toContain('100 Continue');
    expect(response).toMatch(/\r\nConnection: close\r\n/i);
    await closed;
  });
});

describe('a body of up to 1 MiB', () => {
  const filled = (query: string, variables: object, bytes: number): string => {
    const text = JSON.stringify({ query, variables, extensions: { filling: '' } });
    return text.replace('"filling":""', `"filling":"${'x'.repeat(bytes - text.length)}"`);
  };
  const sendBody = async (body: string) => {
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body,
    });
    return { status: response.status, text: await response.text() };
  };
  const add = 'mutation($input: AddCredentialInput!) { addCredential(input: $input) { __typename } }';
  const input = { passkey: {} };

  test('is accepted for an operation with an attestation', async () => {
    const { status, text } = await sendBody(filled(add, { input }, 1024 * 1024));
    expect(text).not.toContain('PAYLOAD_TOO_LARGE');
    expect(status).toBeLessThan(500);
  });

  test.each([
    ['that has the word in it', '{ viewer { __typename } } # attestation'],
    ['of several, of which one does', `{ attestation: viewer { __typename } } `],
    [
      'together with an operation that does',
      `${add.slice(0, -2)} createCustomer(input: {customerType: INDIVIDUAL}) { __typename } }`,
    ],
    ['that cannot be parsed', 'mutation { addCredential(attestation'],
    ['that is wrong', 'mutation { addCredential { attestation } }'],
  ])('is 413 for an operation %s', async (_name, query) => {
    const { status, text } = await sendBody(filled(query, { input }, 300_000));
    expect([status, JSON.parse(text).errors[0].extensions.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  test('is decided by the operation that operationName selects', async () => {
    const two = `${add.replace('mutation', 'mutation A')} query B { viewer { __typename } }`;
    const named = (operationName: string) =>
      JSON.stringify({
        query: two,
        operationName,
        variables: { input },
        extensions: { filling: 'x'.repeat(300_000) },
      });
    expect((await sendBody(named('A'))).status).not.toBe(413);
    expect((await sendBody(named('B'))).status).toBe(413);
  });
});
