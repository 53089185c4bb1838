/**
 * The access token: a short-lived JWT that a platform gives to a browser or a phone, so that the secret of its API token
 * stays on its servers.
 *
 * Source: schema.graphql, `createAccessToken`, `AccessTokenScope`; docs/architecture.md#access-tokens.
 */
import { NotFound } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { MemberRole } from './member-roles.ts';

export const accessTokenScopes = ['READ', 'APPROVE', 'WALLET'] as const;
export type AccessTokenScope = (typeof accessTokenScopes)[number];

/** An access token is revoked when its minter is deleted. */
export type AccessTokenMinter = Id<'Token'> | Id<'Member'>;

export interface AccessToken {
  readonly id: Id<'AccessToken'>;
  readonly platformId: Id<'Platform'>;
  readonly scopes: readonly AccessTokenScope[];
  /** Absent: valid for the whole platform. */
  readonly customerId: Id<'Customer'> | undefined;
  /** The platform's name for the holder. */
  readonly subject: string | undefined;
  /** The API token or the member that created it. */
  readonly mintedBy: AccessTokenMinter;
  readonly createdAt: Date;
  /** The first instant of real time at which it is no longer valid. */
  readonly expiresAt: Date;
}

/** `iss` and `aud` of the JWT: this service is the issuer and the audience. */
export const accessTokenIssuer = 'payments-platform';

export const maxAccessTokenSeconds = 3_600;
export const minAccessTokenSeconds = 60;
export const defaultAccessTokenSeconds = 900;

/** The roles that a caller needs to grant a scope. An API token with TRANSACT counts as having APPROVE. */
export const rolesForScope: Readonly<Record<AccessTokenScope, readonly MemberRole[]>> = {
  READ: ['VIEW'],
  APPROVE: ['VIEW', 'APPROVE'],
  WALLET: ['VIEW', 'TRANSACT', 'MANAGE'],
};

/** The caller can see no such access token, or it has ended. */
export class AccessTokenNotFound extends NotFound {
  override readonly name = 'AccessTokenNotFound';
  constructor(id?: string) {
    super('TOKEN_NOT_FOUND', 'The access token does not exist.', id);
  }
}
