/** Access tokens for browsers and phones, and who is calling. */

import { accessTokenScopes } from '../src/access/access-token.ts';
import {
  type AccessTokenCreated,
  CreateAccessTokenInput,
  createAccessToken,
} from '../src/access/create-access-token.ts';
import type { AccessTokenPrincipal, Principal } from '../src/access/principal.ts';
import { revokeAccessToken } from '../src/access/revoke-access-token.ts';
import { findAgent } from '../src/agents/store.ts';
import { Forbidden, InvalidInput, invariant, NotFound } from '../src/kernel/errors.ts';
import { idSchema } from '../src/kernel/ids.ts';
import { maxChoices } from '../src/kernel/lists.ts';
import { accepting } from './accepting.ts';
import { AgentRef } from './agents.ts';
import { builder } from './builder.ts';
import { platformOf, principalOf, visibleTo } from './context.ts';
import { CustomerRef, customerById } from './customers.ts';
import { describedEnum } from './enums.ts';
import { callingPlatform, PlatformRef } from './platform.ts';
import { DeletedRef } from './shared.ts';

const ScopeEnum = describedEnum('AccessTokenScope', 'What an access token is good for.', accessTokenScopes, {
  READ: 'Every query and subscription.',
  APPROVE: 'Read agents and their actions, approve, reject.',
  WALLET:
    'Credentials, sessions and wallet operations, execution of wallet quotes, and reads, of the one customer.',
});

const AccessTokenHolderRef = builder.objectRef<AccessTokenPrincipal>('AccessTokenHolder').implement({
  description: 'A browser or a phone, by an access token.',
  fields: (t) => ({
    platform: t.field({
      type: PlatformRef,
      description: 'The platform that minted the token.',
      resolve: (holder) => callingPlatform(holder),
    }),
    scopes: t.field({
      type: [ScopeEnum],
      bound: accessTokenScopes.length,
      description: 'What the token is good for.',
      resolve: ({ accessToken }) => [...accessToken.scopes],
    }),
    restrictedTo: t.field({
      type: CustomerRef,
      nullable: true,
      description: 'Null when it is good for the whole platform.',
      resolve: async ({ accessToken: { customerId } }, _args, context) =>
        (customerId && (await customerById(context, customerId))) ?? null,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'From then on it is refused; in real time.',
      resolve: ({ accessToken }) => accessToken.expiresAt,
    }),
  }),
});

type Caller = Exclude<Principal, { kind: 'agent' }>;

const ViewerRef = builder.unionType('Viewer', {
  description:
    'Who is calling: the platform (Basic), an agent (Bearer), or a holder of an access token minted by the platform.',
  types: [PlatformRef, AgentRef, AccessTokenHolderRef],
  resolveType: (viewer) => {
    if ('usage' in viewer) return AgentRef;
    return 'accessToken' in viewer ? AccessTokenHolderRef : PlatformRef;
  },
});

builder.queryField('viewer', (t) =>
  t.field({
    type: ViewerRef,
    authScopes: { anyone: true },
    description:
      'Who is calling: the platform (Basic), an agent (Bearer), or a holder of an access token minted by the platform.',
    resolve: async (_root, _args, context) => {
      const principal = principalOf(context);
      if (principal.kind === 'access-token') return principal;
      if (principal.kind === 'platform') return callingPlatform(principal satisfies Caller);
      const agent = await findAgent(context.ports.db.orm, visibleTo(context), principal.agent.id);
      invariant(agent, 'an agent that calls is there');
      return agent;
    },
  }),
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
      description: 'What createAccessToken answers.',
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
      description: 'What revokeAccessToken answers.',
      resolveType: () => DeletedRef,
    },
    ...accepting({ id: idSchema('AccessToken') }, ({ id }, context) =>
      revokeAccessToken(context.ports, platformOf(context), id),
    ),
  }),
}));
