/** The platform's settings. */

import { Forbidden, InvalidInput } from '../../src/kernel/errors.ts';
import { maxChoices } from '../../src/kernel/lists.ts';
import { currencies, maxCurrencies } from '../../src/kernel/money/currencies.ts';
import { type PlatformConfig, readPlatformConfig } from '../../src/operations/platforms/platform-config.ts';
import {
  UpdatePlatformConfigInput,
  updatePlatformConfig,
} from '../../src/operations/platforms/update-platform-config.ts';
import { maxOrigins } from '../../src/wallets/passkey-settings.ts';
import type { OidcIssuerSettings, OtpSettings, PlatformSettings } from '../../src/wallets/settings.ts';
import { maxAudiences, maxIssuers } from '../../src/wallets/settings.ts';
import { maxEndpoints } from '../../src/webhooks/endpoints/endpoint.ts';

import { maxLiveKeys } from '../../src/webhooks/signing/signing-keys.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { platformOf, principalOf } from '../core/context.ts';
import { CurrencyConfigArgs, CurrencyConfigRef } from '../platforms/currency-config.ts';
import { WebhookEndpointRef } from '../webhooks/endpoints.ts';

const PasskeyConfigRef = builder
  .objectRef<NonNullable<PlatformSettings['passkeys']>>('PasskeyConfig')
  .implement({
    description: 'Which relying party and origins passkeys belong to.',
    fields: (t) => ({
      rpId: t.exposeString('rpId', { description: 'The domain to which passkeys are bound.' }),
      origins: t.stringList({
        bound: maxOrigins,
        description: 'Where they may be used: https origins, android:apk-key-hash:<hash>.',
        resolve: (passkeys) => [...passkeys.origins],
      }),
    }),
  });

const OidcIssuerRef = builder.objectRef<OidcIssuerSettings>('OidcIssuer').implement({
  description: 'An issuer whose tokens are credentials.',
  fields: (t) => ({
    issuer: t.exposeString('issuer', { description: 'As in the `iss` of its tokens.' }),
    audiences: t.stringList({
      bound: maxAudiences,
      description: 'A token must be for one of them.',
      resolve: (issuer) => [...issuer.audiences],
    }),
  }),
});

const OtpConfigRef = builder.objectRef<OtpSettings>('OtpConfig').implement({
  description: 'One-time codes by email.',
  fields: (t) => ({
    length: t.exposeInt('length', { description: '4 to 12 characters.' }),
    alphanumeric: t.exposeBoolean('alphanumeric', {
      description: 'Letters too, none that is taken for another.',
    }),
    expirationSeconds: t.exposeInt('expirationSeconds', { description: '1 to 86400.' }),
  }),
});

const PlatformConfigRef = builder.objectRef<PlatformConfig>('PlatformConfig').implement({
  description: "The platform's settings.",
  fields: (t) => ({
    id: t.exposeID('id', { description: 'PlatformConfig:<uuid>' }),
    umaDomain: t.string({
      nullable: true,
      description: 'Domain of UMA addresses that are generated. It belongs to this platform alone.',
      resolve: (config) => config.umaDomain ?? null,
    }),
    sandboxUmaDomain: t.string({
      nullable: true,
      description: "Where the sandbox's UMA receivers live; null in production.",
      resolve: (_config, _args, context) =>
        principalOf(context).platform.mode === 'SANDBOX' ? context.ports.sandboxUmaDomain : null,
    }),
    currencies: t.field({
      type: [CurrencyConfigRef],
      bound: currencies.length,
      description: 'The enabled ones, by code.',
      resolve: (config) => [...config.currencies],
    }),
    passkeys: t.field({
      type: PasskeyConfigRef,
      nullable: true,
      description: 'Null: this platform has no passkeys.',
      resolve: (config) => config.passkeys ?? null,
    }),
    oidcIssuers: t.field({
      type: [OidcIssuerRef],
      bound: maxIssuers,
      description: 'Issuers whose tokens are credentials.',
      resolve: (config) => [...config.oidcIssuers],
    }),
    otp: t.field({ type: OtpConfigRef, description: 'One-time codes by email.', resolve: (c) => c.otp }),
    sessionTtlSeconds: t.exposeInt('sessionTtlSeconds', {
      description: 'Life of a wallet session, 60 to 3600.',
    }),
    autoCreateEmailOtp: t.exposeBoolean('autoCreateEmailOtp', {
      description: 'Whether a new wallet has an EMAIL_OTP credential from the start.',
    }),
    exportIssuerPublicKey: t.exposeString('exportIssuerPublicKey', {
      description: 'P-256 point, uncompressed hex: signs wallet exports.',
    }),
    webhookEndpoints: t.field({
      type: [WebhookEndpointRef],
      bound: maxEndpoints,
      description: "Where events are sent; the first is REST's `webhookEndpoint`.",
      resolve: (config) => [...config.webhookEndpoints],
    }),
    webhookPublicKeys: t.stringList({
      bound: maxLiveKeys,
      description:
        'PEM, SubjectPublicKeyInfo, the signing one first; two while a key is rotated. Verify with either.',
      resolve: (config) => [...config.webhookPublicKeys],
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When the platform was made.',
      resolve: (c) => c.createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When they last changed.',
      resolve: (c) => c.updatedAt,
    }),
  }),
});

builder.queryField('platformConfig', (t) =>
  t.field({
    type: PlatformConfigRef,
    authScopes: { permission: 'VIEW_PLATFORM' },
    description: "The platform's settings.",
    resolve: (_root, _args, context) =>
      readPlatformConfig(context.ports.db.orm, context.ports, principalOf(context).platform),
  }),
);

const PasskeyConfigArgs = builder.inputType('PasskeyConfigInput', {
  description: 'Which relying party and origins passkeys belong to. Replaces both.',
  fields: (t) => ({
    rpId: t.string({ required: true, description: 'A domain in lower case; localhost in the sandbox too.' }),
    origins: t.stringList({
      required: true,
      description: `1 to ${maxOrigins} https origins or android:apk-key-hash:<hash>.`,
    }),
  }),
});

const OidcIssuerArgs = builder.inputType('OidcIssuerInput', {
  description: 'An issuer whose tokens are credentials.',
  fields: (t) => ({
    issuer: t.string({ required: true, description: 'https URL, as in the `iss` of its tokens.' }),
    audiences: t.stringList({
      required: true,
      description: `At least one, at most ${maxAudiences}.`,
    }),
  }),
});

const OtpConfigArgs = builder.inputType('OtpConfigInput', {
  description: 'One-time codes. Only what is given changes.',
  fields: (t) => ({
    length: t.int({ description: '4 to 12.' }),
    alphanumeric: t.boolean({ description: 'Letters too.' }),
    expirationSeconds: t.int({ description: '1 to 86400.' }),
  }),
});

const WebhookEndpointArgs = builder.inputType('WebhookEndpointInput', {
  description: 'Where events are sent. A new url is sent one TEST.',
  fields: (t) => ({
    url: t.string({ required: true, description: 'https in production; http in the sandbox too.' }),
    eventTypes: t.stringList({
      description: `The kinds that it is sent, at most ${maxChoices}. Absent: every kind.`,
    }),
    isPaused: t.boolean({ defaultValue: false, description: 'Events wait until it goes on.' }),
  }),
});

const UpdatePlatformConfigArgs = builder.inputType('UpdatePlatformConfigInput', {
  description: 'What is absent stays; lists are replaced whole.',
  fields: (t) => ({
    umaDomain: t.string({
      description:
        'Domain of UMA addresses that are generated. Not one that another platform has, or at which its customers have addresses.',
    }),
    currencies: t.field({
      type: [CurrencyConfigArgs],
      description: `At least one, at most ${maxCurrencies}; replaces the list.`,
    }),
    passkeys: t.field({ type: PasskeyConfigArgs, description: 'Passkeys.' }),
    oidcIssuers: t.field({
      type: [OidcIssuerArgs],
      description: `At most ${maxIssuers}; replaces the list.`,
    }),
    otp: t.field({ type: OtpConfigArgs, description: 'One-time codes.' }),
    webhookEndpoints: t.field({
      type: [WebhookEndpointArgs],
      description: `At most ${maxEndpoints}; replaces the list.`,
    }),
    sessionTtlSeconds: t.int({ description: '60 to 3600.' }),
    autoCreateEmailOtp: t.boolean({ description: 'Give new wallets an EMAIL_OTP credential.' }),
  }),
});

builder.mutationField('updatePlatformConfig', (t) =>
  t.errorUnionField({
    description:
      "Changes the platform's settings. Needs TRANSACT too where another webhook endpoint than before is sent INCOMING_PAYMENT.PENDING, because its response decides about a payment.",
    authScopes: { permission: 'MANAGE' },
    args: { input: t.arg({ type: UpdatePlatformConfigArgs, required: true, description: 'What changes.' }) },
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
