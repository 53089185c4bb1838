/**
 * Credentials of a wallet. The first of an account needs no signature. For another one, `executor` is the result of
 * `withSigner`, and the session that signs is one of the account.
 */
import {
  AddCredentialDocument,
  type AddCredentialInput,
  type AuthMethodFieldsFragment,
  CreatePasskeyOptionsDocument,
  ExportWalletDocument,
  WalletConfigDocument,
} from '../operations/index.ts';
import { expectType } from './errors.ts';
import { type Executor, run } from './executor.ts';
import { createRecipientKey } from './keys.ts';
import { type Authenticator, browserAuthenticator } from './passkeys.ts';
import { type OpenedExport, openWalletExport } from './sealed.ts';
import { type Signer, withSigner } from './signer.ts';

async function addCredential(
  executor: Executor,
  input: AddCredentialInput,
): Promise<AuthMethodFieldsFragment> {
  const result = await run(executor, AddCredentialDocument, { input });
  return expectType(result.addCredential, 'AuthMethod');
}

/** Registers the e-mail address of the wallet's customer, and sends a one-time code. */
export const addEmailCredential = (
  executor: Executor,
  accountId: string,
): Promise<AuthMethodFieldsFragment> => addCredential(executor, { emailOtp: { accountId } });

/** @param oidcToken an ID token of at most 60 seconds. */
export const addOidcCredential = (
  executor: Executor,
  accountId: string,
  oidcToken: string,
): Promise<AuthMethodFieldsFragment> => addCredential(executor, { oauth: { accountId, oidcToken } });

export interface PasskeyRegistration {
  readonly accountId: string;
  /** The name by which the user finds the passkey, for example that of the device. */
  readonly nickname: string;
  /** Default: the passkeys of the browser. */
  readonly authenticator?: Authenticator | undefined;
}

/**
 * Makes a passkey and registers it.
 *
 * @throws WalletError PASSKEY_NOT_ALLOWED, PASSKEY_UNSUPPORTED, PASSKEY_ALREADY_REGISTERED, and
 *   PASSKEY_CREDENTIAL_ALREADY_EXISTS where the account can have no further passkey
 */
export async function addPasskey(
  executor: Executor,
  { accountId, nickname, authenticator = browserAuthenticator() }: PasskeyRegistration,
): Promise<AuthMethodFieldsFragment> {
  const { createPasskeyOptions } = await run(executor, CreatePasskeyOptionsDocument, { accountId });
  const options = expectType(createPasskeyOptions, 'PublicKeyCredentialCreationOptions');
  const attestation = await authenticator.create(options);
  const { challenge } = options;
  return addCredential(executor, { passkey: { accountId, nickname, challenge, attestation } });
}

export interface ExportOptions {
  /** The issuer that the app pins: `exportIssuerPublicKey`. Default: that of `walletConfig`, over the same connection. */
  readonly issuer?: string | undefined;
  /** The platform that the app pins: `organizationId`. Default: that of `walletConfig`, over the same connection. */
  readonly organizationId?: string | undefined;
}

/**
 * Exports the seed of a wallet, verifies its issuer and its platform, and opens it.
 *
 * @throws WalletError ISSUER_MISMATCH, ISSUER_SIGNATURE_INVALID, ORGANIZATION_MISMATCH, SEALED_VALUE_INVALID, UNAUTHORIZED
 */
export async function exportWallet(
  executor: Executor,
  signer: Signer,
  accountId: string,
  pinned: ExportOptions = {},
): Promise<OpenedExport> {
  const isPinned = pinned.issuer !== undefined && pinned.organizationId !== undefined;
  const config = isPinned ? undefined : (await run(executor, WalletConfigDocument, {})).walletConfig;
  const issuer = pinned.issuer ?? config?.exportIssuerPublicKey ?? '';
  const organizationId = pinned.organizationId ?? config?.organizationId;
  const recipient = await createRecipientKey();
  const variables = { accountId, clientPublicKey: recipient.publicKey };
  const result = await withSigner(executor, signer).execute(ExportWalletDocument, variables);
  const { encryptedWalletCredentials } = expectType(result.exportWallet, 'WalletExport');
  return openWalletExport(encryptedWalletCredentials, recipient, issuer, organizationId);
}
