/**
 * A member may do what its roles allow and nothing else, over both APIs. The endpoints and fields come from the routes and the
 * schema, so that a new one is tested too.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requiredPermissionOf } from '../../schema/platforms/permission-descriptions.ts';
import { type MemberRole, memberRoles } from '../../src/platforms/access/member-roles.ts';
import { permissionsFor, type RequiredPermission } from '../../src/platforms/access/permissions.ts';
import { routes } from '../../src/transports/rest/routes/index.ts';
import { documentOf, rootFields } from '../support/graphql-client.ts';
import { argumentsOf } from '../support/hostile-inputs.ts';
import { aSignedInMember, type SignedInMember } from '../support/members.ts';
import { type Service, startService } from '../support/service.ts';

/** Every set of roles that a member can have. */
const roleSets: readonly (readonly MemberRole[])[] = Array.from({ length: 8 }, (_, bits) =>
  memberRoles.filter((_role, index) => index === 0 || bits & (1 << (index - 1))),
);

let service: Service;
const members = new Map<string, SignedInMember>();
beforeAll(async () => {
  service = await startService({ server: true, standing: true });
  for (const roles of roleSets) members.set(roles.join(), await aSignedInMember(service, roles));
});
afterAll(() => service?.stop());

const memberWith = (roles: readonly MemberRole[]): SignedInMember => {
  const member = members.get(roles.join());
  if (!member) throw new Error(`no member has ${roles}`);
  return member;
};

const decisions: readonly RequiredPermission[] = ['DECIDE_AGENT_ACTIONS', 'DECIDE_BANK_RECORDS'];

/** The roles that a member needs: those with the names of the permissions, except for decisions. */
const rolesFor = (required: RequiredPermission): readonly MemberRole[] =>
  decisions.includes(required) ? ['APPROVE'] : permissionsFor(required);

const platformRoutes = routes.filter(({ caller }) => caller === 'platform');

describe.each(roleSets.map((held) => ({ held, title: held.join(' + ') })))(
  'a member with $title',
  ({ held }) => {
    const lacks = (required: RequiredPermission) => rolesFor(required).filter((role) => !held.includes(role));

    test('is stopped at each endpoint for which it lacks a role, before anything is read', async () => {
      const member = memberWith(held);
      for (const { method, path, permission } of platformRoutes) {
        const missing = permission ? lacks(permission) : [];
        if (missing.length === 0) continue;
        const { status, body } = await member.rest(method, path.replace(/\{\w+\}/g, 'x'));
        expect({ status, ...body }, `${method} ${path}`).toMatchObject({
          status: 403,
          code: 'FORBIDDEN',
          reason: 'Role missing',
        });
        for (const role of missing) expect(body.message).toContain(role);
      }
    });

    test('is stopped at each mutation for which it lacks a role, and at those of agents', async () => {
      const member = memberWith(held);
      for (const root of rootFields('mutation')) {
        const required = requiredPermissionOf(root.field);
        if (!required || (lacks(required).length === 0 && !root.field.name.startsWith('agent'))) continue;
        const [variables] = fc.sample(argumentsOf(root, new Map()), { numRuns: 1, seed: 1 });
        const { body } = await member.query(documentOf(root), variables);
        const result = body.data?.[root.field.name];
        // A variable of another type is rejected before any operation runs.
        if (result === undefined)
          expect(body.errors?.[0].extensions.code, root.field.name).toBe('INVALID_INPUT');
        else expect(result, root.field.name).toMatchObject({ errorCode: 'FORBIDDEN', httpStatus: 403 });
      }
    });
  },
);

test('a member reaches each endpoint for which it has the roles', async () => {
  const member = memberWith(memberRoles);
  for (const { method, path } of platformRoutes.filter((route) => route.method === 'GET')) {
    const { status, body } = await member.rest(method, path.replace(/\{\w+\}/g, 'x'));
    expect([200, 400, 404, 501], `${method} ${path}: ${JSON.stringify(body)}`).toContain(status);
  }
});

test('an endpoint of agents takes no session', async () => {
  const member = memberWith(memberRoles);
  for (const { method, path } of routes.filter(({ caller }) => caller === 'agent')) {
    expect((await member.rest(method, path.replace(/\{\w+\}/g, 'x'))).status, path).toBe(401);
  }
});

test('no member sees the members of another platform', async () => {
  const stranger = await service.addPlatform();
  const other = await aSignedInMember(service, memberRoles, stranger);
  const member = memberWith(memberRoles);
  const listed = await other.rest('GET', '/members');
  expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([other.memberId]);
  expect((await other.rest('GET', `/members/${member.memberId}`)).status).toBe(404);
  expect((await other.rest('DELETE', `/members/${member.memberId}`)).status).toBe(404);
  const nodes = await other.query('query($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
    ids: [member.memberId, other.memberId],
  });
  expect(nodes.body.data.nodes).toEqual([null, { id: other.memberId }]);
});
