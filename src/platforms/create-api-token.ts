/** Makes an API token. Its secret is answered once and kept as a digest. */
import { z } from 'zod';
import type { PlatformPrincipal } from '../access/principal.ts';
import { digestOf, newClientId, newClientSecret } from '../crypto/secrets.ts';
import { newId } from '../kernel/ids.ts';
import { oneOf, text } from '../kernel/parse.ts';
import type { Ports } from '../ports.ts';
import { PermissionNotHeld } from './errors.ts';
import { type ApiToken, permissions } from './platform.ts';
import { insertToken } from './token-store.ts';

export const CreateApiTokenInput = z.object({
  name: text(100),
  permissions: z
    .array(oneOf(permissions))
    .min(1, { error: 'must have at least one permission' })
    .transform((list) => permissions.filter((permission) => list.includes(permission))),
});

export interface ApiTokenCreated {
  readonly token: ApiToken;
  readonly clientSecret: string;
}

export async function createApiToken(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { platform, token: own }: PlatformPrincipal,
  input: z.output<typeof CreateApiTokenInput>,
): Promise<ApiTokenCreated | PermissionNotHeld> {
  const lacking = input.permissions.find((permission) => !own.permissions.includes(permission));
  if (lacking) {
    return new PermissionNotHeld('A token cannot give a permission that it does not have.', {
      requiredPermission: lacking,
    });
  }
  const now = clock.now(platform);
  const clientSecret = newClientSecret();
  const token: ApiToken = {
    id: newId('Token'),
    name: input.name,
    clientId: newClientId(),
    permissions: input.permissions,
    createdAt: now,
    updatedAt: now,
  };
  await insertToken(db.orm, platform.id, { ...token, secretDigest: digestOf(clientSecret) });
  return { token, clientSecret };
}
