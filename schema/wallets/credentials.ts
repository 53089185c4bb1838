/** The type of credentials of embedded wallets, and queries of credentials. */
import { type Id, idSchema } from '../../src/kernel/ids.ts';
import { type Credential, credentialTypes, passkeyIdOf } from '../../src/wallets/credential.ts';
import { credentialsOfAccounts, findCredentials } from '../../src/wallets/credentials/store.ts';
import { InternalAccountRef } from '../accounts/internal-accounts.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { batched, byId, visibleIf, visibleTo } from '../core/context.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import { CredentialTypeEnum } from './signed-requests.ts';

const credentialById = batched<Id<'AuthMethod'>, Credential>('credentialById', async (context, ids) =>
  byId(await findCredentials(context.ports.db.orm, visibleIf(context, 'VIEW'), ids)),
);

const credentialsOfAccount = batched<Id<'InternalAccount'>, readonly Credential[]>(
  'credentialsOfAccount',
  async (context, ids) => {
    const found = await credentialsOfAccounts(context.ports.db.orm, visibleIf(context, 'VIEW'), ids);
    return new Map(ids.map((id) => [id, found.filter(({ accountId }) => accountId === id)]));
  },
);

export const AuthMethodRef = builder.objectRef<Credential>('AuthMethod').implement({
  description: 'A credential: an authentication method of the holder of an embedded wallet.',
  interfaces: [NodeRef],
  fields: (t) => ({
    accountId: t.exposeID('accountId', { description: 'The embedded wallet, InternalAccount:<uuid>.' }),
    type: t.expose('type', { type: CredentialTypeEnum, description: 'Type of the credential.' }),
    nickname: t.exposeString('nickname', {
      description:
        'Label of the credential. EMAIL_OTP: the email address. OAUTH: the email address of the token, or its issuer and subject. PASSKEY: the name given at registration.',
    }),
    credentialId: t.field({
      type: 'Base64URL',
      nullable: true,
      description: 'WebAuthn credential id, for allowCredentials. Only for PASSKEY.',
      resolve: (credential) => passkeyIdOf(credential) ?? null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last update.' }),
  }),
});

registerNode('AuthMethod', 'AuthMethod', credentialById, 'VIEW');

builder.objectField(InternalAccountRef, 'credentials', (t) =>
  t.field({
    type: [AuthMethodRef],
    bound: credentialTypes.length,
    description: 'Credentials of an embedded wallet, oldest first; empty for other accounts.',
    resolve: async ({ id }, _args, context) => [...((await credentialsOfAccount(context, id)) ?? [])],
  }),
);

builder.queryField('credentials', (t) =>
  t.field({
    type: [AuthMethodRef],
    bound: credentialTypes.length,
    authScopes: { permission: 'VIEW' },
    description: 'Credentials of an account, oldest first; empty if the account does not exist.',
    args: { accountId: t.arg.id({ required: true, description: 'InternalAccount:<uuid>' }) },
    ...accepting({ accountId: idSchema('InternalAccount') }, ({ accountId }, context) =>
      credentialsOfAccounts(context.ports.db.orm, visibleTo(context), [accountId]),
    ),
  }),
);
