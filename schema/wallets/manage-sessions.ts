/** Mutations of sessions of embedded wallets. */
import { Conflict, Forbidden, InvalidInput, NotFound, Unauthorized } from '../../src/kernel/errors.ts';
import { idSchema } from '../../src/kernel/ids.ts';
import { RefreshSessionInput, refreshSession } from '../../src/wallets/session-operations/refresh-session.ts';
import { revokeSession, type SessionRevoked } from '../../src/wallets/session-operations/revoke-session.ts';
import { SignedRequestChallenge } from '../../src/wallets/signed-requests/challenge.ts';
import { SignedRetryInput } from '../../src/wallets/signed-requests/run-signed.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { principalOf } from '../core/context.ts';
import { signedRetryArgument } from '../core/signed-retry.ts';
import { newSessionRefOf, newSessionRefs } from './sessions.ts';
import { challengeOr, SignedRequestChallengeRef } from './signed-requests.ts';

const SessionRevokedRef = builder.objectRef<SessionRevoked>('SessionRevoked').implement({
  description: 'Result of revokeSession: the session is revoked.',
  fields: (t) => ({ sessionId: t.exposeID('sessionId', { description: 'Session:<uuid>' }) }),
});

builder.mutationFields((t) => ({
  refreshSession: t.errorUnionField({
    description:
      'Creates a new session, authorized by a signature of this session. This session stays active until it expires. clientPublicKey must be the same in both calls.',
    authScopes: { permission: 'MANAGE_WALLET' },
    args: {
      id: t.arg.id({
        required: true,
        description: 'The session, Session:<uuid>. It must be active in both calls.',
      }),
      clientPublicKey: t.arg({
        type: 'P256PublicKey',
        required: true,
        description:
          'Public key of the client, to which the new session key is encrypted. With wallets.clientHeldKeys, a compressed key becomes the session key.',
      }),
      signedRetry: t.arg(signedRetryArgument),
    },
    types: [
      ...newSessionRefs,
      SignedRequestChallengeRef,
      InvalidInput,
      Forbidden,
      NotFound,
      Unauthorized,
      Conflict,
    ],
    union: {
      name: 'RefreshSessionResult',
      description: 'Result of refreshSession.',
      resolveType: (result) =>
        result instanceof SignedRequestChallenge ? SignedRequestChallengeRef : newSessionRefOf(result),
    },
    ...accepting(
      { id: idSchema('Session'), ...RefreshSessionInput.shape, signedRetry: SignedRetryInput },
      ({ id, signedRetry, ...input }, context) =>
        refreshSession(context.ports, principalOf(context), id, input, signedRetry),
    ),
  }),

  revokeSession: t.errorUnionField({
    description:
      'Revokes a session. Requires a signed retry with any active session of the account, including the session itself.',
    authScopes: { permission: 'MANAGE_WALLET' },
    args: {
      id: t.arg.id({ required: true, description: 'Session:<uuid>' }),
      signedRetry: t.arg(signedRetryArgument),
    },
    types: [
      SessionRevokedRef,
      SignedRequestChallengeRef,
      InvalidInput,
      Forbidden,
      NotFound,
      Unauthorized,
      Conflict,
    ],
    union: {
      name: 'RevokeSessionResult',
      description: 'Result of revokeSession.',
      resolveType: challengeOr(SessionRevokedRef),
    },
    ...accepting({ id: idSchema('Session'), signedRetry: SignedRetryInput }, ({ id, signedRetry }, context) =>
      revokeSession(context.ports, principalOf(context), id, signedRetry),
    ),
  }),
}));
