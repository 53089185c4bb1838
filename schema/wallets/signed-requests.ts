/** The challenge of signed operations. */
import { SignedRequestChallenge } from '../../src/wallets/signed-requests/challenge.ts';
import { builder } from '../core/builder.ts';
import { describedEnum } from '../core/enums.ts';

export const CredentialTypeEnum = describedEnum(
  'CredentialType',
  'Type of a credential of a wallet.',
  ['OAUTH', 'EMAIL_OTP', 'PASSKEY'],
  {
    OAUTH: 'ID token of an OpenID Connect provider.',
    EMAIL_OTP: 'One-time code sent by email.',
    PASSKEY: 'A passkey.',
  },
);

export const SignedRequestChallengeRef = builder.objectType(SignedRequestChallenge, {
  name: 'SignedRequestChallenge',
  description:
    'Challenge of an operation that requires a signature of a session key of the wallet. For a quote from a wallet it contains the payload of the quote, and executeQuote does not take the requestId.',
  fields: (t) => ({
    payloadToSign: t.exposeString('payloadToSign', {
      description: 'Payload to sign, as UTF-8, byte for byte.',
    }),
    requestId: t.exposeID('requestId', {
      description: 'Id of the request, Request:<uuid>, to send back with the signature.',
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Time from which the signature is no longer accepted.',
      resolve: (challenge) => challenge.expiresAt,
    }),
    credentialType: t.field({
      type: CredentialTypeEnum,
      nullable: true,
      description:
        'Type of the credential that is added or revoked, or that created the session to revoke; otherwise null.',
      resolve: (challenge) => challenge.credentialType ?? null,
    }),
  }),
});

/** Resolves the type of a signed operation's result: a challenge, or `ref`. */
export const challengeOr =
  <R>(ref: R) =>
  (result: unknown): typeof SignedRequestChallengeRef | R =>
    result instanceof SignedRequestChallenge ? SignedRequestChallengeRef : ref;
