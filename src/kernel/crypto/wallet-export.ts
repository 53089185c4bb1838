/**
 * The envelope of an exported wallet seed. It is sealed to the client and signed with the deployment's issuer key. Clients
 * pin that key (`exportIssuerPublicKey`) and verify the signature before they decrypt.
 *
 * Decision: the issuer key is derived from the data key, so that every process signs with the same key, also after a
 * restart, and no further secret is needed.
 *
 * Source: docs/behaviour/wallets.md#export.
 */
import { sign } from 'node:crypto';
import type { SealingKey } from './at-rest.ts';
import { encodeHex, utf8 } from './encodings.ts';
import { sealTo } from './hpke.ts';
import { type KeyPair, keyPairOf, privateKeyObject, scalarFrom } from './p256.ts';

/** The key pair that signs the wallet exports of this deployment. */
export const exportIssuerKey = (dataKey: SealingKey): KeyPair =>
  keyPairOf(scalarFrom(dataKey.derive('wallet-export-issuer', 48)));

/**
 * Seals a mnemonic to the client and signs the result.
 *
 * @param organizationId the id that the platform's settings show, never empty.
 * @returns JSON text `{version, data, dataSignature, enclaveQuorumPublic}`; `data` is the hex of the JSON
 *   `{encappedPublic, ciphertext, organizationId}`, `dataSignature` the hex of a DER signature over the bytes that
 *   `data` spells, `enclaveQuorumPublic` the issuer's uncompressed point in hex.
 */
export async function sealWalletExport({
  mnemonic,
  clientPublicKey,
  organizationId,
  issuer,
}: {
  readonly mnemonic: string;
  /** 65-byte uncompressed point, already checked to be on the curve. */
  readonly clientPublicKey: Uint8Array;
  readonly organizationId: string;
  readonly issuer: KeyPair;
}): Promise<string> {
  const { encapsulatedKey, ciphertext } = await sealTo(clientPublicKey, utf8(mnemonic));
  const data = utf8(
    JSON.stringify({
      encappedPublic: encodeHex(encapsulatedKey),
      ciphertext: encodeHex(ciphertext),
      organizationId,
    }),
  );
  return JSON.stringify({
    version: 'v1.0.0',
    data: encodeHex(data),
    dataSignature: encodeHex(sign('sha256', data, privateKeyObject(issuer))),
    enclaveQuorumPublic: encodeHex(issuer.uncompressed),
  });
}
