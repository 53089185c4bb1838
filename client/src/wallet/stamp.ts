import { encodeBase64Url, encodeUtf8 } from '../crypto/encodings.ts';
import type { SigningKey } from './keys.ts';

/**
 * The stamp of a text: the value of `signedRetry.signature`, of `signature` of a quote, and of `Service-Wallet-Signature`.
 *
 * Source: docs/behaviour/wallets.md#stamp.
 */
export async function stamp(payloadToSign: string, key: SigningKey): Promise<string> {
  const { publicKey } = key;
  const signature = await key.sign(payloadToSign);
  return encodeBase64Url(
    encodeUtf8(JSON.stringify({ publicKey, scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature })),
  );
}
