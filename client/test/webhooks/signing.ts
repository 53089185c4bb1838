/** Signs bodies as the server does, with keys of the test. */
import { createPrivateKey } from 'node:crypto';
import { generateWebhookKey, signatureHeader } from '../../../src/webhooks/signing/signature.ts';

export interface Signer {
  readonly publicKey: string;
  sign(body: string): string;
}

export function aSigner(): Signer {
  const { privateKey, publicKey } = generateWebhookKey();
  const key = createPrivateKey({ key: Buffer.from(privateKey), format: 'der', type: 'pkcs8' });
  return { publicKey, sign: (body) => signatureHeader(Buffer.from(body), key) };
}

let count = 0;

/** The body of an event: another id each time. */
export function anEvent(given: object = {}): string {
  count += 1;
  return JSON.stringify({
    id: `Webhook:${count}`,
    type: 'CUSTOMER.KYC_APPROVED',
    timestamp: '2025-10-13T12:00:01.000Z',
    sequence: 1,
    data: { id: `Customer:${count}`, fullName: 'Ada Löve' },
    ...given,
  });
}
