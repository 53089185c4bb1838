/**
 * Makes the options with which a client registers a passkey, in the JSON form of WebAuthn level 3 (base64url for bytes):
 * `PublicKeyCredential.parseCreationOptionsFromJSON` and `startRegistration` of @simplewebauthn/browser accept them.
 *
 * Decision: ES256 is the only algorithm, because the registration accepts no other. A key of another algorithm would be created
 * on the device and then rejected.
 *
 * Decision: the user handle is the id of the account, in UTF-8. An assertion then names the account, and the handle contains no
 * personal data.
 *
 * Source: docs/behaviour/wallets.md#options-of-a-registration; WebAuthn level 3, section 5.4 and 5.1.8.
 */
import { z } from 'zod';
import { AccountNotFound } from '../../accounts/errors.ts';
import { findInternalAccount } from '../../accounts/internal/internal-account-store.ts';
import { type Customer, CustomerDeleted, customerName } from '../../customers/customer.ts';
import { findCustomer } from '../../customers/store.ts';
import { encodeBase64Url, utf8 } from '../../kernel/crypto/encodings.ts';
import { type InvalidInput, invariant } from '../../kernel/errors.ts';
import { idSchema } from '../../kernel/ids.ts';
import { type Principal, scopeOf } from '../../platforms/access/principal.ts';
import { passkeyIdOf } from '../credential.ts';
import { passkeysNotConfigured } from '../passkey-settings.ts';
import type { Ports } from '../ports.ts';
import { findSettings } from '../settings-store.ts';
import { signedRequestLifetimeMs } from '../signed-requests/signed-request.ts';
import { es256 } from './attestation-statement.ts';
import { rejectAnother } from './credential-limit.ts';
import { type CredentialAlreadyExists, notAWallet } from './errors.ts';
import { makeRegistrationChallenge } from './registration-challenge.ts';
import { credentialsOfAccounts } from './store.ts';

export const CreatePasskeyOptionsInput = z.object({ accountId: idSchema('InternalAccount') });

/** PublicKeyCredentialCreationOptionsJSON, and the expiry of the challenge. */
export interface PasskeyOptions {
  readonly rp: { readonly id: string; readonly name: string };
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly challenge: string;
  readonly pubKeyCredParams: readonly { readonly type: 'public-key'; readonly alg: number }[];
  /** Milliseconds. */
  readonly timeout: number;
  readonly excludeCredentials: readonly { readonly type: 'public-key'; readonly id: string }[];
  readonly authenticatorSelection: {
    readonly residentKey: 'required';
    readonly requireResidentKey: true;
    readonly userVerification: 'required';
  };
  readonly attestation: 'none';
  /** The first instant at which the registration is rejected. */
  readonly expiresAt: Date;
}

/** The names that an authenticator shows for the account. */
function namesOf(customer: Customer) {
  const { email, platformCustomerId } = customer;
  const displayName = customerName(customer) ?? email ?? platformCustomerId;
  return { name: email ?? displayName, displayName };
}

export async function createPasskeyOptions(
  { db, clock, dataKey }: Pick<Ports, 'db' | 'clock' | 'dataKey'>,
  principal: Principal,
  { accountId }: z.output<typeof CreatePasskeyOptionsInput>,
): Promise<PasskeyOptions | AccountNotFound | CustomerDeleted | CredentialAlreadyExists | InvalidInput> {
  const { platform } = principal;
  const scope = scopeOf(principal);
  const account = await findInternalAccount(db.orm, scope, accountId);
  if (!account) return new AccountNotFound(accountId);
  if (account.type !== 'EMBEDDED_WALLET') return notAWallet('accountId');
  invariant(account.customerId, 'a wallet is a customer’s');
  const customer = await findCustomer(db.orm, scope, account.customerId);
  invariant(customer, 'the owner of an account exists');
  if (customer.isDeleted) return new CustomerDeleted();

  const { passkeys, wallets, walletMail } = await findSettings(db.orm, platform);
  const existing = await credentialsOfAccounts(db.orm, scope, [accountId]);
  const rejected = rejectAnother('PASSKEY', existing, wallets);
  if (rejected) return rejected;
  if (!passkeys) return passkeysNotConfigured();

  const expiresAt = new Date(clock.now(platform).getTime() + signedRequestLifetimeMs);
  return {
    rp: { id: passkeys.rpId, name: walletMail.appName ?? platform.name },
    user: { id: encodeBase64Url(utf8(accountId)), ...namesOf(customer) },
    challenge: makeRegistrationChallenge(dataKey, accountId, expiresAt),
    pubKeyCredParams: [{ type: 'public-key', alg: es256 }],
    timeout: signedRequestLifetimeMs,
    excludeCredentials: existing.flatMap((credential) => {
      const id = passkeyIdOf(credential);
      return id === undefined ? [] : [{ type: 'public-key' as const, id }];
    }),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
    expiresAt,
  };
}
