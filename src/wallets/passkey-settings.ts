/**
 * The relying party and the origins of a platform's passkeys.
 *
 * Decision: the origin `http://localhost` without a port allows every port of localhost. It is the default of a sandbox
 * platform. Every other origin is compared character by character.
 *
 * Decision: an origin does not need to be under the rpId. Origins of apps cannot be, and browsers check the others.
 *
 * Source: docs/behaviour/wallets.md#passkeys; WebAuthn level 3, section 13.4.9.
 */

import { type FieldError, InvalidInput } from '../kernel/errors.ts';
import { parseUrl } from '../kernel/url.ts';

export interface PasskeySettings {
  /** The domain to which passkeys are bound. */
  readonly rpId: string;
  readonly origins: readonly string[];
}

const localhost = 'http://localhost';

/** The default of a sandbox platform. A production platform has no default. */
export const sandboxPasskeySettings: PasskeySettings = { rpId: 'localhost', origins: [localhost] };

export const maxOrigins = 50;
const domainPattern = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;
// base64url of the SHA-256 of the app's signing certificate.
const androidPattern = /^android:apk-key-hash:[A-Za-z0-9_-]{43}$/;
const localhostPattern = /^http:\/\/localhost(:[1-9]\d{0,4})?$/;

/** An https origin as browsers write it: no path, no default port, no upper case, a domain name as host. */
function isSecureOrigin(text: string): boolean {
  const url = text.startsWith('https://') ? parseUrl(text) : undefined;
  if (!url) return false;
  const { origin, hostname } = url;
  return origin === text && (domainPattern.test(hostname) || hostname === 'localhost');
}

/** The error of every passkey operation when the platform has no passkey settings. */
export const passkeysNotConfigured = (): InvalidInput =>
  new InvalidInput([], {
    message: 'Passkeys are not configured for this platform.',
    reason: 'Passkeys are not configured',
  });

/** Validates new settings. `sandbox` allows localhost. */
export function checkPasskeySettings(
  { rpId, origins }: PasskeySettings,
  { sandbox }: { sandbox: boolean },
): PasskeySettings | InvalidInput {
  const fields: FieldError[] = [];
  if (!domainPattern.test(rpId) && !(sandbox && rpId === 'localhost')) {
    fields.push({ path: 'passkeys.rpId', message: 'must be a domain name in lower case' });
  }
  if (origins.length < 1 || origins.length > maxOrigins) {
    fields.push({ path: 'passkeys.origins', message: `must have 1 to ${maxOrigins} items` });
  }
  origins.forEach((origin, index) => {
    const local = sandbox && localhostPattern.test(origin);
    if (!isSecureOrigin(origin) && !androidPattern.test(origin) && !local) {
      const message = `must be an https origin${sandbox ? ', http://localhost with or without a port,' : ''} or android:apk-key-hash:<hash>`;
      fields.push({ path: `passkeys.origins.${index}`, message });
    }
  });
  return fields.length > 0 ? new InvalidInput(fields) : { rpId, origins };
}

/** Whether client data from this origin is accepted. */
export const isAllowedOrigin = (origin: string, origins: readonly string[]): boolean =>
  origins.includes(origin) || (origins.includes(localhost) && localhostPattern.test(origin));
