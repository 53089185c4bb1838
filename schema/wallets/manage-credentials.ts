/** Mutations of credentials of embedded wallets: registration, challenge, verification and revocation. */
import {
  Conflict,
  Forbidden,
  InvalidInput,
  NotFound,
  RateLimited,
  Unauthorized,
  Upstream,
} from '../../src/kernel/errors.ts';
import { idSchema } from '../../src/kernel/ids.ts';
import { addCredential } from '../../src/wallets/credentials/add-credential.ts';
import {
  ChallengeCredentialInput,
  challengeCredential,
} from '../../src/wallets/credentials/challenge-credential.ts';
import {
  addEmailOtp,
  addOAuth,
  addPasskey,
  verifyEmailOtp,
  verifyOAuth,
  verifyPasskey,
} from '../../src/wallets/credentials/credential-input.ts';
import type { PasskeyAuthChallenge } from '../../src/wallets/credentials/passkey-challenge.ts';
import { type CredentialRevoked, revokeCredential } from '../../src/wallets/credentials/revoke-credential.ts';
import { verifyCredential } from '../../src/wallets/credentials/verify-credential.ts';
import { SignedRetryInput } from '../../src/wallets/signed-requests/run-signed.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { principalOf } from '../core/context.ts';
import { errorInBranch, flattened, oneOfInput } from '../core/one-of-input.ts';
import { signedRetryArgument } from '../core/signed-retry.ts';
import { AddCredentialArgs, VerifyCredentialArgs } from './credential-inputs.ts';
import { AuthMethodRef } from './credentials.ts';
import { newSessionRefOf, newSessionRefs } from './sessions.ts';
import { challengeOr, SignedRequestChallengeRef } from './signed-requests.ts';

const PasskeyAuthChallengeRef = builder.objectRef<PasskeyAuthChallenge>('PasskeyAuthChallenge').implement({
  description: 'Challenge that a passkey signs to open a session for a clientPublicKey.',
  fields: (t) => ({
    credential: t.expose('credential', { type: AuthMethodRef, description: 'The passkey credential.' }),
    credentialId: t.field({
      type: 'Base64URL',
      nullable: true,
      description: 'WebAuthn credential id, for allowCredentials. Always set.',
      resolve: ({ credential }) => credential.passkey.credentialId,
    }),
    rpId: t.exposeString('rpId', { description: 'Value of rpId for navigator.credentials.get().' }),
    challenge: t.expose('challenge', {
      type: 'Base64URL',
      description: 'Value of challenge for navigator.credentials.get(): 32 opaque bytes.',
    }),
    requestId: t.exposeID('requestId', {
      description: 'Id of the request, to send back with the assertion. Valid for one use.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'Time from which the assertion is no longer accepted.',
    }),
  }),
});

const CredentialRevokedRef = builder.objectRef<CredentialRevoked>('CredentialRevoked').implement({
  description: 'Result of revokeCredential: the credential and its sessions are revoked.',
  fields: (t) => ({
    credentialId: t.exposeID('credentialId', { description: 'AuthMethod:<uuid>' }),
  }),
});

builder.mutationFields((t) => ({
  addCredential: t.errorUnionField({
    description:
      'Adds a credential to an embedded wallet. The first credential is added immediately; further ones require a signed retry with a session of an existing credential. A wallet has at most one credential of each type, or ten passkeys on platforms whose setting wallets.severalPasskeys is true. For EMAIL_OTP the first code is sent by email.',
    authScopes: { permission: 'MANAGE_WALLET' },
    args: {
      input: t.arg({ type: AddCredentialArgs, required: true, description: 'Credential to add.' }),
      signedRetry: t.arg(signedRetryArgument),
    },
    types: [
      AuthMethodRef,
      SignedRequestChallengeRef,
      InvalidInput,
      Forbidden,
      NotFound,
      Unauthorized,
      Conflict,
      Upstream,
    ],
    union: {
      name: 'AddCredentialResult',
      description: 'Result of addCredential.',
      resolveType: challengeOr(AuthMethodRef),
    },
    ...accepting(
      {
        input: oneOfInput({ emailOtp: addEmailOtp, oauth: addOAuth, passkey: addPasskey }),
        signedRetry: SignedRetryInput,
      },
      async ({ input, signedRetry }, context) => {
        const { branch, flat } = flattened(input);
        const result = await addCredential(context.ports, principalOf(context), flat, signedRetry);
        return errorInBranch(result, branch);
      },
    ),
  }),

  challengeCredential: t.errorUnionField({
    description:
      'Prepares the verification of a credential: sends a new one-time code, which invalidates the previous code, or returns the challenge that a passkey signs. OAUTH credentials need no challenge. At most 3 calls in any minute and 10 in any hour.',
    authScopes: { permission: 'MANAGE_WALLET' },
    args: {
      id: t.arg.id({ required: true, description: 'AuthMethod:<uuid>' }),
      clientPublicKey: t.arg({
        type: 'P256PublicKey',
        description:
          'Public key of the client, to which the session key will be encrypted. Required for PASSKEY, ignored for EMAIL_OTP. With wallets.clientHeldKeys, a compressed key becomes the session key.',
      }),
    },
    types: [
      AuthMethodRef,
      PasskeyAuthChallengeRef,
      RateLimited,
      InvalidInput,
      Forbidden,
      NotFound,
      Conflict,
      Upstream,
    ],
    union: {
      name: 'ChallengeCredentialResult',
      description: 'Result of challengeCredential.',
      resolveType: (result: object) => ('challenge' in result ? PasskeyAuthChallengeRef : AuthMethodRef),
    },
    ...accepting(
      { id: idSchema('AuthMethod'), ...ChallengeCredentialInput.shape },
      ({ id, ...input }, context) => challengeCredential(context.ports, principalOf(context), id, input),
    ),
  }),

  verifyCredential: t.errorUnionField({
    description:
      'Verifies a proof of a credential and creates a session. The session signing key is returned only once. After ten failed attempts in 15 minutes further attempts are rejected.',
    authScopes: { permission: 'MANAGE_WALLET' },
    args: {
      id: t.arg.id({ required: true, description: 'AuthMethod:<uuid>' }),
      input: t.arg({
        type: VerifyCredentialArgs,
        required: true,
        description: 'Proof for the type of the credential.',
      }),
    },
    types: [...newSessionRefs, InvalidInput, Forbidden, NotFound, Unauthorized, RateLimited, Upstream],
    union: {
      name: 'VerifyCredentialResult',
      description: 'Result of verifyCredential.',
      resolveType: newSessionRefOf,
    },
    ...accepting(
      {
        id: idSchema('AuthMethod'),
        input: oneOfInput({ emailOtp: verifyEmailOtp, oauth: verifyOAuth, passkey: verifyPasskey }),
      },
      async ({ id, input }, context) => {
        const { branch, flat } = flattened(input);
        return errorInBranch(await verifyCredential(context.ports, principalOf(context), id, flat), branch);
      },
    ),
  }),

  revokeCredential: t.errorUnionField({
    description:
      'Revokes a credential and its sessions. Requires a signed retry with a session of a different credential of the account. The last credential of an account cannot be revoked.',
    authScopes: { permission: 'MANAGE_WALLET' },
    args: {
      id: t.arg.id({ required: true, description: 'AuthMethod:<uuid>' }),
      signedRetry: t.arg(signedRetryArgument),
    },
    types: [
      CredentialRevokedRef,
      SignedRequestChallengeRef,
      InvalidInput,
      Forbidden,
      NotFound,
      Unauthorized,
      Conflict,
    ],
    union: {
      name: 'RevokeCredentialResult',
      description: 'Result of revokeCredential.',
      resolveType: challengeOr(CredentialRevokedRef),
    },
    ...accepting(
      { id: idSchema('AuthMethod'), signedRetry: SignedRetryInput },
      ({ id, signedRetry }, context) =>
        revokeCredential(context.ports, principalOf(context), id, signedRetry),
    ),
  }),
}));
