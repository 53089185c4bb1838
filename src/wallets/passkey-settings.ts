/**
 * Which relying party and which origins a platform's passkeys belong to.
 *
 * Decision: the origin `http://localhost` without a port stands for every port of it, and is what a sandbox platform
 * starts with; a browser on port 80 sends just that text as well. Every other origin is compared letter for letter.
 *
 * Decision: an origin need not lie under the rpId: apps have none that could, and browsers check the rest.
 *
 * Source: gaps 4.6; WebAuthn level 3, section 13.4.9.
 */
import { type FieldError, InvalidInput } from '../kernel/errors.ts';

export interface PasskeySettings {
  /** The domain to which passkeys are bound. */
  readonly rpId: string;
  readonly origins: readonly string[];
}

const localhost = 'http://localhost';

/** What a sandbox platform starts with; a production platform starts with nothing. */
export const sandboxPasskeySettings: PasskeySettings = { rpId: 'localhost', origins: [localhost] };

export const maxOrigins = 50;
const domainPattern = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;
// base64url of the SHA-256 of the app's signing certificate.
const androidPattern = /^android:apk-key-hash:[A-Za-z0-9_-]{43}$/;
const localhostPattern = /^http:\/\/localhost(:[1-9]\d{0,4})?$/;

/** An https origin as browsers write it: no path, no default port, no upper case, a domain name for its host. */
function isSecureOrigin(text: string): boolean {
  if (!text.startsWith('https://') || !URL.canParse(text)) return false;
  const { origin, hostname } = new URL(text);
  return origin === text && (domainPattern.test(hostname) || hostname === 'localhost');
}

/** The refusal of every passkey operation of a platform that has no settings. */
export const passkeysNotConfigured = (): InvalidInput =>
  new InvalidInput([], {
    message: 'Passkeys are not configured for this platform.',
    reason: 'Passkeys are not configured',
  });

/** Checks settings that a platform wants; `sandbox` allows localhost. */
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

/** Whether client data from this origin is taken. */
export const isAllowedOrigin = (origin: string, origins: readonly string[]): boolean =>
  origins.includes(origin) || (origins.includes(localhost) && localhostPattern.test(origin));
