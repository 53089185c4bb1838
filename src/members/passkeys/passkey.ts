/**
 * The passkeys of members: discoverable credentials with user verification.
 *
 * Decision: the relying party is the host of the page, which must have the origin of this service. Passkeys need a domain name,
 * so a page at an IP address has none.
 *
 * Source: docs/behaviour/members.md#passkeys; WebAuthn level 3, sections 5.4, 5.5 and 13.4.9.
 */
import { z } from 'zod';
import { encodeBase64Url, utf8 } from '../../kernel/crypto/encodings.ts';
import { Conflict, InvalidInput, NotFound } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import { boundedList } from '../../kernel/lists.ts';
import { optional, text, textMatching } from '../../kernel/parse.ts';
import type { RegisteredPasskey } from '../../wallets/credentials/passkey.ts';
import type { Member } from '../member.ts';

export interface MemberPasskey {
  readonly id: Id<'MemberPasskey'>;
  readonly memberId: Id<'Member'>;
  readonly name: string;
  readonly passkey: RegisteredPasskey;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | undefined;
}

export const maxPasskeys = 10;
export const ceremonySeconds = 300;

export class MemberPasskeyNotFound extends NotFound {
  override readonly name = 'MemberPasskeyNotFound';
  constructor(id?: string) {
    super('CREDENTIAL_NOT_FOUND', 'The passkey does not exist.', id);
  }
}

/** A step-up needs a passkey. Without one, the member signs in again by a link. */
export class NoPasskey extends Conflict {
  override readonly name = 'NoPasskey';
  constructor() {
    super('The member has no passkey. Sign in again by a link.', { reason: 'No passkey' });
  }
}

export class TooManyPasskeys extends Conflict {
  override readonly name = 'TooManyPasskeys';
  constructor() {
    super(`A member has at most ${maxPasskeys} passkeys.`, { reason: 'Too many passkeys' });
  }
}

/** The page is at an IP address. */
export class NoDomainName extends Conflict {
  override readonly name = 'NoDomainName';
  constructor() {
    super('Passkeys need a domain name. Open the page by its name, for example localhost.', {
      reason: 'No domain name',
    });
  }
}

const base64Url = (max: number) => textMatching(/^[A-Za-z0-9_-]+$/, 'base64url without padding', max);
const clientDataJSON = base64Url(16_384);

/** AuthenticationResponseJSON of WebAuthn. Other members are ignored. */
export const AssertionInput = z.object({
  id: base64Url(1400),
  response: z.object({
    clientDataJSON,
    authenticatorData: base64Url(16_384),
    signature: base64Url(1024),
  }),
});

/** RegistrationResponseJSON of WebAuthn, and a name. Other members are ignored. */
export const RegistrationInput = z.object({
  name: text(100),
  credential: z.object({
    id: base64Url(1400),
    response: z.object({
      clientDataJSON,
      attestationObject: base64Url(65_536),
      transports: optional(boundedList(text(32), 10)),
    }),
  }),
});

/** The relying party of a page's origin. */
export function rpIdOf(origin: string): string | NoDomainName {
  const { hostname } = new URL(origin);
  const isAddress = hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
  return isAddress ? new NoDomainName() : hostname;
}

const descriptor = ({ passkey }: MemberPasskey) => ({ type: 'public-key', id: passkey.credentialId });

/** PublicKeyCredentialRequestOptionsJSON. Without passkeys the browser offers those that it finds. */
export const requestOptions = (challenge: string, rpId: string, passkeys: readonly MemberPasskey[]) => ({
  challenge,
  rpId,
  timeout: ceremonySeconds * 1000,
  userVerification: 'required',
  allowCredentials: passkeys.map(descriptor),
});

/** PublicKeyCredentialCreationOptionsJSON. The user handle is the member's id, which is no personal data. */
export const creationOptions = (
  challenge: string,
  rpId: string,
  { id, name, email }: Pick<Member, 'id' | 'name' | 'email'>,
  passkeys: readonly MemberPasskey[],
) => ({
  challenge,
  rp: { id: rpId, name: 'Payments' },
  user: { id: encodeBase64Url(utf8(id)), name: email, displayName: name },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: ceremonySeconds * 1000,
  attestation: 'none',
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
  excludeCredentials: passkeys.map(descriptor),
});

/** The path of a wrong field in the input of a registration. */
export function underCredential(error: InvalidInput): InvalidInput {
  const paths: Readonly<Record<string, string>> = {
    'attestation.clientDataJson': 'credential.response.clientDataJSON',
    'attestation.attestationObject': 'credential.response.attestationObject',
    'attestation.credentialId': 'credential.id',
  };
  return new InvalidInput(error.fields.map(({ path, message }) => ({ path: paths[path] ?? path, message })));
}
