/**
 * The sandbox's wallet checks: they accept magic values in addition to real signatures and tokens. Magic values are
 * declared only in this file.
 *
 * Tokens of `sandboxOidcToken` are verified here too.
 *
 * Decision: the sandbox's one-time code has a fixed value and is not mailed. Otherwise it behaves as in production: it
 * expires, works once and is invalid after five wrong attempts.
 *
 * Source: docs/behaviour/wallets.md#openid-connect-and-one-time-codes and docs/behaviour/sandbox.md#magic-values-of-wallets.
 */

import type { SealingKey } from '../kernel/crypto/at-rest.ts';
import type { Id } from '../kernel/ids.ts';
import { commonChecks } from '../wallets/credentials/wallet-checks.ts';
import {
  freshClaims,
  InvalidOidcToken,
  type OidcIssuer,
  type OidcVerifier,
  sandboxIssuers,
  tokenDigest,
  unverifiedClaims,
} from '../wallets/oidc/oidc.ts';
import type { WalletChecks } from '../wallets/ports.ts';
import { isSandboxToken } from './oidc-tokens.ts';

export const magicValues = {
  otp: '000000',
  passkeySignature: 'sandbox-valid-passkey-signature',
  oidcToken: 'sandbox-valid-oidc-token',
  walletSignature: 'sandbox-valid-signature',
} as const;

const isRecognised = (iss: string, issuers: readonly OidcIssuer[]): boolean =>
  sandboxIssuers.some((one) => one === iss) || issuers.some(({ issuer }) => issuer === iss);

interface SandboxPorts {
  readonly oidc: OidcVerifier;
  readonly dataKey: SealingKey;
  readonly realTime: { now(): Date };
}

export function sandboxWalletChecks(
  { oidc, dataKey, realTime }: SandboxPorts,
  platformId: Id<'Platform'>,
): WalletChecks {
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
      return claims && isRecognised(claims.iss, issuers) ? claims : new InvalidOidcToken();
    },

    async verifyTokenAtVerification(token, issuers) {
      if (token === magicValues.oidcToken) return { identity: 'AS_REGISTERED', consumes: undefined };
      if (!isSandboxToken(dataKey, platformId, token)) return real.verifyTokenAtVerification(token, issuers);
      const claims = freshClaims(token, realTime.now());
      return claims && isRecognised(claims.iss, issuers)
        ? { identity: claims, consumes: tokenDigest(token) }
        : new InvalidOidcToken();
    },

    newCode: () => magicValues.otp,
    checkCodesAvailable: () => undefined,
    sendCode: async () => undefined,
  };
}
