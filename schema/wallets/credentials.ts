/** The type of credentials of embedded wallets, and queries of credentials. */
import type { InternalAccount } from '../../src/accounts/internal/internal-account.ts';
import { type Id, idSchema } from '../../src/kernel/ids.ts';
import { type Credential, credentialTypes, passkeyIdOf } from '../../src/wallets/credential.ts';
import { maxCredentials } from '../../src/wallets/credentials/credential-limit.ts';
import { credentialsOfAccounts, findCredentials } from '../../src/wallets/credentials/store.ts';
import { InternalAccountRef } from '../accounts/internal-accounts.ts';
import { accepting, acceptingOn } from '../core/accepting.ts';
import { type ArgumentBound, lengthArgument, lengthDescription } from '../core/bounds.ts';
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

/**
 * Decision: without the argument the list has at most one credential of each type, as before a wallet could have several passkeys,
 * so that no document costs more than it did.
 */
const ofAccount: ArgumentBound = { argument: 'first', default: credentialTypes.length, max: maxCredentials };

builder.objectField(InternalAccountRef, 'credentials', (t) =>
  t.field({
    type: [AuthMethodRef],
    bound: ofAccount,
    description: 'Credentials of an embedded wallet, oldest first; empty for other accounts.',
    args: {
      first: t.arg.int({
        description: `Number of credentials, ${lengthDescription(ofAccount)} A wallet has more than ${credentialTypes.length} only if its platform allows several passkeys.`,
      }),
    },
    ...acceptingOn(
      { first: lengthArgument(ofAccount) },
      async ({ id }: InternalAccount, { first }, context) =>
        [...((await credentialsOfAccount(context, id)) ?? [])].slice(0, first),
    ),
  }),
);

builder.queryField('credentials', (t) =>
  t.field({
    type: [AuthMethodRef],
    bound: maxCredentials,
    authScopes: { permission: 'VIEW' },
    description: 'Credentials of an account, oldest first; empty if the account does not exist.',
    args: { accountId: t.arg.id({ required: true, description: 'InternalAccount:<uuid>' }) },
    ...accepting({ accountId: idSchema('InternalAccount') }, ({ accountId }, context) =>
      credentialsOfAccounts(context.ports.db.orm, visibleTo(context), [accountId]),
    ),
  }),
);
