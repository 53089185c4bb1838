/**
 * Settings as the interface spells them, and the operation's input that they mean.
 *
 * Decision: `webhookEndpoint` is the first of the endpoints that GraphQL lists; another url takes its place and keeps
 * its kinds of events, null removes it, and the others stay.
 *
 * Source: gaps 2.21.
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
  webhookEndpoint: text(2048).nullish(),
  supportedCurrencies: shape.currencies,
  embeddedWalletConfig: optional(z.object({ otpLength, ...otp, ...walletMailSettings.shape })),
  passkeys: shape.passkeys,
  oidcIssuers: shape.oidcIssuers,
  sessionTtlSeconds: shape.sessionTtlSeconds,
  autoCreateEmailOtp: shape.autoCreateEmailOtp,
});

/** The operation's paths by the names of this face. */
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
  const kept = others.filter((endpoint) => endpoint.url !== url);
  if (url === null) return kept;
  return [{ url, eventTypes: first?.eventTypes, isPaused: first?.isPaused ?? false }, ...kept];
}
