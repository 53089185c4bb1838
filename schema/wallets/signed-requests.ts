/** What a caller is asked to sign. */
import { SignedRequestChallenge } from '../../src/wallets/signed-requests/challenge.ts';
import { builder } from '../core/builder.ts';
import { describedEnum } from '../core/enums.ts';

export const CredentialTypeEnum = describedEnum(
  'CredentialType',
  'How the holder of a wallet proves who they are.',
  ['OAUTH', 'EMAIL_OTP', 'PASSKEY'],
  {
    OAUTH: 'A token of an OpenID Connect provider.',
    EMAIL_OTP: 'A code sent by email.',
    PASSKEY: 'A passkey.',
  },
);

export const SignedRequestChallengeRef = builder.objectType(SignedRequestChallenge, {
  name: 'SignedRequestChallenge',
  description:
    'What to sign with a session key of the wallet before the operation is done. For a quote from a wallet: its own payload and an id of its own, which executing it need not send back.',
  fields: (t) => ({
    payloadToSign: t.exposeString('payloadToSign', { description: 'Signed as UTF-8, byte for byte.' }),
    requestId: t.exposeID('requestId', { description: 'Request:<uuid>, sent back with the signature.' }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'The signature must arrive before it.',
      resolve: (challenge) => challenge.expiresAt,
    }),
    credentialType: t.field({
      type: CredentialTypeEnum,
      nullable: true,
      description:
        'The credential type being added or revoked, or that issued the session being revoked; otherwise null.',
      resolve: (challenge) => challenge.credentialType ?? null,
    }),
  }),
});

/** Which type a signed retry has answered: what to sign, or this one. */
export const challengeOr =
  <R>(ref: R) =>
  (answer: unknown): typeof SignedRequestChallengeRef | R =>
    answer instanceof SignedRequestChallenge ? SignedRequestChallengeRef : ref;
