/** The verification of stamps on one core, compared with the verification of the same signatures by node:crypto. */
import { createPublicKey, verify } from 'node:crypto';
import { verifyStamp } from '../../src/kernel/crypto/stamp.ts';
import { convertPoint, makeKeyPair, signBytes, stamp } from '../support/wallet-client.ts';
import { middle } from './statistics.ts';

const sessions = 50;
const perSession = 20;
const rounds = 8;

/** A session signs more than once, so keys repeat as in the service. */
const signed = Array.from({ length: sessions }, (_, session) => {
  const keys = makeKeyPair();
  const point = Buffer.from(keys.publicKey, 'hex');
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  const signer = { publicKey: convertPoint(keys.publicKey, 'compressed') };
  return Array.from({ length: perSession }, (_, request) => {
    const payload = JSON.stringify({ operation: 'EXECUTE_QUOTE', session, request, filler: 'x'.repeat(200) });
    return { payload, key, signer, header: stamp(payload, keys), signature: signBytes(payload, keys) };
  });
}).flat();

function rate(work: (one: (typeof signed)[number]) => boolean): number {
  const start = process.hrtime.bigint();
  for (const one of signed) if (!work(one)) throw new Error('a right signature was rejected');
  return signed.length / (Number(process.hrtime.bigint() - start) / 1e9);
}

export function measureStamps(): { ours: number; bare: number; ratio: number } {
  const ours: number[] = [];
  const bare: number[] = [];
  // In turn, so that other load of the machine affects both. The first round is warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    const measured = [
      rate(({ header, payload, signer }) => verifyStamp(header, payload, [signer]) === signer),
      rate(({ payload, key, signature }) => verify('sha256', Buffer.from(payload), key, signature)),
    ] as const;
    if (round === 0) continue;
    ours.push(measured[0]);
    bare.push(measured[1]);
  }
  const [a, b] = [middle(ours), middle(bare)];
  return { ours: a, bare: b, ratio: a / b };
}
