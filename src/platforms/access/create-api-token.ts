/**
 * Creates an API token. Its secret is returned once and stored as a digest.
 *
 * Decision: a deleted token creates no token, even if its request was received before the deletion. After the deletion of a
 * stolen token, the list of tokens is complete.
 */
import { z } from 'zod';
import type { Executor } from '../../infrastructure/database/client.ts';
import { transact } from '../../infrastructure/database/transact.ts';
import { digestOf, newClientId, newClientSecret } from '../../kernel/crypto/secrets.ts';
import { type Id, newId } from '../../kernel/ids.ts';
import { choices } from '../../kernel/lists.ts';
import { text } from '../../kernel/parse.ts';
import { type PermissionNotHeld, type StepUpRequired, TokenEnded } from '../errors.ts';
import { type ApiToken, permissions } from '../platform.ts';
import type { Ports } from '../ports.ts';
import { requireToGrant } from './grants.ts';
import { lockCallerForShare } from './lock-caller.ts';
import { rolesOfPermissions } from './member-roles.ts';
import type { PlatformCaller } from './principal.ts';
import { requireStepUp } from './step-up.ts';
import { insertToken } from './token-store.ts';

export const CreateApiTokenInput = z.object({
  name: text(100),
  permissions: choices(permissions, { nonEmpty: 'must have at least one permission' }).transform((list) =>
    permissions.filter((permission) => list.includes(permission)),
  ),
});

export interface ApiTokenCreated {
  readonly token: ApiToken;
  readonly clientSecret: string;
}

export async function createApiToken(
  ports: Pick<Ports, 'db' | 'clock' | 'memberSessions'>,
  principal: PlatformCaller,
  input: z.output<typeof CreateApiTokenInput>,
): Promise<ApiTokenCreated | PermissionNotHeld | StepUpRequired | TokenEnded> {
  const { db, clock } = ports;
  const notAllowed =
    requireToGrant(principal, rolesOfPermissions(input.permissions)) ??
    requireStepUp(principal, clock.real());
  if (notAllowed) return notAllowed;
  const { platform } = principal;
  const now = clock.now(platform);
  return transact<ApiTokenCreated | TokenEnded>(db, async (tx) => {
    if (!(await lockCallerForShare(tx, ports, principal))) return new TokenEnded();
    return insertNewToken(tx, platform.id, input, now);
  });
}

/** Inserts a token with a random id and secret. */
export async function insertNewToken(
  tx: Executor,
  platformId: Id<'Platform'>,
  input: z.output<typeof CreateApiTokenInput>,
  now: Date,
): Promise<ApiTokenCreated> {
  const clientSecret = newClientSecret();
  const token: ApiToken = {
    id: newId('Token'),
    name: input.name,
    clientId: newClientId(),
    permissions: input.permissions,
    createdAt: now,
    updatedAt: now,
  };
  await insertToken(tx, platformId, { ...token, secretDigest: digestOf(clientSecret) });
  return { token, clientSecret };
}
