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

export const ScopeEnum = describedEnum(
  'AccessTokenScope',
  'What an access token is good for.',
  accessTokenScopes,
  {
    READ: 'Every query and subscription.',
    APPROVE: 'Read agents and their actions, approve, reject.',
    WALLET:
      'Credentials, sessions and wallet operations, execution of wallet quotes, and reads, of the one customer.',
  },
);

const AccessTokenCreatedRef = builder.objectRef<AccessTokenCreated>('AccessTokenCreated').implement({
  description: 'A new access token.',
  fields: (t) => ({
    id: t.id({ description: 'AccessToken:<uuid>, to revoke it by.', resolve: ({ token }) => token.id }),
    accessToken: t.exposeString('accessToken', {
      description: 'Shown this once. Send it as `Authorization: Bearer <token>`.',
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'From then on it is refused; in real time.',
      resolve: ({ token }) => token.expiresAt,
    }),
  }),
});

const CreateAccessTokenArgs = builder.inputType('CreateAccessTokenInput', {
  description: 'What a new access token is good for, and how long.',
  fields: (t) => ({
    scopes: t.field({
      type: [ScopeEnum],
      required: true,
      description: `At least one, at most ${maxChoices}.`,
    }),
    customerId: t.id({ description: 'The one customer that it is for; required with WALLET.' }),
    subject: t.string({ description: 'Who holds it: shown as decidedBy. At most 255 characters.' }),
    ttlSeconds: t.int({ description: '60..3600, 900 when absent.' }),
  }),
});

builder.mutationFields((t) => ({
  createAccessToken: t.errorUnionField({
    description:
      "Mints a short-lived JWT for a browser or a phone, so that the platform's secret stays on its servers. It grants nothing that the calling token may not do itself: READ needs VIEW, APPROVE VIEW and TRANSACT, WALLET all three permissions. It ends with the calling token.",
    authScopes: { permission: 'VIEW_PLATFORM' },
    args: { input: t.arg({ type: CreateAccessTokenArgs, required: true, description: 'The token.' }) },
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
    description: 'Ends an access token at once, with the sockets and streams that it opened.',
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
