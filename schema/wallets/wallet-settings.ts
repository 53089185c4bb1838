/** The settings of embedded wallets in the settings of a platform: passkeys, OpenID Connect issuers, one-time codes. */
import { maxOrigins } from '../../src/wallets/passkey-settings.ts';
import {
  maxAudiences,
  type OidcIssuerSettings,
  type OtpSettings,
  type PlatformSettings,
  type WalletSettings,
} from '../../src/wallets/settings.ts';
import { builder } from '../core/builder.ts';

export const PasskeyConfigRef = builder
  .objectRef<NonNullable<PlatformSettings['passkeys']>>('PasskeyConfig')
  .implement({
    description: "Passkey settings: the relying party and the origins of the platform's clients.",
    fields: (t) => ({
      rpId: t.exposeString('rpId', {
        description: 'Relying party id: the domain to which passkeys are bound.',
      }),
      origins: t.stringList({
        bound: maxOrigins,
        description:
          'Origins on which passkeys can be used: https origins, or android:apk-key-hash:<hash> for Android apps.',
        resolve: (passkeys) => [...passkeys.origins],
      }),
    }),
  });

export const PasskeyConfigArgs = builder.inputType('PasskeyConfigInput', {
  description: 'Passkey settings. Replaces both values.',
  fields: (t) => ({
    rpId: t.string({
      required: true,
      description: 'Relying party id: a domain in lower case. The sandbox also accepts localhost.',
    }),
    origins: t.stringList({
      required: true,
      description: `Origins: 1 to ${maxOrigins} https origins or android:apk-key-hash:<hash>. The sandbox also accepts http://localhost, with a port for one port only.`,
    }),
  }),
});

export const OidcIssuerRef = builder.objectRef<OidcIssuerSettings>('OidcIssuer').implement({
  description: 'An OpenID Connect issuer whose tokens the platform accepts as credentials.',
  fields: (t) => ({
    issuer: t.exposeString('issuer', { description: 'Issuer URL, equal to the claim `iss` of its tokens.' }),
    audiences: t.stringList({
      bound: maxAudiences,
      description: 'Accepted audiences. The claim `aud` of a token must contain one of them.',
      resolve: (issuer) => [...issuer.audiences],
    }),
  }),
});

export const OidcIssuerArgs = builder.inputType('OidcIssuerInput', {
  description: 'An OpenID Connect issuer whose tokens the platform accepts as credentials.',
  fields: (t) => ({
    issuer: t.string({
      required: true,
      description:
        'Issuer: https URL, equal to the claim `iss` of its tokens. The sandbox also accepts http on localhost.',
    }),
    audiences: t.stringList({
      required: true,
      description: `Accepted audiences, at least one and at most ${maxAudiences}.`,
    }),
  }),
});

export const OtpConfigRef = builder.objectRef<OtpSettings>('OtpConfig').implement({
  description: 'Settings of one-time codes sent by email.',
  fields: (t) => ({
    length: t.exposeInt('length', { description: 'Code length, 4 to 12 characters.' }),
    alphanumeric: t.exposeBoolean('alphanumeric', {
      description: 'Whether codes contain letters. Letters that look like digits are not used.',
    }),
    expirationSeconds: t.exposeInt('expirationSeconds', {
      description: 'Lifetime of a code in seconds, 1 to 86400.',
    }),
  }),
});

export const OtpConfigArgs = builder.inputType('OtpConfigInput', {
  description: 'Settings of one-time codes. Omitted fields stay unchanged.',
  fields: (t) => ({
    length: t.int({ description: 'Code length, 4 to 12 characters.' }),
    alphanumeric: t.boolean({ description: 'Whether codes contain letters.' }),
    expirationSeconds: t.int({ description: 'Lifetime of a code in seconds, 1 to 86400.' }),
  }),
});

/** Descriptions of the two settings, for every type that has them. */
export const severalPasskeys =
  'Whether a wallet may have several passkeys, at most ten. Default: false. Passkeys remain valid when it is turned off.';
export const clientHeldKeys =
  'Whether a client may send a compressed clientPublicKey, which becomes the key of its session. Default: false.';

export const WalletSettingsRef = builder.objectRef<WalletSettings>('WalletSettings').implement({
  description: 'What a platform allows its wallets.',
  fields: (t) => ({
    severalPasskeys: t.exposeBoolean('severalPasskeys', { description: severalPasskeys }),
    clientHeldKeys: t.exposeBoolean('clientHeldKeys', { description: clientHeldKeys }),
  }),
});

export const WalletSettingsArgs = builder.inputType('WalletSettingsInput', {
  description: 'What the platform allows its wallets. Omitted fields stay unchanged.',
  fields: (t) => ({
    severalPasskeys: t.boolean({ description: severalPasskeys }),
    clientHeldKeys: t.boolean({ description: clientHeldKeys }),
  }),
});
