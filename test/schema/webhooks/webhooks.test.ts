import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { basic, type Service, startService } from '../../support/service.ts';
import { type Receiver, startReceiver, until, verifies } from '../../support/webhook-service.ts';

let service: Service;
let receiver: Receiver;
beforeAll(async () => {
  service = await startService({ server: true });
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await service.stop();
});

/** Sends a GraphQL request. The result has any shape, because each test checks the fields that it selects. */
// biome-ignore lint/suspicious/noExplicitAny: each test checks the shape.
const sendQuery = async (query: string, variables: object = {}): Promise<any> => {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: basic(service.platform.token) },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data: unknown; errors?: unknown };
  expect(errors).toBeUndefined();
  return data;
};

const errorFields = '... on ServiceError { __typename errorCode message httpStatus reason }';

describe('over GraphQL, from an endpoint to a verified event', () => {
  test('an endpoint is configured, tested and notified of a verification, and its delivery log is read', async () => {
    const { updatePlatformConfig: config } = await sendQuery(
      `mutation ($url: String!) { updatePlatformConfig(input: {webhookEndpoints: [{url: $url}]}) {
         ... on PlatformConfig { webhookPublicKeys sandboxUmaDomain webhookEndpoints { id url eventTypes isPaused } } ${errorFields} } }`,
      { url: receiver.url },
    );
    expect(config.webhookEndpoints).toEqual([
      {
        id: expect.stringMatching(/^WebhookEndpoint:/),
        url: receiver.url,
        eventTypes: null,
        isPaused: false,
      },
    ]);
    const { sandboxSendTestWebhook: sent } = await sendQuery(
      `mutation { sandboxSendTestWebhook { ... on TestWebhookSent { responseStatus responseBody } ${errorFields} } }`,
    );
    expect(sent).toEqual({ responseStatus: 200, responseBody: 'ok' });

    const { eventCursor } = await sendQuery('{ eventCursor }');
    const { createCustomer: business } = await sendQuery(
      `mutation { createCustomer(input: {customerType: BUSINESS, businessInfo: {legalName: "Acme", registrationNumber: "9002"}}) { ... on Customer { id kybStatus } } }`,
    );
    const { createBeneficialOwner: owner } = await sendQuery(
      `mutation ($id: ID!) { createBeneficialOwner(input: {customerId: $id, roles: [CONTROL_PERSON], ownershipPercentage: 12.5, personalInfo: {
         firstName: "Grace", lastName: "Hopper001", birthDate: "1990-12-09", nationality: "US", idType: SSN, identifier: "078-05-1120",
         address: {line1: "1 Main St", postalCode: "10001", country: "US"} } }) {
         ... on BeneficialOwner { id kycStatus ownershipPercentage personalInfo { identifier } customer { beneficialOwners { id } } } ${errorFields} } }`,
      { id: business.id },
    );
    expect(owner).toMatchObject({
      kycStatus: 'PENDING',
      ownershipPercentage: 12.5,
      personalInfo: { identifier: '078-05-1120' },
    });
    expect(owner.customer.beneficialOwners).toEqual([{ id: owner.id }]);
    const { submitVerification: verification } = await sendQuery(
      `mutation ($id: ID!) { submitVerification(input: {customerId: $id}) {
         ... on Verification { id verificationStatus errors { type field } customer { kybStatus } } ${errorFields} } }`,
      { id: business.id },
    );
    expect(verification).toMatchObject({
      verificationStatus: 'REJECTED',
      errors: [{ type: 'APPLICANT_REJECTED', field: 'businessInfo.registrationNumber' }],
      customer: { kybStatus: 'REJECTED' },
    });

    const kinds = [
      'VERIFICATION.IN_PROGRESS',
      'CUSTOMER.KYB_PENDING',
      'CUSTOMER.KYB_REJECTED',
      'VERIFICATION.REJECTED',
    ];
    await until(() => kinds.every((kind) => receiver.received.some(({ event }) => event.type === kind)));
    expect(receiver.received.every((one) => verifies(config.webhookPublicKeys[0], one))).toBe(true);
    const rejected = receiver.received.find(({ event }) => event.type === 'CUSTOMER.KYB_REJECTED');
    expect(rejected?.event.data).toMatchObject({
      id: business.id,
      kybStatus: 'REJECTED',
      beneficialOwners: [{ id: owner.id, personalInfo: { identifier: '****1120' } }],
    });

    const { events } = await sendQuery(
      `query ($after: String!) { events(first: 3, after: $after) { nodes { id type sequence resourceId resource { __typename id } } pageInfo { hasNextPage endCursor } } }`,
      { after: eventCursor },
    );
    expect(events.nodes).toHaveLength(3);
    expect(events.pageInfo.hasNextPage).toBe(true);
    expect(events.nodes[0].resource).toMatchObject({ id: events.nodes[0].resourceId });
    const { events: rest } = await sendQuery(
      'query ($after: String!) { events(after: $after) { nodes { id type } pageInfo { hasNextPage } } }',
      { after: events.pageInfo.endCursor },
    );
    const pulled = [...events.nodes, ...rest.nodes];
    expect(pulled.map(({ type }: { type: string }) => type).sort()).toEqual([...kinds].sort());
    const pushed = new Set(receiver.received.map(({ event }) => event.id));
    expect(pulled.every(({ id }: { id: string }) => pushed.has(id))).toBe(true);

    await until(async () => {
      const { webhookDeliveries } = await sendQuery(
        '{ webhookDeliveries(filter: {status: PENDING}) { totalCount } }',
      );
      return webhookDeliveries.totalCount === 0;
    });
    const { webhookDeliveries } = await sendQuery(
      `query ($id: ID!) { webhookDeliveries(filter: {resourceId: $id, type: "CUSTOMER.KYB_REJECTED"}) { totalCount nodes {
         id eventId type sequence status nextAttemptAt endpoint { url } attempts { at requestBody responseStatus responseBody durationMs error } } } }`,
      { id: business.id },
    );
    expect(webhookDeliveries).toMatchObject({
      totalCount: 1,
      nodes: [
        {
          eventId: rejected?.event.id,
          sequence: 2,
          status: 'DELIVERED',
          nextAttemptAt: null,
          endpoint: { url: receiver.url },
          attempts: [
            {
              requestBody: rejected?.raw.toString('utf8'),
              responseStatus: 200,
              responseBody: 'ok',
              error: null,
            },
          ],
        },
      ],
    });
    const { redeliverWebhook } = await sendQuery(
      `mutation ($id: ID!) { redeliverWebhook(deliveryId: $id) { ... on WebhookDelivery { status } ${errorFields} } }`,
      { id: webhookDeliveries.nodes[0].id },
    );
    expect(redeliverWebhook).toEqual({ status: 'PENDING' });
    await until(() => receiver.received.filter(({ event }) => event.id === rejected?.event.id).length === 2);
  });

  test.each([
    ['redeliverWebhook(deliveryId: "nonsense")', 'InvalidInputError'],
    ['redeliverWebhook(deliveryId: "Delivery:00000000-0000-7000-8000-000000000000")', 'NotFoundError'],
    ['redeliverWebhooks(after: "nonsense")', 'InvalidInputError'],
    ['claimInvitation(code: "00000000", inviteeUma: "$a@b.example")', 'NotFoundError'],
    ['claimInvitation(code: "00000000", inviteeUma: "nobody")', 'InvalidInputError'],
    ['cancelInvitation(code: "00000000")', 'NotFoundError'],
    ['createInvitation(input: {inviterUma: "nobody", amountToSend: 0})', 'InvalidInputError'],
    [
      'submitVerification(input: {customerId: "Customer:00000000-0000-7000-8000-000000000000"})',
      'NotFoundError',
    ],
    [
      'decideVerification(input: {verificationId: "Verification:00000000-0000-7000-8000-000000000000", decision: IN_PROGRESS})',
      'InvalidInputError',
    ],
    ['deleteDocument(id: "Document:00000000-0000-7000-8000-000000000000")', 'NotFoundError'],
    [
      'updateBeneficialOwner(id: "BeneficialOwner:00000000-0000-7000-8000-000000000000", input: {})',
      'NotFoundError',
    ],
    ['updatePlatformConfig(input: {sessionTtlSeconds: 1})', 'InvalidInputError'],
  ])('%s is a %s', async (field, typename) => {
    const result = await sendQuery(`mutation { ${field} { ... on ServiceError { __typename } } }`);
    expect(Object.values(result)).toEqual([{ __typename: typename }]);
  });
});
