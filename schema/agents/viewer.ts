/** The query viewer: the caller. */

import { findAgent } from '../../src/agents/store.ts';
import { invariant } from '../../src/kernel/errors.ts';
import { accessTokenScopes } from '../../src/platforms/access/access-token.ts';
import type { AccessTokenPrincipal } from '../../src/platforms/access/principal.ts';
import { builder } from '../core/builder.ts';
import { principalOf, visibleTo } from '../core/context.ts';
import { CustomerRef, customerById } from '../customers/customers.ts';
import { MemberRef, memberById } from '../members/members.ts';
import { ScopeEnum } from '../platforms/access-tokens.ts';
import { callingPlatform, PlatformRef } from '../platforms/platform.ts';
import { AgentRef } from './agents.ts';

const AccessTokenHolderRef = builder.objectRef<AccessTokenPrincipal>('AccessTokenHolder').implement({
  description: 'A browser or mobile app that authenticates with an access token.',
  fields: (t) => ({
    platform: t.field({
      type: PlatformRef,
      description: 'The platform that created the token.',
      resolve: (holder) => callingPlatform(holder),
    }),
    scopes: t.field({
      type: [ScopeEnum],
      bound: accessTokenScopes.length,
      description: 'Scopes of the token.',
      resolve: ({ accessToken }) => [...accessToken.scopes],
    }),
    subject: t.string({
      nullable: true,
      description: 'Name of the token holder, shown as decidedBy; null if the token was created without one.',
      resolve: ({ accessToken }) => accessToken.subject ?? null,
    }),
    restrictedTo: t.field({
      type: CustomerRef,
      nullable: true,
      description:
        'The only customer whose records the token can access; null if the token covers the whole platform.',
      resolve: async ({ accessToken: { customerId } }, _args, context) =>
        (customerId && (await customerById(context, customerId))) ?? null,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Time from which the token is rejected. Real time, also on sandbox platforms.',
      resolve: ({ accessToken }) => accessToken.expiresAt,
    }),
  }),
});

const ViewerRef = builder.unionType('Viewer', {
  description:
    'The authenticated caller: the platform (Basic), an agent (Bearer), the holder of an access token (Bearer), or a member (session).',
  types: [PlatformRef, AgentRef, AccessTokenHolderRef, MemberRef],
  resolveType: (viewer) => {
    if ('usage' in viewer) return AgentRef;
    if ('email' in viewer) return MemberRef;
    return 'accessToken' in viewer ? AccessTokenHolderRef : PlatformRef;
  },
});

builder.queryField('viewer', (t) =>
  t.field({
    type: ViewerRef,
    authScopes: { anyone: true },
    description:
      'The authenticated caller: the platform (Basic), an agent (Bearer), the holder of an access token (Bearer), or a member (session).',
    resolve: async (_root, _args, context) => {
      const principal = principalOf(context);
      if (principal.kind === 'access-token') return principal;
      if (principal.kind === 'platform') return callingPlatform(principal);
      if (principal.kind === 'member') {
        const member = await memberById(context, principal.member.id);
        invariant(member, 'the member of a principal exists');
        return member;
      }
      const agent = await findAgent(context.ports.db.orm, visibleTo(context), principal.agent.id);
      invariant(agent, 'the agent of a principal exists');
      return agent;
    },
  }),
);
