/** Schemas of members and their sessions. Source: docs/behaviour/members.md#members, docs/behaviour/members.md#sessions. */
import { z } from 'zod';
import { signInMethods } from '../../../members/sessions/session.ts';
import { memberRoles } from '../../../platforms/access/member-roles.ts';
import { id, instant, times } from './common.ts';

export const Member = z
  .object({
    id: id('Member'),
    name: z.string(),
    email: z.string(),
    roles: z.array(z.enum(memberRoles)).max(memberRoles.length),
    isDeleted: z.boolean(),
    lastSignedInAt: instant.optional(),
    ...times,
  })
  .meta({ id: 'Member' });

export const MemberSession = z
  .object({
    id: id('MemberSession'),
    method: z.enum(signInMethods),
    address: z.string(),
    userAgent: z.string().optional(),
    createdAt: instant,
    lastUsedAt: instant,
    expiresAt: instant,
    isCurrent: z.boolean(),
  })
  .meta({ id: 'MemberSession' });
