/**
 * The sandbox's wallet checks: they accept magic values in addition to real signatures and tokens. Magic values are
 * declared only in this file.
 *
 * Decision: the sandbox's one-time code has a fixed value and is not mailed. Otherwise it behaves as in production: it
 * expires, works once and is invalid after five wrong attempts.
 *
 * Source: docs/behaviour/wallets.md#openid-connect-and-one-time-codes and docs/behaviour/sandbox.md#magic-values-of-wallets.
 */

import { commonChecks } from '../wallets/credentials/wallet-checks.ts';
import {
  InvalidOidcToken,
  type OidcVerifier,
  sandboxIssuers,
  unverifiedClaims,
} from '../wallets/oidc/oidc.ts';
import type { WalletChecks } from '../wallets/ports.ts';

export const magicValues = {
  otp: '000000',
  passkeySignature: 'sandbox-valid-passkey-signature',
  oidcToken: 'sandbox-valid-oidc-token',
  walletSignature: 'sandbox-valid-signature',
} as const;

export function sandboxWalletChecks({ oidc }: { readonly oidc: OidcVerifier }): WalletChecks {
  const real = commonChecks(oidc, { allowLoopbackHttp: true });
  return {
    // The published samples reuse one key.
    clientKeysReusable: true,

    verifyAssertion: async (challenge, assertion, passkey, origins) =>
      assertion.signature === magicValues.passkeySignature
        ? { advance: undefined }
        : real.verifyAssertion(challenge, assertion, passkey, origins),

    async verifyTokenAtRegistration(token, issuers) {
      const claims = unverifiedClaims(token);
      const recognised = [...sandboxIssuers, ...issuers.map(({ issuer }) => issuer)] as readonly string[];
      return claims && recognised.includes(claims.iss) ? claims : new InvalidOidcToken();
    },

    verifyTokenAtVerification: async (token, issuers) =>
      token === magicValues.oidcToken
        ? { identity: 'AS_REGISTERED', consumes: undefined }
        : real.verifyTokenAtVerification(token, issuers),

    newCode: () => magicValues.otp,
    checkCodesAvailable: () => undefined,
    sendCode: async () => undefined,
  };
}
