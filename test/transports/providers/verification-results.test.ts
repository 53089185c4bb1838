/** Signed results of a verification provider: what they do, and which are rejected. */
import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verificationProviders } from '../../../src/customers/tables.ts';
import { setVerificationProvider } from '../../../src/customers/verification-providers/set-verification-provider.ts';
import { sequenceAuditEntries } from '../../../src/infrastructure/audit-log/sequence.ts';
import { rawRows } from '../../../src/infrastructure/database/client.ts';
import { granted } from '../../support/payments.ts';
import { type TestList, testList } from '../../support/screening.ts';
import { type Service, startService } from '../../support/service.ts';
import { completeIndividual, identityOperations } from '../../support/verifications.ts';

const secret = 'a-secret-of-the-provider-with-40-letters';
const otherSecret = 'a-secret-of-another-provider-of-40-chars';

let service: Service;
let list: TestList;
let platform: ReturnType<typeof identityOperations>;
let other: ReturnType<typeof identityOperations>;
beforeAll(async () => {
  list = testList([]);
  service = await startService({ server: true, standing: true, ports: { screening: list } });
  platform = identityOperations(service, (await service.addPlatform('PRODUCTION')).principal);
  other = identityOperations(service, (await service.addPlatform('PRODUCTION')).principal);
  const set = { name: 'Checks Inc', secret };
  granted(await setVerificationProvider(service.ports, platform.principal, set));
  granted(await setVerificationProvider(service.ports, other.principal, { ...set, secret: otherSecret }));
});
afterAll(() => service.stop());

let customerId: Awaited<ReturnType<typeof platform.customer>>['id'];
let verificationId: string;
let event = 0;
beforeEach(async () => {
  list.replace('v1', []);
  customerId = (await platform.customer(completeIndividual)).id;
  await platform.document(customerId, 'PASSPORT');
  verificationId = (await platform.submit(customerId)).id;
  event += 1;
});

const result = (changes: object = {}) => ({
  eventId: `event-${event}`,
  platformId: platform.principal.platform.id,
  verificationId,
  outcome: 'APPROVED',
  ...changes,
});
const seconds = () => Math.floor(service.clock.real().getTime() / 1000);
const signature = (body: string, key = secret, at = seconds()) =>
  `t=${at},v1=${createHmac('sha256', key).update(`${at}.${body}`).digest('hex')}`;

async function post(body: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${service.url}/providers/verifications`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'provider-signature': signature(body), ...headers },
    body,
  });
  return { status: response.status, body: await response.json() };
}
const postResult = (changes: object = {}) => post(JSON.stringify(result(changes)));

describe('a result', () => {
  test('approves', async () => {
    expect(await postResult()).toEqual({
      status: 200,
      body: { verificationId, verificationStatus: 'APPROVED' },
    });
    expect((await platform.readCustomer(customerId)).kycStatus).toBe('APPROVED');
  });

  test('rejects with reasons', async () => {
    const reasons = [{ resourceId: customerId, type: 'APPLICANT_FRAUD', reason: 'The document is forged.' }];
    expect((await postResult({ outcome: 'REJECTED', reasons })).body.verificationStatus).toBe('REJECTED');
    expect((await platform.readCustomer(customerId)).kycStatus).toBe('REJECTED');
  });

  test('of a review leaves the verification to a person, who can still decide', async () => {
    expect((await postResult({ outcome: 'IN_REVIEW' })).body.verificationStatus).toBe(
      'PENDING_MANUAL_REVIEW',
    );
    const id = verificationId as Parameters<typeof platform.decide>[0];
    expect(granted(await platform.decide(id, 'APPROVED')).status).toBe('APPROVED');
  });

  test('that approves while a match is open leaves the verification to a person', async () => {
    list.replace('v2', [completeIndividual.fullName]);
    expect(await postResult()).toMatchObject({
      status: 200,
      body: { verificationStatus: 'PENDING_MANUAL_REVIEW' },
    });
    expect((await platform.readCustomer(customerId)).kycStatus).toBe('PENDING');
  });

  test('is in the audit log with the name of the provider', async () => {
    await postResult();
    await sequenceAuditEntries(service.ports);
    const rows = await rawRows(
      service.db.orm,
      sql`select actor_kind, actor_name, operation from audit_entries where record_id = ${verificationId}
          and operation = 'recordProviderResult'`,
    );
    expect(rows).toEqual([
      { actor_kind: 'SYSTEM', actor_name: 'Checks Inc', operation: 'recordProviderResult' },
    ]);
  });
});

describe('an event that arrives again', () => {
  test('changes nothing, and gets the current state', async () => {
    await postResult({ outcome: 'IN_REVIEW' });
    await platform.decide(verificationId as never, 'REJECTED');
    expect(await postResult({ outcome: 'IN_REVIEW' })).toMatchObject({
      status: 200,
      body: { verificationStatus: 'REJECTED' },
    });
  });

  test('with another result is a conflict', async () => {
    await postResult({ outcome: 'IN_REVIEW' });
    expect(await postResult()).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect((await platform.readCustomer(customerId)).kycStatus).toBe('PENDING');
  });

  test('five minutes after its signature is rejected', async () => {
    const body = JSON.stringify(result());
    const signed = signature(body, secret, seconds() - 301);
    expect(await post(body, { 'provider-signature': signed })).toMatchObject({
      status: 401,
      body: { code: 'INVALID_SIGNATURE' },
    });
  });
});

describe('a result is rejected', () => {
  const rejected = { status: 401, body: { code: 'INVALID_SIGNATURE', reason: 'Signature not valid' } };

  test.each([
    ['without a signature', () => ''],
    ['with the secret of another platform', (body: string) => signature(body, otherSecret)],
    ['with the signature of another body', () => signature('{}')],
  ])('%s', async (_, sign) => {
    const body = JSON.stringify(result());
    expect(await post(body, { 'provider-signature': sign(body) })).toMatchObject(rejected);
    expect((await platform.readCustomer(customerId)).kycStatus).toBe('PENDING');
  });

  test('of a platform without a provider, as with a wrong signature', async () => {
    const { id: platformId } = service.platform.principal.platform;
    expect(await postResult({ platformId })).toMatchObject(rejected);
  });

  test('about a verification of another platform', async () => {
    const body = JSON.stringify(result({ platformId: other.principal.platform.id }));
    expect(await post(body, { 'provider-signature': signature(body, otherSecret) })).toMatchObject({
      status: 404,
      body: { code: 'VERIFICATION_NOT_FOUND' },
    });
  });

  test('about a decided verification', async () => {
    await platform.decide(verificationId as never, 'REJECTED');
    expect(await postResult()).toMatchObject({ status: 409 });
  });

  test('with reasons that name a record of another customer', async () => {
    const { id: resourceId } = await platform.customer(completeIndividual);
    const reasons = [{ resourceId, type: 'APPLICANT_FRAUD', reason: 'no' }];
    expect(await postResult({ outcome: 'REJECTED', reasons })).toMatchObject({
      status: 400,
      body: { details: { field: 'reasons.0.resourceId' } },
    });
  });

  test.each([
    ['no event id', { eventId: undefined }, 'eventId'],
    ['an event id of 201 characters', { eventId: 'x'.repeat(201) }, 'eventId'],
    ['another outcome', { outcome: 'MAYBE' }, 'outcome'],
    ['reasons of an approval', { reasons: [{ resourceId: 'x' }] }, 'reasons.0.resourceId'],
    ['101 reasons', { outcome: 'REJECTED', reasons: Array(101).fill({}) }, 'reasons'],
    ['another platform id', { platformId: 'x' }, 'platformId'],
  ])('with %s', async (_, changes, field) => {
    expect(await postResult(changes)).toMatchObject({ status: 400, body: { details: { field } } });
  });

  test('with a body that is no JSON object, is not declared as JSON, or is too large', async () => {
    expect((await post('[]')).status).toBe(400);
    expect((await post('{')).status).toBe(400);
    expect((await post('{}', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post(`"${'x'.repeat(128 * 1024)}"`)).status).toBe(413);
  });
});

test('other methods are not allowed', async () => {
  const response = await fetch(`${service.url}/providers/verifications`);
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
});

test('the secret is stored sealed', async () => {
  const rows = await service.db.orm.select().from(verificationProviders);
  expect(rows).toHaveLength(2);
  for (const { sealedSecret } of rows)
    expect(Buffer.from(sealedSecret).toString('latin1')).not.toContain('secret');
});
