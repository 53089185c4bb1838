import { webCrypto } from '../crypto/p256.ts';
import { WalletError } from './errors.ts';

/** @throws WalletError WEBCRYPTO_UNAVAILABLE */
export function requireWebCrypto(): SubtleCrypto {
  const subtle = webCrypto();
  if (subtle) return subtle;
  throw new WalletError(
    'WEBCRYPTO_UNAVAILABLE',
    'This platform has no WebCrypto: use a session key of the client, or add WebCrypto.',
  );
}
