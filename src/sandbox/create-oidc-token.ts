/**
 * Issues an OIDC token in place of an issuer, so that a client can register an OAUTH credential and verify it without an account
 * at a provider.
 *
 * Decision: the age of the token is real time and at most 60 seconds, like that of every token. The same token registers a
 * credential and verifies it once.
 *
 * Source: docs/behaviour/sandbox.md#oidc-tokens.
 */
import { z } from 'zod';
import { InvalidInput } from '../kernel/errors.ts';
import { newUuid } from '../kernel/ids.ts';
import { email, optional, text } from '../kernel/parse.ts';
import type { Principal } from '../platforms/access/principal.ts';
import { SandboxOnly } from '../platforms/errors.ts';
import { maxAgeSeconds, sandboxIssuers } from '../wallets/oidc/oidc.ts';
import { findSettings } from '../wallets/settings-store.ts';
import { signSandboxToken } from './oidc-tokens.ts';
import type { Ports } from './ports.ts';

export const SandboxOidcTokenInput = z.object({
  /** The claim `sub`. */
  subject: text(255),
  issuer: optional(text(255)),
  audience: optional(text(255)),
  email: optional(email),
});

export interface SandboxOidcToken {
  readonly oidcToken: string;
  readonly issuer: string;
  readonly audience: string;
  readonly expiresAt: Date;
}

const [defaultIssuer] = sandboxIssuers;
/** The audience of an issuer for which the platform has registered none. */
const defaultAudience = 'sandbox';

export async function sandboxOidcToken(
  { db, clock, dataKey }: Pick<Ports, 'db' | 'clock' | 'dataKey'>,
  { platform }: Principal,
  {
    subject,
    issuer = defaultIssuer,
    audience: requested,
    email: address,
  }: z.output<typeof SandboxOidcTokenInput>,
): Promise<SandboxOidcToken | SandboxOnly | InvalidInput> {
  if (platform.mode !== 'SANDBOX') return new SandboxOnly();
  const { oidcIssuers } = await findSettings(db.orm, platform);
  const registered = oidcIssuers.find((one) => one.issuer === issuer);
  if (!registered && !sandboxIssuers.some((one) => one === issuer)) {
    return InvalidInput.at('issuer', `must be an issuer of the platform, or ${sandboxIssuers.join(' or ')}`);
  }
  const audience = requested ?? registered?.audiences[0] ?? defaultAudience;
  if (registered && !registered.audiences.includes(audience)) {
    return InvalidInput.at('audience', 'must be an audience that the platform registered for the issuer');
  }
  const iat = Math.floor(clock.real().getTime() / 1000);
  const exp = iat + maxAgeSeconds;
  const claims = { iss: issuer, sub: subject, aud: audience, iat, exp, jti: newUuid(), email: address };
  return {
    oidcToken: signSandboxToken(dataKey, platform.id, claims),
    issuer,
    audience,
    expiresAt: new Date(exp * 1000),
  };
}

export const sandboxOidcTokenView = ({ oidcToken, issuer, audience, expiresAt }: SandboxOidcToken) => ({
  oidcToken,
  issuer,
  audience,
  expiresAt: expiresAt.toISOString(),
});
