/**
 * Maps platform settings in the form of the interface to the operation's input.
 *
 * Decision: `webhookEndpoint` is the first endpoint of the list in GraphQL. Another URL replaces its URL and retains its
 * event types; null removes it. Other endpoints do not change.
 *
 * Source: docs/behaviour/platforms.md#settings-of-a-platform.
 */
import { z } from 'zod';
import { optional, text } from '../../kernel/parse.ts';
import { UpdatePlatformConfigInput } from '../../operations/platforms/update-platform-config.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { Ports } from '../../sandbox/ports.ts';
import { otpSettings, walletMailSettings } from '../../wallets/settings.ts';
import { endpointsOf } from '../../webhooks/endpoints/endpoint-store.ts';

const { shape } = UpdatePlatformConfigInput;
const { length: otpLength, ...otp } = otpSettings.shape;

export const configBody = z.object({
  umaDomain: shape.umaDomain,
  webhookEndpoint: text(2048)
    .nullish()
    .meta({ description: 'URL of the first webhook endpoint; null deletes it.' }),
  supportedCurrencies: shape.currencies.meta({
    description: 'Currencies of the platform, with their limits.',
  }),
  embeddedWalletConfig: optional(z.object({ otpLength, ...otp, ...walletMailSettings.shape })).meta({
    description: 'One-time codes of embedded wallets, and the mail that carries them.',
  }),
  passkeys: shape.passkeys,
  oidcIssuers: shape.oidcIssuers,
  sessionTtlSeconds: shape.sessionTtlSeconds,
  autoCreateEmailOtp: shape.autoCreateEmailOtp,
  wallets: shape.wallets,
});

/** Converts a field path of the operation to the REST field path. */
export const configField = (path: string): string =>
  path
    .replace(/^webhookEndpoints\.0(\.url)?/, 'webhookEndpoint')
    .replace(/^currencies\b/, 'supportedCurrencies')
    .replace(/^otp\.length/, 'embeddedWalletConfig.otpLength')
    .replace(/^(otp|walletMail)\b/, 'embeddedWalletConfig');

export async function settingsFrom(
  { db }: Pick<Ports, 'db'>,
  platform: Platform,
  {
    webhookEndpoint,
    supportedCurrencies: currencies,
    embeddedWalletConfig,
    ...same
  }: z.output<typeof configBody>,
): Promise<z.output<typeof UpdatePlatformConfigInput>> {
  const { otpLength: length, alphanumeric, expirationSeconds, ...walletMail } = embeddedWalletConfig ?? {};
  return {
    ...same,
    currencies,
    otp: embeddedWalletConfig && { length, alphanumeric, expirationSeconds },
    walletMail: embeddedWalletConfig && (walletMail as z.output<typeof walletMailSettings>),
    webhookEndpoints:
      webhookEndpoint === undefined ? undefined : await endpointsWith(webhookEndpoint, db, platform),
  };
}

async function endpointsWith(url: string | null, db: Ports['db'], { id }: Platform) {
  const [first, ...others] = await endpointsOf(db.orm, [id]);
  const unchanged = others.filter((endpoint) => endpoint.url !== url);
  if (url === null) return unchanged;
  const settings = {
    eventTypes: first?.eventTypes,
    extensions: first?.extensions ?? false,
    isPaused: first?.isPaused ?? false,
  };
  return [{ url, ...settings }, ...unchanged];
}
