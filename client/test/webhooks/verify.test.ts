/** The verification of deliveries, with signatures of the server's own code. */
import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest';
import { verifyWebhook } from '../../src/webhooks/index.ts';
import { anEvent, aSigner } from './signing.ts';

const signer = aSigner();
const other = aSigner();
const body = anEvent();
const header = signer.sign(body);

afterEach(() => {
  vi.unstubAllGlobals();
});

describe.each([
  ['with WebCrypto', globalThis.crypto],
  ['without WebCrypto', undefined],
])('a delivery, %s', (_, crypto) => {
  const verify = (...args: Parameters<typeof verifyWebhook>) => {
    vi.stubGlobal('crypto', crypto);
    return verifyWebhook(...args);
  };

  test.each([
    ['text', body],
    ['bytes', new TextEncoder().encode(body)],
    ['a buffer', new TextEncoder().encode(body).buffer],
    ['a part of a buffer', new TextEncoder().encode(`..${body}`).subarray(2)],
  ])('is verified as %s', async (_, raw) => {
    expect(await verify(raw, header, signer.publicKey)).toEqual({ verified: true, event: JSON.parse(body) });
  });

  test.each([
    ['first', [signer.publicKey, other.publicKey]],
    ['last', [other.publicKey, signer.publicKey]],
  ])('is verified during a rotation when the key is the %s', async (_, keys) => {
    expect(await verify(body, header, keys)).toMatchObject({ verified: true });
  });

  test('is rejected with the keys of another platform', async () => {
    const keys = [other.publicKey, aSigner().publicKey];
    expect(await verify(body, header, keys)).toEqual({ verified: false, reason: 'SIGNATURE_WRONG' });
  });

  test('is rejected with any changed byte of the body', async () => {
    const raw = new TextEncoder().encode(body);
    for (let at = 0; at < raw.length; at += 1) {
      const changed = raw.slice();
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(await verify(changed, header, signer.publicKey)).toEqual({
        verified: false,
        reason: 'SIGNATURE_WRONG',
      });
    }
  });

  test('is rejected with any changed byte of the signature', async () => {
    const { s } = JSON.parse(header);
    const der = Buffer.from(s, 'base64');
    for (let at = 0; at < der.length; at += 1) {
      const changed = Buffer.from(der);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const result = await verify(
        body,
        JSON.stringify({ v: '1', s: changed.toString('base64') }),
        signer.publicKey,
      );
      expect(result.verified).toBe(false);
    }
  });
});

describe('a header', () => {
  const { s } = JSON.parse(header);
  test.each([
    ['undefined', undefined, 'SIGNATURE_MISSING'],
    ['null', null, 'SIGNATURE_MISSING'],
    ['empty', '', 'SIGNATURE_MISSING'],
    ['no JSON', 'v=1', 'SIGNATURE_MALFORMED'],
    ['JSON null', 'null', 'SIGNATURE_MALFORMED'],
    ['without version', JSON.stringify({ s }), 'SIGNATURE_MALFORMED'],
    ['of version 2', JSON.stringify({ v: '2', s }), 'SIGNATURE_VERSION_UNKNOWN'],
    ['with a version that is a number', JSON.stringify({ v: 1, s }), 'SIGNATURE_MALFORMED'],
    ['with another encoding', JSON.stringify({ v: '1', s: s.replace(/=*$/, '!') }), 'SIGNATURE_MALFORMED'],
    ['with an empty signature', JSON.stringify({ v: '1', s: '' }), 'SIGNATURE_MALFORMED'],
    ['with bytes after the signature', withBytesAfter(s), 'SIGNATURE_MALFORMED'],
    ['of 513 characters', header.padEnd(513), 'SIGNATURE_MALFORMED'],
  ])('%s is rejected', async (_, given, reason) => {
    expect(await verifyWebhook(body, given, signer.publicKey)).toEqual({ verified: false, reason });
  });

  test('may have spaces', async () => {
    expect(await verifyWebhook(body, header.padEnd(512), signer.publicKey)).toMatchObject({ verified: true });
  });
});

function withBytesAfter(s: string): string {
  return JSON.stringify({
    v: '1',
    s: Buffer.concat([Buffer.from(s, 'base64'), Buffer.alloc(3)]).toString('base64'),
  });
}

test.each([
  ['no JSON', '{'],
  ['a list', '[]'],
  ['null', 'null'],
  ['without id', anEvent({ id: undefined })],
  ['without type', anEvent({ type: undefined })],
  ['with a time that is none', anEvent({ timestamp: 'today' })],
  ['with the sequence 0', anEvent({ sequence: 0 })],
  ['with a sequence that is a text', anEvent({ sequence: '1' })],
  ['without data', anEvent({ data: undefined })],
  ['with data that is a list', anEvent({ data: [] })],
])('a signed body %s is no event', async (_, raw) => {
  const result = await verifyWebhook(raw, signer.sign(raw), signer.publicKey);
  expect(result).toEqual({ verified: false, reason: 'BODY_MALFORMED' });
});

describe('the time of an event', () => {
  const verify = (now: string, toleranceSeconds?: number) =>
    verifyWebhook(body, header, signer.publicKey, { toleranceSeconds, now: () => new Date(now) });

  test('is not compared by default: a retry comes up to seven days later', async () => {
    expect(await verify('2025-10-20T12:00:00.000Z')).toMatchObject({ verified: true });
  });

  test.each([
    ['at the end of the tolerance', '2025-10-13T12:05:01.000Z', true],
    ['after the tolerance', '2025-10-13T12:05:01.001Z', false],
    ['at its start', '2025-10-13T11:55:01.000Z', true],
    ['before its start', '2025-10-13T11:55:00.999Z', false],
    ['when the clock is invalid', 'never', false],
  ])('is compared with a tolerance: %s', async (_, now, verified) => {
    const expected = verified ? { verified } : { verified, reason: 'OUTSIDE_TOLERANCE' };
    expect(await verify(now, 300)).toMatchObject(expected);
  });
});

test.each([
  ['no key', []],
  ['an empty key', ''],
  ['a key that is no PEM', 'MFkw'],
  ['a PEM of other content', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----'],
  ['a point that is not on the curve', pointOffTheCurve()],
])('%s is a mistake of the settings', async (_, keys) => {
  await expect(verifyWebhook(body, header, keys)).rejects.toThrow(TypeError);
});

test('a negative tolerance is a mistake of the settings', async () => {
  const result = verifyWebhook(body, header, signer.publicKey, { toleranceSeconds: -1 });
  await expect(result).rejects.toThrow('toleranceSeconds');
});

function pointOffTheCurve(): string {
  const der = Buffer.from(signer.publicKey.replace(/-----[^-]+-----|\s/g, ''), 'base64');
  der[der.length - 1] = (der.at(-1) ?? 0) ^ 1;
  return `-----BEGIN PUBLIC KEY-----\n${der.toString('base64')}\n-----END PUBLIC KEY-----\n`;
}

test('an event is discriminated on its type', async () => {
  const result = await verifyWebhook(body, header, signer.publicKey);
  if (!result.verified) throw new Error(result.reason);
  const { event } = result;
  if (event.type === 'OUTGOING_PAYMENT.COMPLETED') expectTypeOf(event.data.status).toBeString();
  if (event.type === 'TEST') expectTypeOf(event).not.toHaveProperty('sequence');
  if (event.type !== 'CUSTOMER.KYC_APPROVED') throw new Error(event.type);
  expectTypeOf(event.data.platformCustomerId).toBeString();
  expect(event.data.fullName).toBe('Ada Löve');
});
