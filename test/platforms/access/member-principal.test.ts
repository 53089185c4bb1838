/** What a member may do by its roles, what it may grant, and how records name it. */
import { describe, expect, test } from 'vitest';
import { requireToGrant } from '../../../src/platforms/access/grants.ts';
import {
  type MemberRole,
  memberRoles,
  rolesOfPermissions,
} from '../../../src/platforms/access/member-roles.ts';
import {
  actorOf,
  credentialIdOf,
  type MemberPrincipal,
  type PlatformPrincipal,
  permissionsOf,
  type RequiredPermission,
  requirePermission,
} from '../../../src/platforms/access/principal.ts';
import { requireStepUp, stepUpSeconds } from '../../../src/platforms/access/step-up.ts';
import type { Permission } from '../../../src/platforms/platform.ts';

const now = new Date('2025-10-13T12:00:00Z');

const aMember = (roles: readonly MemberRole[], stepUpAt?: Date) =>
  ({
    kind: 'member',
    platform: { id: 'Platform:p' },
    member: { id: 'Member:m', name: 'Ada', roles },
    session: { id: 'MemberSession:s', stepUpAt, expiresAt: new Date('2025-10-14T00:00:00Z') },
  }) as unknown as MemberPrincipal;

const aToken = (permissions: readonly Permission[]) =>
  ({
    kind: 'platform',
    platform: { id: 'Platform:p' },
    token: { id: 'Token:t', name: 'Back end', permissions },
  }) as unknown as PlatformPrincipal;

describe('a member may do what its roles allow', () => {
  test.each<[RequiredPermission, readonly MemberRole[]]>([
    ['VIEW', ['VIEW']],
    ['VIEW_PLATFORM', ['VIEW']],
    ['SUBSCRIBE', ['VIEW']],
    ['TRANSACT', ['TRANSACT']],
    ['MANAGE', ['MANAGE']],
    ['EMPOWER_AGENTS', ['TRANSACT', 'MANAGE']],
    ['DECIDE_AGENT_ACTIONS', ['APPROVE']],
    ['DECIDE_BANK_RECORDS', ['APPROVE']],
    ['MANAGE_BANKS', ['TRANSACT', 'MANAGE']],
  ])('%s needs %j', (required, needed) => {
    expect(requirePermission(aMember(needed), required)).toBe(true);
    for (const lacked of needed) {
      const others = memberRoles.filter((role) => role !== lacked);
      expect(requirePermission(aMember(others), required)).toMatchObject({
        code: 'FORBIDDEN',
        reason: 'Role missing',
        message: expect.stringContaining(lacked),
        requiredPermissions: lacked === 'APPROVE' ? [] : [lacked],
      });
    }
  });

  test.each<RequiredPermission>(['AGENT_CREATE_TRANSFERS', 'AGENT_EXECUTE_QUOTES'])(
    'never %s',
    (required) => {
      expect(requirePermission(aMember(memberRoles), required)).toMatchObject({ code: 'FORBIDDEN' });
    },
  );
});

describe('a caller grants only what it may do itself', () => {
  test.each<[readonly MemberRole[], readonly Permission[], readonly MemberRole[]]>([
    [['VIEW', 'MANAGE'], ['VIEW'], []],
    [['VIEW', 'TRANSACT', 'MANAGE'], ['TRANSACT'], ['APPROVE']],
    [['VIEW', 'APPROVE', 'MANAGE'], ['TRANSACT'], ['TRANSACT']],
    [memberRoles, ['VIEW', 'TRANSACT', 'MANAGE'], []],
  ])('a member with %j creates an API token with %j: it lacks %j', (held, granted, lacked) => {
    const result = requireToGrant(aMember(held), rolesOfPermissions(granted));
    if (lacked.length === 0) expect(result).toBeUndefined();
    else expect(result?.message).toContain(`it lacks ${lacked.join(' and ')}.`);
  });

  test.each<[readonly Permission[], readonly MemberRole[], readonly Permission[]]>([
    [['VIEW', 'TRANSACT', 'MANAGE'], memberRoles, []],
    [['VIEW', 'MANAGE'], ['VIEW', 'APPROVE'], ['TRANSACT']],
    [['MANAGE'], ['VIEW', 'TRANSACT', 'APPROVE'], ['VIEW', 'TRANSACT']],
  ])('a token with %j grants a member %j: it lacks %j', (held, granted, lacked) => {
    const result = requireToGrant(aToken(held), granted);
    if (lacked.length === 0) expect(result).toBeUndefined();
    else expect(result?.requiredPermissions).toEqual(lacked);
  });
});

test('records name the person, and the session is the credential', () => {
  const member = aMember(['VIEW', 'APPROVE']);
  expect(actorOf(member)).toEqual({ kind: 'MEMBER', id: 'Member:m', name: 'Ada' });
  expect(actorOf(aToken(['VIEW']))).toEqual({ kind: 'API_TOKEN', id: 'Token:t', name: 'Back end' });
  expect(credentialIdOf(member)).toBe('MemberSession:s');
  expect(permissionsOf(member)).toEqual(['VIEW']);
});

describe('a proof of presence is fresh for five minutes', () => {
  test.each([
    ['never', undefined, false],
    ['one millisecond less', stepUpSeconds * 1000 - 1, true],
    ['exactly five minutes', stepUpSeconds * 1000, false],
  ])('%s', (_title, ageMs, isFresh) => {
    const at = ageMs === undefined ? undefined : new Date(now.getTime() - ageMs);
    const result = requireStepUp(aMember(memberRoles, at), now);
    if (isFresh) expect(result).toBeUndefined();
    else expect(result).toMatchObject({ code: 'STEP_UP_REQUIRED', httpStatus: 403 });
  });

  test('an API token needs none', () => {
    expect(requireStepUp(aToken(['VIEW']), now)).toBeUndefined();
  });
});
