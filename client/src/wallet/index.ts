/** The wallet kit: what the device of a wallet's holder does. See the guide of wallets. */

export { type AutoRefresh, type AutoRefreshOptions, autoRefreshSession } from './auto-refresh.ts';
export {
  addEmailCredential,
  addOidcCredential,
  addPasskey,
  type ExportOptions,
  exportWallet,
  type PasskeyRegistration,
} from './credentials.ts';
export { WalletError, type WalletErrorCode } from './errors.ts';
export type { Executor } from './executor.ts';
export {
  createRecipientKey,
  createSigningKey,
  type KeySource,
  type RecipientKey,
  type SigningKey,
  type WebCryptoKey,
  type WebCryptoKeyPair,
} from './keys.ts';
export {
  type Authenticator,
  browserAuthenticator,
  type CreationOptions,
  type CredentialContainer,
  type RequestOptions,
} from './passkeys.ts';
export { type OpenedExport, openSessionKey, openWalletExport } from './sealed.ts';
export {
  type PasskeySignInOptions,
  refreshSession,
  type SessionKeyOptions,
  type SessionRecord,
  sendEmailCode,
  sessionOf,
  signInWithEmailCode,
  signInWithOidc,
  signInWithPasskey,
  type WalletSession,
} from './session.ts';
export { type Completed, type Signer, type SigningExecutor, withSigner } from './signer.ts';
export { stamp } from './stamp.ts';
