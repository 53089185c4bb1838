/** The types of sessions of embedded wallets, and queries of sessions. */
import { invariant } from '../../src/kernel/errors.ts';
import { type Id, idSchema } from '../../src/kernel/ids.ts';
import {
  type IssuedSession,
  isActive,
  maxActiveSessions,
  type Session,
} from '../../src/wallets/sessions/session.ts';
import { activeSessions, findSessions } from '../../src/wallets/sessions/store.ts';
import { InternalAccountRef } from '../accounts/internal-accounts.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { batched, byId, type Context, principalOf, visibleIf } from '../core/context.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import { CredentialTypeEnum } from './signed-requests.ts';

/** Only active sessions, because the type has no field for the end of a session. */
const sessionById = batched<Id<'Session'>, Session>('sessionById', async (context, ids) => {
  const found = await findSessions(context.ports.db.orm, visibleIf(context, 'VIEW'), ids);
  const now = context.ports.clock.now(principalOf(context).platform);
  return byId(found.filter((session) => isActive(session, now)));
});

const activeOf = (context: Context, ids: readonly Id<'InternalAccount'>[]): Promise<Session[]> => {
  const now = context.ports.clock.now(principalOf(context).platform);
  return activeSessions(context.ports.db.orm, visibleIf(context, 'VIEW'), ids, now);
};

const sessionsOfAccount = batched<Id<'InternalAccount'>, readonly Session[]>(
  'sessionsOfAccount',
  async (context, ids) => {
    const found = await activeOf(context, ids);
    return new Map(ids.map((id) => [id, found.filter(({ accountId }) => accountId === id)]));
  },
);

const AuthSessionRef = builder.objectRef<Session>('AuthSession').implement({
  description:
    'A session of an embedded wallet. Its signing key authorizes operations until the session expires or is revoked.',
  interfaces: [NodeRef],
  fields: (t) => ({
    accountId: t.exposeID('accountId', { description: 'The embedded wallet, InternalAccount:<uuid>.' }),
    type: t.expose('type', {
      type: CredentialTypeEnum,
      description: 'Type of the credential that created the session.',
    }),
    nickname: t.exposeString('nickname', {
      description: 'Label of the credential that created the session.',
    }),
    credentialId: t.field({
      type: 'Base64URL',
      nullable: true,
      description: 'WebAuthn credential id of the credential. Only for PASSKEY.',
      resolve: ({ passkeyId }) => passkeyId ?? null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last update.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'Time from which signatures of the session are rejected.',
    }),
  }),
});

registerNode('Session', 'AuthSession', sessionById, 'VIEW');

const IssuedSessionRef = builder.objectRef<IssuedSession>('IssuedSession').implement({
  description: 'A new session with its signing key. The key is returned only once.',
  fields: (t) => ({
    session: t.expose('session', { type: AuthSessionRef, description: 'The new session.' }),
    encryptedSessionSigningKey: t.string({
      description:
        'Session signing key, encrypted with HPKE to clientPublicKey: base58check of the 33-byte compressed encapsulated key followed by the AES-256-GCM ciphertext.',
      resolve: ({ encryptedSessionSigningKey }) => {
        invariant(encryptedSessionSigningKey !== undefined, 'the service made the key of this session');
        return encryptedSessionSigningKey;
      },
    }),
  }),
});

const ClientKeySessionRef = builder.objectRef<IssuedSession>('ClientKeySession').implement({
  description:
    'A new session whose signing key is the compressed clientPublicKey of the request. Only on platforms whose setting wallets.clientHeldKeys is true.',
  fields: (t) => ({
    session: t.expose('session', { type: AuthSessionRef, description: 'The new session.' }),
  }),
});

/** The members of a union for a new session: the service made its key, or the client. */
export const newSessionRefs = [IssuedSessionRef, ClientKeySessionRef] as const;

/** Resolves the type of a new session. */
export const newSessionRefOf = (result: unknown): (typeof newSessionRefs)[number] =>
  (result as IssuedSession).encryptedSessionSigningKey === undefined ? ClientKeySessionRef : IssuedSessionRef;

builder.objectField(InternalAccountRef, 'sessions', (t) =>
  t.field({
    type: [AuthSessionRef],
    bound: maxActiveSessions,
    description: 'Active sessions of an embedded wallet, newest first; empty for other accounts.',
    resolve: async ({ id }, _args, context) => [...((await sessionsOfAccount(context, id)) ?? [])],
  }),
);

builder.queryField('sessions', (t) =>
  t.field({
    type: [AuthSessionRef],
    bound: maxActiveSessions,
    authScopes: { permission: 'VIEW' },
    description: 'Active sessions of an account, newest first; empty if the account does not exist.',
    args: { accountId: t.arg.id({ required: true, description: 'InternalAccount:<uuid>' }) },
    ...accepting({ accountId: idSchema('InternalAccount') }, ({ accountId }, context) =>
      activeOf(context, [accountId]),
    ),
  }),
);
