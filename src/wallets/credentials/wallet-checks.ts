/**
 * The checks of wallet credentials, as production enforces them.
 *
 * Source: docs/behaviour/wallets.md#stamp, docs/behaviour/wallets.md#passkeys, docs/behaviour/wallets.md#openid-connect-and-one-time-codes.
 */

import type { Mailer } from '../../infrastructure/mail/mailer.ts';
import { newOtp } from '../../kernel/crypto/secrets.ts';
import { DomainError } from '../../kernel/errors.ts';
import { type OidcIssuer, type OidcVerifier, tokenDigest } from '../oidc/oidc.ts';
import type { WalletChecks } from '../ports.ts';
import { MailUnavailable } from './errors.ts';
import { verifyAssertion } from './passkey.ts';

/** Verifies a token of one of the platform's issuers. */
async function verifiedToken(
  oidc: OidcVerifier,
  token: string,
  issuers: readonly OidcIssuer[],
  options: { allowLoopbackHttp: boolean },
) {
  const claims = await oidc.verify(token, issuers, options);
  return claims instanceof DomainError ? claims : { identity: claims, consumes: tokenDigest(token) };
}

/** The checks of both modes: real passkeys and real tokens work in the sandbox too. */
export function commonChecks(oidc: OidcVerifier, options: { allowLoopbackHttp: boolean }) {
  return {
    verifyAssertion: async (challenge, assertion, passkey, origins) => {
      const asserted = await verifyAssertion(challenge, assertion, passkey, origins);
      return asserted instanceof DomainError ? asserted : { advance: asserted };
    },
    verifyTokenAtRegistration: (token, issuers) => oidc.verify(token, issuers, options),
    verifyTokenAtVerification: (token, issuers) => verifiedToken(oidc, token, issuers, options),
  } satisfies Partial<WalletChecks>;
}

/**
 * @param mailer without it no mail can be sent, and EMAIL_OTP operations fail with 424.
 */
export const productionWalletChecks = ({
  oidc,
  mailer,
}: {
  readonly oidc: OidcVerifier;
  readonly mailer: Pick<Mailer, 'send'> | undefined;
}): WalletChecks => ({
  ...commonChecks(oidc, { allowLoopbackHttp: false }),
  clientKeysReusable: false,
  newCode: newOtp,
  checkCodesAvailable: () => (mailer ? undefined : new MailUnavailable()),
  sendCode: async (mail) => ((await mailer?.send(mail)) ? undefined : new MailUnavailable()),
});
