/** Creating, changing and deleting members, and their sessions, over both APIs. Source: docs/behaviour/members.md#members. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendQuery } from '../support/graphql-client.ts';
import { aSignedInMember, aSignInLink, openBrowser, type SignedInMember } from '../support/members.ts';
import { type Rest, restClient } from '../support/rest.ts';
import { basic, type Service, startService } from '../support/service.ts';

let service: Service;
let rest: Rest;
beforeAll(async () => {
  service = await startService({ server: true, standing: true });
  rest = restClient(service);
});
afterAll(() => service?.stop());

let count = 0;
const anEmail = () => {
  count += 1;
  return `person-${count}@example.com`;
};
const create = (body: object, authorization?: string) =>
  rest('POST', '/members', {
    body: { name: 'Ada', email: anEmail(), roles: ['VIEW'], ...body },
    ...(authorization && { authorization }),
  });

const aToken = async (...permissions: string[]) => {
  const { body } = await rest('POST', '/tokens', { body: { name: 'x', permissions } });
  return basic(`${body.clientId}:${body.clientSecret}`);
};

describe('createMember', () => {
  test('is the same over both APIs, and lists the member', async () => {
    const overRest = await create({ roles: ['APPROVE', 'VIEW', 'VIEW'] });
    expect(overRest.status).toBe(201);
    expect(overRest.body).toMatchObject({ name: 'Ada', roles: ['VIEW', 'APPROVE'], isDeleted: false });
    const { body } = await sendQuery(
      service,
      `mutation($input: CreateMemberInput!) { createMember(input: $input) { ... on Member {
        id name email roles isDeleted lastSignedInAt passkeys { id } sessions { id } } } }`,
      { input: { name: 'Grace', email: anEmail(), roles: ['VIEW'] } },
    );
    expect(body.data.createMember).toMatchObject({
      name: 'Grace',
      lastSignedInAt: null,
      passkeys: [],
      sessions: [],
    });
    const listed = await rest('GET', '/members?limit=2');
    expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([
      body.data.createMember.id,
      overRest.body.id,
    ]);
    expect(listed.body.totalCount).toBe(2);
    expect((await rest('GET', `/members/${overRest.body.id}`)).body).toEqual(overRest.body);
  });

  test.each([
    ['no VIEW', { roles: ['MANAGE'] }, 'roles', 'must include VIEW'],
    ['no role', { roles: [] }, 'roles', 'must have at least one role'],
    [
      'an unknown role',
      { roles: ['VIEW', 'ROOT'] },
      'roles.1',
      'must be one of VIEW, TRANSACT, MANAGE, APPROVE',
    ],
    ['no address', { email: 'ada' }, 'email', 'must be an email address'],
    ['a line break in the name is text', { name: '' }, 'name', 'must not be empty'],
  ])('rejects %s', async (_title, input, field, reason) => {
    const { status, body } = await create(input);
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
    expect(body.details.errors).toEqual([{ field, reason }]);
  });

  test('an address belongs to one live member of a platform, in any case of letters', async () => {
    const email = anEmail();
    const first = await create({ email });
    const taken = await create({ email: email.toUpperCase() });
    expect(taken).toMatchObject({ status: 409, body: { code: 'CONFLICT', reason: 'Email in use' } });
    const other = await create({});
    const moved = await rest('PATCH', `/members/${other.body.id}`, { body: { email: email.toUpperCase() } });
    expect(moved.status).toBe(409);
    const stranger = await service.addPlatform();
    expect((await create({ email }, basic(stranger.token))).status).toBe(201);
    expect((await rest('DELETE', `/members/${first.body.id}`)).status).toBe(204);
    expect((await create({ email })).status).toBe(201);
    expect((await rest('GET', `/members/${first.body.id}`)).body.isDeleted).toBe(true);
  });

  test('two concurrent creations with one address: one succeeds', async () => {
    const email = anEmail();
    const statuses = await Promise.all([1, 2, 3].map(async () => (await create({ email })).status));
    expect(statuses.sort()).toEqual([201, 409, 409]);
  });
});

describe('a caller gives no role that it lacks', () => {
  test.each([
    ['MANAGE alone', ['MANAGE'], ['VIEW'], 403],
    ['VIEW and MANAGE', ['VIEW', 'MANAGE'], ['VIEW', 'MANAGE'], 201],
    ['VIEW and MANAGE', ['VIEW', 'MANAGE'], ['VIEW', 'APPROVE'], 403],
    ['VIEW, TRANSACT and MANAGE', ['VIEW', 'TRANSACT', 'MANAGE'], ['VIEW', 'APPROVE'], 201],
    ['VIEW and TRANSACT', ['VIEW', 'TRANSACT'], ['VIEW'], 403],
  ])('a token with %s: %j gives %j', async (_title, permissions, roles, status) => {
    expect((await create({ roles }, await aToken(...permissions))).status).toBe(status);
  });

  test.each([
    [['VIEW', 'MANAGE'], ['VIEW', 'MANAGE'], 201],
    [['VIEW', 'MANAGE'], ['VIEW', 'TRANSACT'], 403],
    [['VIEW', 'MANAGE', 'TRANSACT'], ['VIEW', 'APPROVE'], 403],
    [['VIEW', 'TRANSACT', 'APPROVE'], ['VIEW'], 403],
  ] as const)('a member with %j gives %j', async (held, roles, status) => {
    const member = await aSignedInMember(service, held);
    const made = await member.rest('POST', '/members', { name: 'New', email: anEmail(), roles });
    expect(made.status).toBe(status);
  });

  test('a member without APPROVE creates no API token that decides on agent actions', async () => {
    const member = await aSignedInMember(service, ['VIEW', 'TRANSACT', 'MANAGE']);
    const token = (permissions: string[]) => member.rest('POST', '/tokens', { name: 'x', permissions });
    expect((await token(['VIEW', 'MANAGE'])).status).toBe(201);
    const rejected = await token(['VIEW', 'TRANSACT']);
    expect(rejected).toMatchObject({ status: 403, body: { code: 'FORBIDDEN', reason: 'Role missing' } });
    expect(rejected.body.message).toContain('APPROVE');
  });

  test('an address is not taken over: to change it the caller needs all roles of the member', async () => {
    const manager = await aSignedInMember(service, ['VIEW', 'MANAGE']);
    const approver = await create({ roles: ['VIEW', 'APPROVE'] });
    const path = `/members/${approver.body.id}`;
    const taken = await manager.rest('PATCH', path, { email: anEmail() });
    expect(taken).toMatchObject({ status: 403, body: { reason: 'Role missing' } });
    expect((await manager.rest('PATCH', path, { name: 'Grace' })).body.name).toBe('Grace');
    expect((await manager.rest('PATCH', path, { roles: ['VIEW'] })).body.roles).toEqual(['VIEW']);
    expect((await manager.rest('PATCH', path, { email: anEmail() })).status).toBe(200);
  });

  test('needs a fresh proof of presence', async () => {
    const manager = await aSignedInMember(service, ['VIEW', 'MANAGE']);
    const other = await create({});
    service.clock.advance(300);
    const attempts = [
      await manager.rest('POST', '/members', { name: 'x', email: anEmail(), roles: ['VIEW'] }),
      await manager.rest('PATCH', `/members/${other.body.id}`, { roles: ['VIEW', 'MANAGE'] }),
      await manager.rest('PATCH', `/members/${other.body.id}`, { email: anEmail() }),
    ];
    expect(attempts.map(({ body }) => body.code)).toEqual(Array(3).fill('STEP_UP_REQUIRED'));
    expect((await manager.rest('PATCH', `/members/${other.body.id}`, { name: 'Grace' })).status).toBe(200);
  });
});

describe('a change takes effect at once', () => {
  test('a new address ends the links of the member', async () => {
    const { memberId, token } = await aSignInLink(service, { email: anEmail(), roles: ['VIEW'] });
    await rest('PATCH', `/members/${memberId}`, { body: { email: anEmail() } });
    expect((await openBrowser(service).session('POST', '', { token })).status).toBe(401);
  });

  test('a lost role is missing in the next request of the session', async () => {
    const member = await aSignedInMember(service, ['VIEW', 'MANAGE']);
    expect((await member.rest('DELETE', `/tokens/Token:${crypto.randomUUID()}`)).status).toBe(404);
    await rest('PATCH', `/members/${member.memberId}`, { body: { roles: ['VIEW'] } });
    expect((await member.rest('DELETE', `/tokens/Token:${crypto.randomUUID()}`)).status).toBe(403);
  });

  test.each([
    ['a lost role ends the access tokens that the member created', { roles: ['VIEW'] }, 401],
    ['a new role and a new name do not', { roles: ['VIEW', 'MANAGE', 'APPROVE'], name: 'Ada' }, 200],
  ])('%s', async (_title, body, status) => {
    const member = await aSignedInMember(service, ['VIEW', 'APPROVE']);
    const minted = await member.query(
      'mutation { createAccessToken(input: { scopes: [READ, APPROVE] }) { ... on AccessTokenCreated { accessToken } } }',
    );
    const authorization = `Bearer ${minted.body.data.createAccessToken.accessToken}`;
    expect((await rest('GET', '/config', { authorization })).status).toBe(200);
    expect((await rest('PATCH', `/members/${member.memberId}`, { body })).status).toBe(200);
    expect((await rest('GET', '/config', { authorization })).status).toBe(status);
  });

  test('a deleted member has no session, no link and no access token', async () => {
    const member = await aSignedInMember(service, ['VIEW', 'MANAGE']);
    const { token } = await aSignInLink(service, { email: member.email });
    const minted = await member.query(
      'mutation { createAccessToken(input: { scopes: [READ] }) { ... on AccessTokenCreated { accessToken } } }',
    );
    const bearer = `Bearer ${minted.body.data.createAccessToken.accessToken}`;
    expect((await rest('GET', '/config', { authorization: bearer })).status).toBe(200);
    expect((await rest('DELETE', `/members/${member.memberId}`)).status).toBe(204);
    expect((await member.rest('GET', '/config')).status).toBe(401);
    expect((await rest('GET', '/config', { authorization: bearer })).status).toBe(401);
    expect((await openBrowser(service).session('POST', '', { token })).status).toBe(401);
    expect((await rest('DELETE', `/members/${member.memberId}`)).status).toBe(404);
    expect((await rest('PATCH', `/members/${member.memberId}`, { body: { name: 'x' } })).status).toBe(404);
  });

  test('a member cannot delete itself or change its own roles', async () => {
    const member = await aSignedInMember(service, ['VIEW', 'MANAGE']);
    const path = `/members/${member.memberId}`;
    const expected = { status: 409, body: { code: 'CONFLICT', reason: 'Own membership' } };
    expect(await member.rest('DELETE', path)).toMatchObject(expected);
    expect(await member.rest('PATCH', path, { roles: ['VIEW'] })).toMatchObject(expected);
    expect((await member.rest('PATCH', path, { email: anEmail(), name: 'Ada' })).status).toBe(200);
  });
});

describe('one member with MANAGE remains', () => {
  test.each<[string, (by: SignedInMember, other: SignedInMember) => ReturnType<SignedInMember['rest']>]>([
    ['demote', (by, { memberId }) => by.rest('PATCH', `/members/${memberId}`, { roles: ['VIEW'] })],
    ['delete', (by, { memberId }) => by.rest('DELETE', `/members/${memberId}`)],
  ])('when two members %s each other at one time', async (_title, end) => {
    for (let round = 0; round < 3; round += 1) {
      const platform = await service.addPlatform();
      const one = await aSignedInMember(service, ['VIEW', 'MANAGE'], platform);
      const other = await aSignedInMember(service, ['VIEW', 'MANAGE'], platform);
      const results = await Promise.all([end(one, other), end(other, one)]);
      expect(results.filter(({ status }) => status < 300)).toHaveLength(1);
      const { body } = await rest('GET', '/members', { authorization: basic(platform.token) });
      const managers = body.data.filter(({ roles }: { roles: string[] }) => roles.includes('MANAGE'));
      expect(managers).toHaveLength(1);
    }
  });
});

describe('sessions of members', () => {
  test('are listed and revoked, by the member or with MANAGE', async () => {
    const member = await aSignedInMember(service, ['VIEW']);
    const other = await aSignedInMember(service, ['VIEW']);
    const path = `/members/${member.memberId}/sessions`;
    const own = await member.rest('GET', path);
    expect(own.body.data).toEqual([
      expect.objectContaining({
        method: 'LINK',
        isCurrent: true,
        address: expect.stringMatching(/^(127|::)/),
      }),
    ]);
    expect((await rest('GET', path)).body.data[0].isCurrent).toBe(false);
    expect((await other.rest('GET', path)).body.code).toBe('FORBIDDEN');
    const sessionPath = `${path}/${own.body.data[0].id}`;
    expect((await other.rest('DELETE', sessionPath)).status).toBe(403);
    expect((await rest('DELETE', `/members/${other.memberId}/sessions/${own.body.data[0].id}`)).status).toBe(
      404,
    );
    const stranger = await service.addPlatform();
    expect((await rest('DELETE', sessionPath, { authorization: basic(stranger.token) })).status).toBe(404);
    expect((await rest('DELETE', sessionPath)).status).toBe(204);
    expect((await member.rest('GET', path)).status).toBe(401);
    expect((await rest('DELETE', sessionPath)).status).toBe(404);
    const unknown = `/members/Member:${crypto.randomUUID()}/sessions`;
    expect((await rest('GET', unknown)).body.code).toBe('MEMBER_NOT_FOUND');
  });

  test('of others are not shown to a member without MANAGE, over GraphQL too', async () => {
    const member = await aSignedInMember(service, ['VIEW']);
    const other = await aSignedInMember(service, ['VIEW', 'MANAGE']);
    const document = 'query($id: ID!) { member(id: $id) { email sessions { id } } }';
    const hidden = await member.query(document, { id: other.memberId });
    expect(hidden.body.data.member).toEqual({ email: other.email, sessions: null });
    const shown = await other.query(document, { id: member.memberId });
    expect(shown.body.data.member.sessions).toHaveLength(1);
    const revoked = await member.query(
      'mutation($id: ID!) { revokeMemberSession(id: $id) { ... on ForbiddenError { requiredPermissions } } }',
      { id: (await other.session('GET', '')).body.id },
    );
    expect(revoked.body.data.revokeMemberSession.requiredPermissions).toEqual(['MANAGE']);
  });
});
