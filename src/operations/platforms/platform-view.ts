/** The JSON bodies of a platform's settings and tokens. Source: docs/behaviour/platforms.md#api-tokens, docs/behaviour/platforms.md#settings-of-a-platform. */
import { approvalRulesView } from '../../agents/approval-rules/approval-rules-view.ts';
import { toWire } from '../../kernel/money/amount.ts';
import { instantView, type JsonBody } from '../../kernel/view.ts';
import { rateSettingsView } from '../../payments/rates/rate-settings-view.ts';
import type { ApiTokenCreated } from '../../platforms/access/create-api-token.ts';
import type { ApiToken } from '../../platforms/platform.ts';
import type { PlatformConfig } from './platform-config.ts';

/** @param sandboxUmaDomain the domain of the sandbox's receivers; undefined in production. */
export const platformConfigView = (
  config: PlatformConfig,
  sandboxUmaDomain: string | undefined,
): JsonBody => ({
  id: config.id,
  umaDomain: config.umaDomain,
  sandboxUmaDomain,
  webhookEndpoint: config.webhookEndpoints[0]?.url,
  supportedCurrencies: config.currencies.map(({ currency, minAmount, maxAmount, ...rest }) => ({
    currencyCode: currency,
    minAmount: toWire(minAmount),
    maxAmount: toWire(maxAmount),
    requiredCounterpartyFields: rest.requiredCounterpartyFields,
    enabledTransactionTypes: rest.enabledTransactionTypes,
  })),
  isRegulatedFinancialInstitution: false,
  embeddedWalletConfig: {
    otpLength: config.otp.length,
    alphanumeric: config.otp.alphanumeric,
    expirationSeconds: config.otp.expirationSeconds,
    ...config.walletMail,
  },
  passkeys: config.passkeys,
  oidcIssuers: config.oidcIssuers,
  sessionTtlSeconds: config.sessionTtlSeconds,
  autoCreateEmailOtp: config.autoCreateEmailOtp,
  wallets: config.wallets,
  approvals: approvalRulesView(config.approvals),
  rates: rateSettingsView(config.rates),
  exportIssuerPublicKey: config.exportIssuerPublicKey,
  webhookPublicKey: config.webhookPublicKeys[0],
  webhookPublicKeys: config.webhookPublicKeys,
  createdAt: instantView(config.createdAt),
  updatedAt: instantView(config.updatedAt),
});

export const apiTokenView = (token: ApiToken): JsonBody => ({
  id: token.id,
  name: token.name,
  clientId: token.clientId,
  permissions: token.permissions,
  createdAt: instantView(token.createdAt),
  updatedAt: instantView(token.updatedAt),
});

/** The only response that contains the secret of a token. */
export const apiTokenCreatedView = ({ token, clientSecret }: ApiTokenCreated): JsonBody => ({
  ...apiTokenView(token),
  clientSecret,
});
