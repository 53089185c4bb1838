/**
 * The end of an access token on sockets and streams: a page gets another token when its token has expired, and stops when
 * its credential was revoked.
 */
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { anAccessToken } from '../../support/access-tokens.ts';
import { RevokeAccessToken } from '../../support/agent-documents.ts';
import { TransferOut } from '../../support/documents.ts';
import { sendQuery } from '../../support/graphql-client.ts';
import { aBankAccount, aPayer } from '../../support/parties.ts';
import { openSocket } from '../../support/raw-socket.ts';
import { restClient } from '../../support/rest.ts';
import { basic, type Service, startService } from '../../support/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ server: true });
});
afterAll(() => service.stop());

const subscription =
  'subscription ($after: String) { transactionUpdated(after: $after) { cursor status transaction { id } } }';

async function closeOf(authorization: string): Promise<[number, string]> {
  const socket = await openSocket(service, { authorization });
  return [await socket.closed, await socket.closeReason];
}

describe('a socket', () => {
  test('closes with 4403 "token expired" when its token expires, and so does every later one with that token', async () => {
    const { authorization } = await anAccessToken(service, ['READ'], { expiresInMs: 3_000 });
    const socket = await openSocket(service, { authorization });
    await socket.until(({ type }) => type === 'connection_ack');
    socket.subscribe('updates', subscription);
    expect([await socket.closed, await socket.closeReason]).toEqual([4403, 'token expired']);
    expect(await closeOf(authorization)).toEqual([4403, 'token expired']);
  });

  test('closes with 4401 when its token is revoked, also after the token would have expired', async () => {
    const { id, authorization } = await anAccessToken(service, ['READ'], { expiresInMs: 4_000 });
    const socket = await openSocket(service, { authorization });
    await socket.until(({ type }) => type === 'connection_ack');
    await service.send(RevokeAccessToken, { id });
    expect([await socket.closed, await socket.closeReason]).toEqual([4401, 'Credential ended']);
    expect((await closeOf(authorization))[0]).toBe(4401);
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    expect((await closeOf(authorization))[0]).toBe(4401);
  });

  test.each([
    ['an access token with another signature', (token: string) => `${token.slice(0, -6)}AAAAAA`],
    ['a token that is no JWT', () => 'Bearer x'],
    ['an unknown agent token', () => `Bearer gat_${'0'.repeat(40)}`],
    ['an unknown API token', () => basic('unknown:0123456789abcdef')],
  ])('with %s closes with 4401', async (_name, change) => {
    const { authorization } = await anAccessToken(service, ['READ'], { expiresInMs: -60_000 });
    expect((await closeOf(change(authorization)))[0]).toBe(4401);
  });

  test('of a deleted API token, and of the access tokens that it created, closes with 4401', async () => {
    const rest = restClient(service);
    const created = await rest('POST', '/tokens', { body: { name: 'Web', permissions: ['VIEW'] } });
    const apiToken = basic(`${created.body.clientId}:${created.body.clientSecret}`);
    const query =
      'mutation { createAccessToken(input: { scopes: [READ] }) { ... on AccessTokenCreated { accessToken } } }';
    const { body } = await sendQuery(service, query, undefined, { authorization: apiToken });
    const credentials = [apiToken, `Bearer ${body.data.createAccessToken.accessToken}`];
    const sockets = await Promise.all(
      credentials.map((authorization) => openSocket(service, { authorization })),
    );
    for (const socket of sockets) await socket.until(({ type }) => type === 'connection_ack');
    expect((await rest('DELETE', `/tokens/${created.body.id}`)).status).toBe(204);
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([4401, 4401]);
    for (const authorization of credentials) expect((await closeOf(authorization))[0]).toBe(4401);
  });
});

describe('a stream', () => {
  const open = (authorization: string) =>
    fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { authorization, 'Content-Type': 'application/json', Accept: 'text/event-stream' },
      body: JSON.stringify({ query: subscription }),
    });
  const lastErrorOf = (text: string) => {
    const [, json = ''] = /event: next\ndata: (.*)\n\nevent: complete\ndata:\n\n$/.exec(text) ?? [];
    return JSON.parse(json).errors[0].extensions;
  };

  test('ends with an error that says that its token has expired', async () => {
    const { authorization } = await anAccessToken(service, ['READ'], { expiresInMs: 3_000 });
    const text = await (await open(authorization)).text();
    expect(lastErrorOf(text)).toEqual({ code: 'UNAUTHORIZED', httpStatus: 401, reason: 'token expired' });
    const again = await open(authorization);
    expect(again.status).toBe(401);
    expect(again.headers.get('www-authenticate')).toContain('error="invalid_token"');
    expect(await again.text()).toContain('token expired');
  });

  test('ends with an error that says that its token was revoked', async () => {
    const { id, authorization } = await anAccessToken(service, ['READ']);
    const response = await open(authorization);
    await service.send(RevokeAccessToken, { id });
    const text = await response.text();
    expect(lastErrorOf(text)).toMatchObject({ code: 'UNAUTHORIZED', reason: 'The credential has ended' });
  });
});

test('the client graphql-ws continues with a new token after its cursor, without a loss or a repetition', async () => {
  const payer = await aPayer(service, 100_000);
  const bank = await aBankAccount(service, payer.customerId);
  const pay = async () => {
    const input = { source: payer.accountId, destination: bank, amount: 100 };
    const { transferOut } = (await service.send(TransferOut, { input })).data;
    if (transferOut.__typename !== 'Transaction') throw new Error(transferOut.__typename);
    return transferOut.id;
  };
  let tokens = 0;
  const closed: number[] = [];
  const client = createClient({
    url: `${service.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: Number.MAX_SAFE_INTEGER,
    retryWait: () => new Promise((resolve) => setTimeout(resolve, 50)),
    connectionParams: async () => {
      tokens += 1;
      const { authorization } = await anAccessToken(service, ['READ'], {
        customerId: payer.customerId,
        // The second connection brings an expired token once more, as a page does whose own clock is late.
        ...(tokens <= 3 && { expiresInMs: tokens === 2 ? -2_000 : 1_500 }),
      });
      return { authorization };
    },
    on: { closed: (event) => closed.push((event as { code: number }).code) },
  });
  const { body } = await sendQuery(service, '{ eventCursor }');
  const variables: { after: string } = { after: body.data.eventCursor };
  const seen: string[] = [];
  const stop = client.subscribe<{
    transactionUpdated: { cursor: string; status: string; transaction: { id: string } };
  }>(
    { query: subscription, variables },
    {
      next: ({ data }) => {
        if (!data) return;
        const { cursor, status, transaction } = data.transactionUpdated;
        variables.after = cursor;
        seen.push(`${transaction.id} ${status}`);
      },
      error: (error) => seen.push(`error ${JSON.stringify(error)}`),
      complete: () => undefined,
    },
  );
  const paid: string[] = [];
  while (closed.length < 3) {
    paid.push(await pay());
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const expected = paid.flatMap((id) =>
    ['PENDING', 'PROCESSING', 'COMPLETED'].map((status) => `${id} ${status}`),
  );
  await expect.poll(() => [...seen].sort()).toEqual([...expected].sort());
  expect(closed.slice(0, 3)).toEqual([4403, 4403, 4403]);
  await expect.poll(() => tokens).toBeGreaterThan(3);
  stop();
  await client.dispose();
});
