/** The query walletConfig: what the client of a wallet has to know about its platform. */
import { readWalletConfig, type WalletConfig } from '../../src/wallets/wallet-config.ts';
import { builder } from '../core/builder.ts';
import { principalOf } from '../core/context.ts';
import { clientHeldKeys, PasskeyConfigRef, severalPasskeys } from './wallet-settings.ts';

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
