/** The settings of wallets, and the query walletConfig for their clients. */
import { maxOrigins } from '../../src/wallets/passkey-settings.ts';
import type { PlatformSettings, WalletSettings } from '../../src/wallets/settings.ts';
import { readWalletConfig, type WalletConfig } from '../../src/wallets/wallet-config.ts';
import { builder } from '../core/builder.ts';
import { principalOf } from '../core/context.ts';

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

const severalPasskeys =
  'Whether a wallet may have several passkeys, at most ten. Default: false. Passkeys remain valid when it is turned off.';
const clientHeldKeys =
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

const WalletConfigRef = builder.objectRef<WalletConfig>('WalletConfig').implement({
  description: 'What the client of a wallet has to know about its platform.',
  fields: (t) => ({
    platformId: t.exposeID('platformId', { description: 'Platform:<uuid>' }),
    organizationId: t.exposeID('organizationId', {
      description: 'PlatformConfig:<uuid>, the organizationId that wallet exports of the platform contain.',
    }),
    exportIssuerPublicKey: t.exposeString('exportIssuerPublicKey', {
      description: 'Public key that verifies wallet exports: P-256 point, uncompressed, in hex.',
    }),
    passkeys: t.field({
      type: PasskeyConfigRef,
      nullable: true,
      description: 'Passkey settings; null if passkeys are not configured.',
      resolve: ({ passkeys }) => passkeys ?? null,
    }),
    sessionTtlSeconds: t.exposeInt('sessionTtlSeconds', {
      description: 'Lifetime of a wallet session in seconds.',
    }),
    severalPasskeys: t.exposeBoolean('severalPasskeys', { description: severalPasskeys }),
    clientHeldKeys: t.exposeBoolean('clientHeldKeys', { description: clientHeldKeys }),
  }),
});

builder.queryField('walletConfig', (t) =>
  t.field({
    type: WalletConfigRef,
    authScopes: { permission: 'VIEW' },
    description:
      'Returns what the client of a wallet has to know about its platform. An access token with WALLET may read it.',
    resolve: (_root, _args, context) =>
      readWalletConfig(context.ports.db.orm, context.ports, principalOf(context).platform),
  }),
);
