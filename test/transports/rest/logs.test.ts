/** The endpoints of the audit log. What it records is in test/infrastructure/audit-log/. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rest, restClient } from '../../support/rest.ts';
import { type Service, startService } from '../../support/service.ts';

let service: Service;
let rest: Rest;
beforeAll(async () => {
  service = await startService({ server: true, standing: true });
  rest = restClient(service);
});
afterAll(() => service.stop());

test('the audit log has the change of a request under its id', async () => {
  const made = await rest('POST', '/tokens', {
    body: { name: 'Reports', permissions: ['VIEW'] },
    headers: { 'X-Request-Id': 'reports-1' },
  });
  const { body } = await rest('GET', '/audit-log?requestId=reports-1&limit=5');
  expect(body).toMatchObject({ totalCount: 1, hasMore: false });
  expect(body.data[0]).toMatchObject({ recordId: made.body.id, operation: 'createApiToken' });
});

test('the request log has a request under its id', async () => {
  await rest('POST', '/tokens', {
    body: { name: 'Support', permissions: ['VIEW'] },
    headers: { 'X-Request-Id': 'support-1' },
  });
  await service.app.requestLog.flush();
  const { body } = await rest('GET', '/requests?requestId=support-1&limit=5');
  expect(body.data).toMatchObject([{ operation: 'POST /tokens', status: 201 }]);
});
