/** The platform's settings. */

import { Forbidden, InvalidInput } from '../../src/kernel/errors.ts';
import { platformConfigId } from '../../src/kernel/ids.ts';
import { maxChoices } from '../../src/kernel/lists.ts';
import { currencies, maxCurrencies } from '../../src/kernel/money/currencies.ts';
import { type PlatformConfig, readPlatformConfig } from '../../src/operations/platforms/platform-config.ts';
import {
  UpdatePlatformConfigInput,
  updatePlatformConfig,
} from '../../src/operations/platforms/update-platform-config.ts';
import { maxIssuers } from '../../src/wallets/settings.ts';
import { maxEndpoints } from '../../src/webhooks/endpoints/endpoint.ts';
import { extensionTypes } from '../../src/webhooks/event-kinds.ts';
import { maxLiveKeys } from '../../src/webhooks/signing/signing-keys.ts';
import { ApprovalRulesRef } from '../agents/approval-rules.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { platformOf, principalOf } from '../core/context.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import { RateSettingsRef } from '../payments/rate-settings.ts';
import { CurrencyConfigArgs, CurrencyConfigRef } from '../platforms/currency-config.ts';
import {
  OidcIssuerArgs,
  OidcIssuerRef,
  OtpConfigArgs,
  OtpConfigRef,
  PasskeyConfigArgs,
  PasskeyConfigRef,
  WalletSettingsArgs,
  WalletSettingsRef,
} from '../wallets/wallet-settings.ts';
import { WebhookEndpointRef } from '../webhooks/endpoints.ts';

const PlatformConfigRef = builder.objectRef<PlatformConfig>('PlatformConfig').implement({
  description: 'Settings of the platform.',
  interfaces: [NodeRef],
  fields: (t) => ({
    umaDomain: t.string({
      nullable: true,
      description: 'Domain of generated UMA addresses. Only one platform can use a domain.',
      resolve: (config) => config.umaDomain ?? null,
    }),
    sandboxUmaDomain: t.string({
      nullable: true,
      description: 'Domain of the UMA test receivers of the sandbox; null in production.',
      resolve: (_config, _args, context) =>
        principalOf(context).platform.mode === 'SANDBOX' ? context.ports.sandboxUmaDomain : null,
    }),
    currencies: t.field({
      type: [CurrencyConfigRef],
      bound: currencies.length,
      description: 'Enabled currencies, ordered by code.',
      resolve: (config) => [...config.currencies],
    }),
    passkeys: t.field({
      type: PasskeyConfigRef,
      nullable: true,
      description: 'Passkey settings; null if passkeys are not configured.',
      resolve: (config) => config.passkeys ?? null,
    }),
    oidcIssuers: t.field({
      type: [OidcIssuerRef],
      bound: maxIssuers,
      description: 'OpenID Connect issuers whose tokens are accepted as credentials.',
      resolve: (config) => [...config.oidcIssuers],
    }),
    otp: t.field({
      type: OtpConfigRef,
      description: 'Settings of one-time codes sent by email.',
      resolve: (c) => c.otp,
    }),
    sessionTtlSeconds: t.exposeInt('sessionTtlSeconds', {
      description: 'Lifetime of a wallet session in seconds, 60 to 3600.',
    }),
    autoCreateEmailOtp: t.exposeBoolean('autoCreateEmailOtp', {
      description: 'Whether a new wallet is created with an EMAIL_OTP credential.',
    }),
    wallets: t.expose('wallets', {
      type: WalletSettingsRef,
      description: 'What the platform allows its wallets.',
    }),
    approvals: t.expose('approvals', {
      type: ApprovalRulesRef,
      description: 'Rules for the approval of agent actions. updateApprovalRules changes them.',
    }),
    rates: t.expose('rates', {
      type: RateSettingsRef,
      description: 'Spread and fees of payments. updateRateSettings changes them.',
    }),
    exportIssuerPublicKey: t.exposeString('exportIssuerPublicKey', {
      description: 'Public key that verifies wallet exports: P-256 point, uncompressed, in hex.',
    }),
    webhookEndpoints: t.field({
      type: [WebhookEndpointRef],
      bound: maxEndpoints,
      description: 'Endpoints that receive events. The first one is `webhookEndpoint` over REST.',
      resolve: (config) => [...config.webhookEndpoints],
    }),
    webhookPublicKeys: t.stringList({
      bound: maxLiveKeys,
      description:
        'Public keys that verify webhook signatures: PEM, SubjectPublicKeyInfo, the current signing key first. During a key rotation there are two; accept a signature of either.',
      resolve: (config) => [...config.webhookPublicKeys],
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Creation time of the platform.',
      resolve: (c) => c.createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'Time of the last update of the settings.',
      resolve: (c) => c.updatedAt,
    }),
  }),
});

registerNode('PlatformConfig', 'PlatformConfig', async (context, id) => {
  const { platform } = principalOf(context);
  return id === platformConfigId(platform.id)
    ? readPlatformConfig(context.ports.db.orm, context.ports, platform)
    : undefined;
});

builder.queryField('platformConfig', (t) =>
  t.field({
    type: PlatformConfigRef,
    authScopes: { permission: 'VIEW_PLATFORM' },
    description: 'Returns the settings of the platform.',
    resolve: (_root, _args, context) =>
      readPlatformConfig(context.ports.db.orm, context.ports, principalOf(context).platform),
  }),
);

const WebhookEndpointArgs = builder.inputType('WebhookEndpointInput', {
  description: 'A webhook endpoint. A new url receives one TEST event.',
  fields: (t) => ({
    url: t.string({
      required: true,
      description: 'URL: https in production; the sandbox also accepts http.',
    }),
    eventTypes: t.stringList({
      description: `Event types that the endpoint receives, at most ${maxChoices}. Omitted: all types except extensions.`,
    }),
    extensions: t.boolean({
      defaultValue: false,
      description: `Whether the endpoint also receives all extensions: ${extensionTypes.join(', ')}.`,
    }),
    isPaused: t.boolean({
      defaultValue: false,
      description: 'Whether delivery is paused. Events are retained until it is resumed.',
    }),
  }),
});

const UpdatePlatformConfigArgs = builder.inputType('UpdatePlatformConfigInput', {
  description: 'Input of updatePlatformConfig. Omitted fields stay unchanged. Lists are replaced completely.',
  fields: (t) => ({
    umaDomain: t.string({
      description:
        'Domain of generated UMA addresses. It must not be used by another platform or by addresses of its customers.',
    }),
    currencies: t.field({
      type: [CurrencyConfigArgs],
      description: `Enabled currencies, at least one and at most ${maxCurrencies}. Replaces the list.`,
    }),
    passkeys: t.field({ type: PasskeyConfigArgs, description: 'Passkey settings.' }),
    oidcIssuers: t.field({
      type: [OidcIssuerArgs],
      description: `OpenID Connect issuers, at most ${maxIssuers}. Replaces the list.`,
    }),
    otp: t.field({ type: OtpConfigArgs, description: 'Settings of one-time codes.' }),
    webhookEndpoints: t.field({
      type: [WebhookEndpointArgs],
      description: `Webhook endpoints, at most ${maxEndpoints}. Replaces the list.`,
    }),
    sessionTtlSeconds: t.int({ description: 'Lifetime of a wallet session in seconds, 60 to 3600.' }),
    autoCreateEmailOtp: t.boolean({
      description: 'Whether a new wallet is created with an EMAIL_OTP credential.',
    }),
    wallets: t.field({ type: WalletSettingsArgs, description: 'What the platform allows its wallets.' }),
  }),
});

builder.mutationField('updatePlatformConfig', (t) =>
  t.errorUnionField({
    description:
      'Updates the settings of the platform. Also requires TRANSACT if INCOMING_PAYMENT.PENDING will be sent to a different webhook endpoint, because the response of that endpoint approves or rejects a payment.',
    authScopes: { permission: 'MANAGE' },
    args: {
      input: t.arg({ type: UpdatePlatformConfigArgs, required: true, description: 'Settings to change.' }),
    },
    types: [PlatformConfigRef, InvalidInput, Forbidden],
    union: {
      name: 'UpdatePlatformConfigResult',
      description: 'Result of updatePlatformConfig.',
      resolveType: () => PlatformConfigRef,
    },
    ...accepting({ input: UpdatePlatformConfigInput }, ({ input }, context) =>
      updatePlatformConfig(context.ports, platformOf(context), input),
    ),
  }),
);
