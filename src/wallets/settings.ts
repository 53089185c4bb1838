/**
 * The wallet settings of a platform, stored as JSON in its row. Defaults are not stored, so that a new default applies to every
 * platform that has not set a value.
 *
 * Source: docs/behaviour/platforms.md#settings-of-a-platform (embedded wallets), docs/behaviour/endpoints.md#credentials-sessions-and-wallets (automatic credential), docs/behaviour/wallets.md#sessions (sessions), docs/behaviour/wallets.md#passkeys (passkeys), docs/behaviour/wallets.md#openid-connect-and-one-time-codes (issuers);
 * schema.graphql, `UpdatePlatformConfigInput`.
 */
import { z } from 'zod';
import { distinctBy, whenList } from '../kernel/field-rules.ts';
import { boundedList } from '../kernel/lists.ts';
import { boolean, email, integer, optional, text } from '../kernel/parse.ts';
import type { Platform } from '../platforms/platform.ts';
import { isIssuer } from './oidc/oidc-keys.ts';
import { maxOrigins, sandboxPasskeySettings } from './passkey-settings.ts';

const integerFrom = (min: number, max: number) =>
  integer(min, max, `must be an integer from ${min} to ${max}`);

/** The lifetime of a session in seconds. */
export const sessionTtlSeconds = integerFrom(60, 3600);

export const otpSettings = z.object({
  length: optional(integerFrom(4, 12)),
  alphanumeric: optional(boolean),
  expirationSeconds: optional(integerFrom(1, 86_400)),
});

/** What a platform allows its wallets in addition to the interface. */
export const walletSettings = z.object({
  severalPasskeys: optional(boolean),
  clientHeldKeys: optional(boolean),
});

export const passkeySettings = z.object({ rpId: text(253), origins: boundedList(text(255), maxOrigins) });

export const maxIssuers = 20;
export const maxAudiences = 50;

/** An issuer as OIDC writes it: https, without query or fragment. http on loopback is for development. */
const issuerUrl = text(255).refine((value) => isIssuer(value, true), {
  error: 'must be an https URL without a query',
});

export const oidcIssuers = boundedList(
  z.object({
    issuer: issuerUrl,
    audiences: boundedList(text(255), maxAudiences, {
      nonEmpty: 'must have at least one audience',
    }).transform((given) => [...new Set(given)]),
  }),
  maxIssuers,
).superRefine(distinctBy(['issuer']), whenList);

/** The appearance of mails with one-time codes. The service has defaults for absent fields. */
export const walletMailSettings = z.object({
  appName: optional(text(255)),
  sendFromEmailAddress: optional(email),
  sendFromEmailSenderName: optional(text(255)),
  replyToEmailAddress: optional(email),
  logoUrl: optional(text(512)),
});

const stored = z.object({
  passkeys: optional(passkeySettings),
  oidcIssuers: optional(oidcIssuers),
  otp: optional(otpSettings),
  walletMail: optional(walletMailSettings),
  sessionTtlSeconds: optional(sessionTtlSeconds),
  autoCreateEmailOtp: optional(boolean),
  wallets: optional(walletSettings),
});

/** The settings that a platform has set. An absent one has its default. */
export type StoredSettings = z.output<typeof stored>;

export interface OtpSettings {
  /** 4 to 12 characters. */
  readonly length: number;
  readonly alphanumeric: boolean;
  readonly expirationSeconds: number;
}

export interface OidcIssuerSettings {
  readonly issuer: string;
  /** At least one. A token must be for one of them. */
  readonly audiences: readonly string[];
}

export interface WalletSettings {
  /** Whether an account may have more than one passkey. */
  readonly severalPasskeys: boolean;
  /** Whether a client may hold the key of its session, instead of getting one from the service. */
  readonly clientHeldKeys: boolean;
}

/** The settings with defaults. */
export interface PlatformSettings {
  /** `undefined` when the platform has no passkeys. */
  readonly passkeys: { readonly rpId: string; readonly origins: readonly string[] } | undefined;
  readonly oidcIssuers: readonly OidcIssuerSettings[];
  readonly otp: OtpSettings;
  readonly walletMail: Partial<z.output<typeof walletMailSettings>>;
  readonly sessionTtlSeconds: number;
  /** Whether a new wallet automatically gets an EMAIL_OTP credential. */
  readonly autoCreateEmailOtp: boolean;
  readonly wallets: WalletSettings;
}

const defaultOtp: OtpSettings = { length: 6, alphanumeric: false, expirationSeconds: 300 };
const defaultSessionTtlSeconds = 900;

/** Parses the stored JSON. It was validated before it was stored, so invalid JSON is a bug. */
export const parseStoredSettings = (json: unknown): StoredSettings => stored.parse(json);

/** Adds the defaults of the platform's mode. */
export function settingsInForce({ mode }: Pick<Platform, 'mode'>, chosen: StoredSettings): PlatformSettings {
  return {
    passkeys: chosen.passkeys ?? (mode === 'SANDBOX' ? sandboxPasskeySettings : undefined),
    oidcIssuers: chosen.oidcIssuers ?? [],
    otp: {
      length: chosen.otp?.length ?? defaultOtp.length,
      alphanumeric: chosen.otp?.alphanumeric ?? defaultOtp.alphanumeric,
      expirationSeconds: chosen.otp?.expirationSeconds ?? defaultOtp.expirationSeconds,
    },
    walletMail: chosen.walletMail ?? {},
    sessionTtlSeconds: chosen.sessionTtlSeconds ?? defaultSessionTtlSeconds,
    autoCreateEmailOtp: chosen.autoCreateEmailOtp ?? false,
    wallets: {
      severalPasskeys: chosen.wallets?.severalPasskeys ?? false,
      clientHeldKeys: chosen.wallets?.clientHeldKeys ?? false,
    },
  };
}

/** Applies a change: lists and passkeys are replaced as a whole, other settings field by field. */
export function mergeSettings(before: StoredSettings, change: StoredSettings): StoredSettings {
  const merged = <T extends object>(old: T | undefined, given: T | undefined): T | undefined =>
    given
      ? ({
          ...old,
          ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
        } as T)
      : old;
  return {
    passkeys: change.passkeys ?? before.passkeys,
    oidcIssuers: change.oidcIssuers ?? before.oidcIssuers,
    otp: merged(before.otp, change.otp),
    walletMail: merged(before.walletMail, change.walletMail),
    sessionTtlSeconds: change.sessionTtlSeconds ?? before.sessionTtlSeconds,
    autoCreateEmailOtp: change.autoCreateEmailOtp ?? before.autoCreateEmailOtp,
    wallets: merged(before.wallets, change.wallets),
  };
}
