/**
 * Settings as the interface spells them, and the operation's input that they mean.
 *
 * Decision: `webhookEndpoint` is the first of the endpoints that GraphQL lists; another url takes its place and keeps
 * its kinds of events, null removes it, and the others stay.
 * Decision: what this service cannot do (counterparty fields that a platform asks for, one direction of a currency) is
 * 501 when it is asked for, and nothing when it is sent as it is answered.
 *
 * Source: gaps 2.21.
 */
import { z } from 'zod';
import { optional, text } from '../kernel/parse.ts';
import type { Platform } from '../platforms/platform.ts';
import { otpSettings, walletMailSettings } from '../platforms/settings.ts';
import { UpdatePlatformConfigInput } from '../platforms/update-platform-config.ts';
import type { Ports } from '../ports.ts';
import { endpointsOf } from '../webhooks/endpoint-store.ts';
import { type HttpRefusal, notImplemented } from './refusals.ts';

const { shape } = UpdatePlatformConfigInput;
const { length: otpLength, ...otp } = otpSettings.shape;

/** What every currency is answered with; see above. */
const asAnswered = z.object({
  requiredCounterpartyFields: optional(z.array(z.unknown(), { error: 'must be a list' })),
  enabledTransactionTypes: optional(z.array(z.enum(['INCOMING', 'OUTGOING']), { error: 'must be a list' })),
});

const supportedCurrencies = z.array(z.looseObject({}), { error: 'must be a list of currencies' });

export const configBody = z.object({
  umaDomain: shape.umaDomain,
  webhookEndpoint: text(2048).nullish(),
  supportedCurrencies: optional(
    supportedCurrencies.transform((list, context) => {
      const currencies = shape.currencies.safeParse(list);
      const sides = z.array(asAnswered).safeParse(list);
      for (const { error } of [currencies, sides]) {
        for (const issue of error?.issues ?? []) context.addIssue({ ...issue } as never);
      }
      return currencies.success && sides.success
        ? { currencies: currencies.data, sides: sides.data }
        : z.NEVER;
    }),
  ),
  embeddedWalletConfig: optional(z.object({ otpLength, ...otp, ...walletMailSettings.shape })),
  passkeys: shape.passkeys,
  oidcIssuers: shape.oidcIssuers,
  sessionTtlSeconds: shape.sessionTtlSeconds,
  autoCreateEmailOtp: shape.autoCreateEmailOtp,
});

/** The same for readers of the API's description, which the check above does not show. */
export const describedConfigBody = configBody.extend({
  supportedCurrencies: z
    .array(z.object({ ...shape.currencies.in.unwrap().unwrap().element.shape, ...asAnswered.shape }))
    .nullish(),
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
  { webhookEndpoint, supportedCurrencies: given, embeddedWalletConfig, ...same }: z.output<typeof configBody>,
): Promise<z.output<typeof UpdatePlatformConfigInput> | HttpRefusal> {
  for (const { requiredCounterpartyFields = [], enabledTransactionTypes } of given?.sides ?? []) {
    if (requiredCounterpartyFields.length > 0) return notImplemented('requiredCounterpartyFields');
    if (enabledTransactionTypes && new Set(enabledTransactionTypes).size < 2) {
      return notImplemented('One direction of a currency');
    }
  }
  const { otpLength: length, alphanumeric, expirationSeconds, ...walletMail } = embeddedWalletConfig ?? {};
  return {
    ...same,
    currencies: given?.currencies,
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
