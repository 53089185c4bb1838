/**
 * The access token: a short-lived JWT that a platform gives to a browser or a phone, so that its secret stays on its
 * servers.
 *
 * Source: schema.graphql, `createAccessToken`, `AccessTokenScope`; docs/architecture.md#access-tokens.
 */
import { NotFound } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { Permission } from '../platform.ts';

export const accessTokenScopes = ['READ', 'APPROVE', 'WALLET'] as const;
export type AccessTokenScope = (typeof accessTokenScopes)[number];

export interface AccessToken {
  readonly id: Id<'AccessToken'>;
  readonly platformId: Id<'Platform'>;
  readonly scopes: readonly AccessTokenScope[];
  /** Absent: good for the whole platform. */
  readonly customerId: Id<'Customer'> | undefined;
  /** Who holds it, in the platform's words. */
  readonly subject: string | undefined;
  /** The API token that it was minted with. */
  readonly mintedBy: Id<'Token'>;
  readonly createdAt: Date;
  /** The first instant, of real time, at which it is no longer good. */
  readonly expiresAt: Date;
}

/** `iss` and `aud` of the JWT: tokens are by this service and for it. */
export const accessTokenIssuer = 'payments-platform';

export const maxAccessTokenSeconds = 3_600;
export const minAccessTokenSeconds = 60;
export const defaultAccessTokenSeconds = 900;

/** What an API token must be allowed itself to give a scope away. */
export const permissionsForScope: Readonly<Record<AccessTokenScope, readonly Permission[]>> = {
  READ: ['VIEW'],
  APPROVE: ['VIEW', 'TRANSACT'],
  WALLET: ['VIEW', 'TRANSACT', 'MANAGE'],
};

/** No such access token that the caller may see, or one that has ended. */
export class AccessTokenNotFound extends NotFound {
  override readonly name = 'AccessTokenNotFound';
  constructor(id?: string) {
    super('TOKEN_NOT_FOUND', 'The access token does not exist.', id);
  }
}
