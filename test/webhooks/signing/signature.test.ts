import { createPublicKey, createVerify, generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  generateWebhookKey,
  loadWebhookKey,
  publicKeyOf,
  signatureHeader,
} from '../../../src/webhooks/signing/signature.ts';

const pair = generateWebhookKey();
const key = loadWebhookKey(pair.privateKey);

/** Verifies as a receiver does, with the header, the raw body and the published key. */
function verifies(header: string, body: Uint8Array, publicKey: string): boolean {
  const { s } = JSON.parse(header) as { s: string };
  return createVerify('sha256').update(body).end().verify(publicKey, s, 'base64');
}

describe('the signature over a webhook', () => {
  test('is the JSON text of a version and a base64 DER signature', () => {
    const header = signatureHeader(Buffer.from('{}'), key);
    expect(header).toMatch(/^\{"v":"1","s":"[A-Za-z0-9+/]+={0,2}"\}$/);
    const der = Buffer.from(JSON.parse(header).s, 'base64');
    expect([der[0], der[1]]).toEqual([0x30, der.length - 2]);
  });

  test('verifies over any raw bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 4096 }), (body) => {
        expect(verifies(signatureHeader(body, key), body, pair.publicKey)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  test('does not verify after a byte is changed, added or removed', () => {
    const body = Buffer.from(JSON.stringify({ id: 'Webhook:1', data: { name: 'Zoë' } }));
    const header = signatureHeader(body, key);
    for (let at = 0; at < body.length; at++) {
      const changed = Uint8Array.from(body, (byte, index) => (index === at ? byte ^ 1 : byte));
      expect(verifies(header, changed, pair.publicKey)).toBe(false);
    }
    expect(verifies(header, Buffer.concat([body, Buffer.from('\n')]), pair.publicKey)).toBe(false);
    expect(verifies(header, body.subarray(0, -1), pair.publicKey)).toBe(false);
  });

  test('does not verify under another key', () => {
    const body = Buffer.from('{}');
    expect(verifies(signatureHeader(body, key), body, generateWebhookKey().publicKey)).toBe(false);
  });
});

describe('a webhook key', () => {
  test('is published as a SubjectPublicKeyInfo in PEM, of a P-256 key', () => {
    expect(pair.publicKey).toMatch(/^-----BEGIN PUBLIC KEY-----\n[\s\S]+\n-----END PUBLIC KEY-----\n$/);
    expect(createPublicKey(pair.publicKey).asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
    expect(publicKeyOf(key)).toBe(pair.publicKey);
  });

  test('of another curve is a defect', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'secp384r1' });
    const der = privateKey.export({ format: 'der', type: 'pkcs8' });
    expect(() => loadWebhookKey(der)).toThrow('P-256');
  });
});
