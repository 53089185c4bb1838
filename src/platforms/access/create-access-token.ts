/**
 * Creates an access token for a browser or a phone.
 *
 * Decision: a caller grants only what it may do itself. For an API token READ needs VIEW, APPROVE needs TRANSACT as well, and
 * WALLET all three permissions; a member needs the role APPROVE instead of TRANSACT for APPROVE.
 *
 * Decision: the caller's credential and the customer are locked against deletion until the access token is inserted, so that the
 * deletion of either finds it and revokes it.
 *
 * Source: schema.graphql, `createAccessToken`; docs/behaviour/platforms.md#permissions; RFC 7519.
 */
import { SignJWT } from 'jose';
import { z } from 'zod';
import { transact } from '../../infrastructure/database/transact.ts';
import { InvalidInput } from '../../kernel/errors.ts';
import { whenValid } from '../../kernel/field-rules.ts';
import { idSchema, newId } from '../../kernel/ids.ts';
import { choices } from '../../kernel/lists.ts';
import { integer, optional, text } from '../../kernel/parse.ts';
import { type PermissionNotHeld, type StepUpRequired, TokenEnded } from '../errors.ts';
import type { Ports } from '../ports.ts';
import {
  type AccessToken,
  accessTokenIssuer,
  accessTokenScopes,
  defaultAccessTokenSeconds,
  maxAccessTokenSeconds,
  minAccessTokenSeconds,
  rolesForScope,
} from './access-token.ts';
import { accessTokenSigningKey } from './access-token-keys.ts';
import { requireToGrant } from './grants.ts';
import { lockCallerForShare } from './lock-caller.ts';
import type { PlatformCaller } from './principal.ts';
import { requireStepUp } from './step-up.ts';
import { insertAccessToken } from './store.ts';

const lifetime = `must be from ${minAccessTokenSeconds} to ${maxAccessTokenSeconds} seconds`;

export const CreateAccessTokenInput = z
  .object({
    scopes: choices(accessTokenScopes, { nonEmpty: 'must have at least one scope' }).transform((list) =>
      accessTokenScopes.filter((scope) => list.includes(scope)),
    ),
    customerId: optional(idSchema('Customer')),
    subject: optional(text(255)),
    ttlSeconds: optional(integer(minAccessTokenSeconds, maxAccessTokenSeconds, lifetime)).transform(
      (seconds) => seconds ?? defaultAccessTokenSeconds,
    ),
  })
  .refine(({ scopes, customerId }) => !scopes.includes('WALLET') || customerId !== undefined, {
    path: ['customerId'],
    error: 'is required with the scope WALLET',
    ...whenValid('scopes', 'customerId'),
  });

export interface AccessTokenCreated {
  readonly token: AccessToken;
  /** The JWT. Returned only here. */
  readonly accessToken: string;
}

export async function createAccessToken(
  ports: Pick<Ports, 'db' | 'clock' | 'dataKey' | 'customerDirectory' | 'memberSessions'>,
  principal: PlatformCaller,
  { scopes, customerId, subject, ttlSeconds }: z.output<typeof CreateAccessTokenInput>,
): Promise<AccessTokenCreated | InvalidInput | PermissionNotHeld | StepUpRequired | TokenEnded> {
  const { db, clock, dataKey, customerDirectory } = ports;
  const { platform } = principal;
  const roles = scopes.flatMap((scope) => rolesForScope[scope]);
  const notAllowed = requireToGrant(principal, roles) ?? requireStepUp(principal, clock.real());
  if (notAllowed) return notAllowed;
  // The instants of a JWT are whole seconds.
  const createdAt = new Date(Math.floor(clock.real().getTime() / 1000) * 1000);
  const token: AccessToken = {
    id: newId('AccessToken'),
    platformId: platform.id,
    scopes,
    customerId,
    subject,
    mintedBy: principal.kind === 'member' ? principal.member.id : principal.token.id,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + ttlSeconds * 1000),
  };
  const { kid, privateKey } = await accessTokenSigningKey(db, dataKey, clock.real());
  const accessToken = await new SignJWT({
    scope: scopes.join(' '),
    platform: platform.id,
    ...(customerId && { customer: customerId }),
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid })
    .setIssuer(accessTokenIssuer)
    .setAudience(accessTokenIssuer)
    .setSubject(subject ?? token.id)
    .setJti(token.id)
    .setIssuedAt(createdAt)
    .setExpirationTime(token.expiresAt)
    .sign(privateKey);
  return transact<AccessTokenCreated | InvalidInput | TokenEnded>(db, async (tx) => {
    if (customerId && !(await customerDirectory.lockForShare(tx, platform.id, customerId))) {
      return InvalidInput.at('customerId', 'must be a customer of this platform');
    }
    if (!(await lockCallerForShare(tx, ports, principal))) return new TokenEnded();
    await insertAccessToken(tx, token);
    return { token, accessToken };
  });
}
