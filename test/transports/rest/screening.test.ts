/** Reviews over both APIs: decisions about verifications and about matches with a sanctions list, and the verification provider. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendQuery } from '../../support/graphql-client.ts';
import { type Rest, restClient } from '../../support/rest.ts';
import { testList } from '../../support/screening.ts';
import { basic, type Service, startService } from '../../support/service.ts';
import { completeIndividual, identityOperations } from '../../support/verifications.ts';

let service: Service;
let rest: Rest;
let authorization: string;
let platform: ReturnType<typeof identityOperations>;
beforeAll(async () => {
  service = await startService({
    server: true,
    standing: true,
    ports: { screening: testList(['Abu Abbas']) },
  });
  const { principal, token } = await service.addPlatform('PRODUCTION');
  platform = identityOperations(service, principal);
  authorization = basic(token);
  const client = restClient(service);
  rest = (method, path, sent) => client(method, path, { authorization, ...sent });
});
afterAll(() => service.stop());

const post = async (query: string, variables: object) =>
  (await sendQuery(service, query, variables, { authorization })).body;

let customerId: string;
let verificationId: string;
let documentId: string;
beforeEach(async () => {
  const { id } = await platform.customer({ ...completeIndividual, fullName: 'Abu Abbas' });
  customerId = id;
  documentId = (await platform.document(id, 'PASSPORT')).id;
  verificationId = (await platform.submit(id)).id;
});

const decideVerification = (body: object) =>
  rest('POST', `/verifications/${verificationId}/decision`, { body });

describe('POST /verifications/{verificationId}/decision', () => {
  test('rejects a document with the reason', async () => {
    const problems = [
      { resourceId: documentId, type: 'UNREADABLE_DOCUMENT', reason: 'The photo is not sharp.' },
    ];
    const { status, body } = await decideVerification({ decision: 'RESOLVE_ERRORS', problems, note: 'call' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: verificationId,
      verificationStatus: 'RESOLVE_ERRORS',
      errors: problems,
      kycStatus: 'PENDING',
    });
    expect(JSON.stringify(body)).not.toContain('call');
  });

  test('rejects', async () => {
    const { body } = await decideVerification({ decision: 'REJECTED' });
    expect(body).toMatchObject({ verificationStatus: 'REJECTED', kycStatus: 'REJECTED' });
    expect((await decideVerification({ decision: 'REJECTED' })).status).toBe(409);
  });

  test('approves only when each match is cleared', async () => {
    expect(await decideVerification({ decision: 'APPROVED' })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', reason: 'Open screening match' },
    });
    const { body } = await rest('GET', `/screening-matches?customerId=${customerId}`);
    await rest('POST', `/screening-matches/${body.data[0].id}/decision`, {
      body: { decision: 'CLEARED', comment: 'Another birth date.' },
    });
    expect((await decideVerification({ decision: 'APPROVED' })).body).toMatchObject({
      verificationStatus: 'APPROVED',
      kycStatus: 'APPROVED',
    });
  });

  test('names every wrong field', async () => {
    const problems = [{ resourceId: 'x', type: 'NONE', reason: '' }];
    const { status, body } = await decideVerification({ decision: 'MAYBE', problems, note: '' });
    expect(status).toBe(400);
    expect(body.details.errors.map(({ field }: { field: string }) => field)).toEqual([
      'decision',
      'problems.0.resourceId',
      'problems.0.type',
      'problems.0.reason',
      'note',
    ]);
  });
});

describe('matches', () => {
  test('are listed with a filter, read, and decided; both APIs show the same', async () => {
    const { body: list } = await rest('GET', `/screening-matches?status=OPEN&customerId=${customerId}`);
    expect(list).toMatchObject({
      totalCount: 1,
      data: [{ customerId, subjectId: customerId, status: 'OPEN', score: 97, matchedName: 'Abu Abbas' }],
    });
    const [{ id }] = list.data;
    expect((await rest('GET', `/screening-matches/${id}`)).body).toEqual(list.data[0]);
    const { data } = await post(
      `query ($filter: ScreeningMatchFilter) {
        screeningMatches(filter: $filter, first: 1) {
          totalCount
          nodes { id subjectId status score matchedName entryId program listVersion decidedBy comment decidedAt createdAt updatedAt customer { id } }
        }
      }`,
      { filter: { status: 'OPEN', customerId } },
    );
    const [{ customer, decidedBy, comment, decidedAt, ...node }] = data.screeningMatches.nodes;
    expect({ ...node, customerId: customer.id }).toEqual(list.data[0]);
    expect([decidedBy, comment, decidedAt]).toEqual([null, null, null]);

    const decided = await post(
      `mutation ($input: DecideScreeningMatchInput!) {
        decideScreeningMatch(input: $input) { __typename ... on ScreeningMatch { id status comment } }
      }`,
      { input: { matchId: id, decision: 'CONFIRMED', comment: 'Same passport.' } },
    );
    expect(decided.data.decideScreeningMatch).toEqual({
      __typename: 'ScreeningMatch',
      id,
      status: 'CONFIRMED',
      comment: 'Same passport.',
    });
    expect((await rest('GET', `/screening-matches?status=OPEN&customerId=${customerId}`)).body.data).toEqual(
      [],
    );
  });

  test('are found as nodes', async () => {
    const { body: list } = await rest('GET', `/screening-matches?customerId=${customerId}`);
    const { data } = await post('query ($id: ID!) { node(id: $id) { __typename id } }', {
      id: list.data[0].id,
    });
    expect(data.node).toEqual({ __typename: 'ScreeningMatch', id: list.data[0].id });
  });

  test('that do not exist are not found', async () => {
    const path = '/screening-matches/ScreeningMatch:019542f5-b3e7-7d02-8000-000000000002';
    expect((await rest('GET', path)).body).toMatchObject({ code: 'SCREENING_MATCH_NOT_FOUND' });
    expect(
      await rest('POST', `${path}/decision`, { body: { decision: 'CLEARED', comment: 'x' } }),
    ).toMatchObject({ status: 404, body: { code: 'SCREENING_MATCH_NOT_FOUND' } });
  });

  test('are not shown to access tokens, so that no page shows them to the customer', async () => {
    const { data } = await post(
      'mutation ($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { ... on AccessTokenCreated { accessToken } } }',
      { input: { scopes: ['READ'] } },
    );
    const bearer = `Bearer ${data.createAccessToken.accessToken}`;
    expect(bearer.length).toBeGreaterThan(100);
    expect((await rest('GET', '/screening-matches', { authorization: bearer })).status).toBe(403);
  });
});

describe('the verification provider', () => {
  const input = { name: 'Checks Inc', secret: 's'.repeat(32) };
  const set = `mutation ($input: SetVerificationProviderInput!) {
    setVerificationProvider(input: $input) {
      __typename
      ... on VerificationProvider { name }
      ... on InvalidInputError { fields { path } }
    }
  }`;

  test('is set, replaced, read and deleted', async () => {
    expect((await post(set, { input })).data.setVerificationProvider).toEqual({
      __typename: 'VerificationProvider',
      name: 'Checks Inc',
    });
    await post(set, { input: { ...input, name: 'Checks Ltd' } });
    const read = () => post('{ verificationProvider { name } }', {});
    expect((await read()).data).toEqual({ verificationProvider: { name: 'Checks Ltd' } });
    const remove = () =>
      post('mutation { deleteVerificationProvider { __typename ... on VerificationProvider { name } } }', {});
    expect((await remove()).data.deleteVerificationProvider).toMatchObject({ name: 'Checks Ltd' });
    expect((await remove()).data.deleteVerificationProvider).toEqual({ __typename: 'NotFoundError' });
    expect((await read()).data).toEqual({ verificationProvider: null });
  });

  test.each([
    ['a secret of 31 characters', { ...input, secret: 's'.repeat(31) }, 'input.secret'],
    ['a secret of 201 characters', { ...input, secret: 's'.repeat(201) }, 'input.secret'],
    ['a secret with a blank', { ...input, secret: ` ${'s'.repeat(40)}` }, 'input.secret'],
    ['a blank name', { ...input, name: ' ' }, 'input.name'],
  ])('is not set with %s', async (_, given, path) => {
    expect((await post(set, { input: given })).data.setVerificationProvider).toEqual({
      __typename: 'InvalidInputError',
      fields: [{ path }],
    });
  });
});
