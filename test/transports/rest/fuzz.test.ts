/**
 * Malformed requests for every endpoint, generated from the OpenAPI description. Each response has a described status with
 * the error body, and is never 500. The client checks each response against the contract.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asText, endpoints, requestsOf, unknownUuid } from '../../support/hostile-requests.ts';
import { type Rest, restClient } from '../../support/rest.ts';
import { aRestPayer } from '../../support/rest-parties.ts';
import { ManualClock, type Service, startService } from '../../support/service.ts';

let service: Service;
let rest: Rest;
let agentAuthorization: string;
let ids: Record<string, string>;
const clock = new ManualClock();

beforeAll(async () => {
  service = await startService({ server: true, ports: { clock } });
  rest = restClient(service);
  const { customerId, accountId, externalId } = await aRestPayer(rest);
  const made = await rest('POST', '/agents', {
    body: {
      name: 'Agent',
      customerId,
      policy: {
        permissions: [
          'VIEW_TRANSACTIONS',
          'CREATE_TRANSFERS',
          'CREATE_QUOTES',
          'EXECUTE_QUOTES',
          'MANAGE_EXTERNAL_ACCOUNTS',
        ],
        defaultExecutionMode: 'AUTO',
        spendingLimits: { currency: 'USD', perTransactionLimit: 1_000_000 },
      },
    },
  });
  const redeemed = await rest('POST', `/agents/device-codes/${made.body.deviceCode.code}/redeem`, {
    authorization: null,
  });
  agentAuthorization = `Bearer ${redeemed.body.accessToken}`;
  ids = { Customer: customerId, InternalAccount: accountId, ExternalAccount: externalId };
});
afterAll(() => service.stop());

describe('for random requests', () => {
  test.each(endpoints)(
    '$name returns a described response and no 500',
    async ({ path, method, operation }) => {
      const [scheme = {}] = operation.security;
      const authorization =
        operation.security.length === 0 ? null : 'agent' in scheme ? agentAuthorization : undefined;
      const runs = operation.requestBody ? 12 : 6;
      for (const request of fc.sample(requestsOf(path, operation, ids), { numRuns: runs, seed: 20251013 })) {
        clock.advance(60);
        const search = new URLSearchParams(
          Object.entries(request.query).map(([name, value]) => [name, asText(value)]),
        ).toString();
        const response = await rest(method, `${request.path}${search ? `?${search}` : ''}`, {
          body: request.body,
          headers: request.headers,
          ...(authorization !== undefined && { authorization }),
        });
        expect(response.status, JSON.stringify({ method, ...request })).not.toBe(500);
      }
    },
  );

  test('an upload returns a described response', async () => {
    const forms: [string, string | Blob][][] = [
      [],
      [['file', 'text']],
      [['file', new Blob(['%PDF-1.7'])]],
      [
        ['file', new Blob(['%PDF-1.7'])],
        ['documentHolder', 'x'],
        ['documentType', 'PASSPORT'],
        ['country', 'US'],
      ],
      [
        ['file', new Blob([])],
        ['country', new Blob(['US'])],
      ],
    ];
    for (const fields of forms) {
      const body = new FormData();
      for (const [name, value] of fields) body.append(name, value as never);
      expect((await rest('POST', '/documents', { body })).status).toBe(400);
      expect([400, 404]).toContain(
        (await rest('PUT', `/documents/Document:${unknownUuid}`, { body })).status,
      );
    }
    for (const contentType of [
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      'application/json',
    ]) {
      const response = await rest('POST', '/documents', {
        body: '--x\r\n',
        headers: { 'Content-Type': contentType },
      });
      expect([400, 415]).toContain(response.status);
    }
  });
});
