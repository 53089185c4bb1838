/** Access tokens for browsers and phones. */

import { Forbidden, InvalidInput, NotFound } from '../../src/kernel/errors.ts';
import { idSchema } from '../../src/kernel/ids.ts';
import { maxChoices } from '../../src/kernel/lists.ts';
import { accessTokenScopes } from '../../src/platforms/access/access-token.ts';
import {
  type AccessTokenCreated,
  CreateAccessTokenInput,
  createAccessToken,
} from '../../src/platforms/access/create-access-token.ts';
import { revokeAccessToken } from '../../src/platforms/access/revoke-access-token.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { platformOf } from '../core/context.ts';
import { describedEnum } from '../core/enums.ts';
import { DeletedRef } from '../core/shared.ts';

export const ScopeEnum = describedEnum('AccessTokenScope', 'Scope of an access token.', accessTokenScopes, {
  READ: 'All queries but those of members, and all subscriptions.',
  APPROVE: 'Read agents and their actions, approve and reject actions.',
  WALLET:
    "Operations of one customer's wallet: credentials, sessions, wallet settings, execution of quotes from the wallet, and all reads of that customer.",
});

const AccessTokenCreatedRef = builder.objectRef<AccessTokenCreated>('AccessTokenCreated').implement({
  description: 'A new access token.',
  fields: (t) => ({
    id: t.id({
      description: 'Id of the token, AccessToken:<uuid>, for revokeAccessToken.',
      resolve: ({ token }) => token.id,
    }),
    accessToken: t.exposeString('accessToken', {
      description: 'The token. Returned only once. Send it as `Authorization: Bearer <token>`.',
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Time from which the token is rejected. Real time, also on sandbox platforms.',
      resolve: ({ token }) => token.expiresAt,
    }),
  }),
});

const CreateAccessTokenArgs = builder.inputType('CreateAccessTokenInput', {
  description: 'Input of createAccessToken.',
  fields: (t) => ({
    scopes: t.field({
      type: [ScopeEnum],
      required: true,
      description: `Scopes of the token, at least one and at most ${maxChoices}.`,
    }),
    customerId: t.id({
      description:
        'The only customer whose records the token can access, Customer:<uuid>. Required with WALLET.',
    }),
    subject: t.string({
      description: 'Name of the token holder, shown as decidedBy. At most 255 characters.',
    }),
    ttlSeconds: t.int({ description: 'Lifetime in seconds, 60 to 3600. Default: 900.' }),
  }),
});

builder.mutationFields((t) => ({
  createAccessToken: t.errorUnionField({
    description:
      "Creates a short-lived JWT for a browser or mobile app, so that the platform's API token stays on its servers. The new token can grant only what the calling token may do: READ requires VIEW, APPROVE requires VIEW and TRANSACT, WALLET requires all three permissions. It becomes invalid together with the calling token.",
    authScopes: { permission: 'VIEW_PLATFORM' },
    args: {
      input: t.arg({ type: CreateAccessTokenArgs, required: true, description: 'The token to create.' }),
    },
    types: [AccessTokenCreatedRef, InvalidInput, Forbidden],
    union: {
      name: 'CreateAccessTokenResult',
      description: 'Result of createAccessToken.',
      resolveType: () => AccessTokenCreatedRef,
    },
    ...accepting({ input: CreateAccessTokenInput }, ({ input }, context) =>
      createAccessToken(context.ports, platformOf(context), input),
    ),
  }),
  revokeAccessToken: t.errorUnionField({
    description: 'Revokes an access token immediately and closes its WebSockets and streams.',
    authScopes: { permission: 'VIEW_PLATFORM' },
    args: { id: t.arg.id({ required: true, description: 'AccessToken:<uuid>' }) },
    types: [DeletedRef, InvalidInput, Forbidden, NotFound],
    union: {
      name: 'RevokeAccessTokenResult',
      description: 'Result of revokeAccessToken.',
      resolveType: () => DeletedRef,
    },
    ...accepting({ id: idSchema('AccessToken') }, ({ id }, context) =>
      revokeAccessToken(context.ports, platformOf(context), id),
    ),
  }),
}));
