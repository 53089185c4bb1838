/** The endpoints of faults on request. Their effects are in test/sandbox/faults/. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rest, restClient } from '../../support/rest.ts';
import { type Service, startService } from '../../support/service.ts';

let service: Service;
let rest: Rest;
beforeAll(async () => {
  service = await startService({ server: true });
  rest = restClient(service);
});
afterAll(() => service.stop());

test('faults are made, listed and ended', async () => {
  const made = await rest('POST', '/sandbox/faults', {
    body: {
      kind: 'RATE_LIMITED',
      target: 'REQUESTS',
      operation: 'createQuote',
      tokenId: service.platform.principal.token.id,
      count: 3,
      durationSeconds: 600,
      retryAfterSeconds: 2,
      hidden: false,
    },
  });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ kind: 'RATE_LIMITED', remaining: 3, appliedCount: 0 });

  const delayed = await rest('POST', '/sandbox/faults', {
    body: { kind: 'DELAY', target: 'WEBHOOKS', eventType: 'OUTGOING_PAYMENT.COMPLETED', delayMs: 60_000 },
  });
  expect(delayed.body).toMatchObject({ eventType: 'OUTGOING_PAYMENT.COMPLETED', delayMs: 60_000 });

  const listed = await rest('GET', '/sandbox/faults');
  expect(listed.body).toEqual({ data: [made.body, delayed.body] });

  expect((await rest('DELETE', `/sandbox/faults/${made.body.id}`)).status).toBe(204);
  expect((await rest('GET', '/sandbox/faults')).body).toEqual({ data: [delayed.body] });

  expect((await rest('DELETE', '/sandbox/faults')).status).toBe(204);
  expect((await rest('GET', '/sandbox/faults')).body).toEqual({ data: [] });
});
