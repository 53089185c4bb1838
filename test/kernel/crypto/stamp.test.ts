import { describe, expect, test } from 'vitest';
import {
  InvalidStamp,
  parseStamp,
  verifyStamp,
  verifyStampOrSignature,
} from '../../../src/kernel/crypto/stamp.ts';
import { publishedVectors } from '../../support/published-vectors.ts';
import {
  bareSignature,
  type ClientKeyPair,
  convertPoint,
  keyPairFrom,
  makeKeyPair,
  signBytes,
  stamp,
} from '../../support/wallet-client.ts';
import wycheproof from '../../vectors/ecdsa-p256-sha256.json' with { type: 'json' };

// The known result of docs/behaviour/wallets.md#stamp: the published payload, one valid signature of it (RFC 6979).
const known = {
  publicKey: '03bf162576eb8dfecf33d9275d09595284f6c4df0db6156c3c582777886a0ee0ac',
  payload:
    '{"requestId":"Request:7c4a8d09-ca37-4e3e-9e0d-8c2b3e9a1f21","type":"EMAIL_OTP","accountId":"InternalAccount:019542f5-b3e7-1d02-0000-000000000002","expiresAt":"2026-04-08T15:35:00Z"}',
  signature:
    '30450220437983cb9f890fba30fda1c8dcc5e2e635d64a0c5c93b80298048fd42bd1824d022100f43b01e8d159c879997cbe56926c5258b830cc94d26d274ef9f2534d1a55f50d',
};
const scheme = 'SIGNATURE_SCHEME_TK_API_P256';
const session = keyPairFrom('67ee05fc3bdf4161bc70701c221d8d77180294cefcfcea64ba83c4d4c732fcb9');

const signerOf = (keys: ClientKeyPair) => ({ publicKey: convertPoint(keys.publicKey, 'compressed') });
const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const knownStamp = encode({ publicKey: known.publicKey, scheme, signature: known.signature });

/** The signature's other form: the same r, n - s. */
function otherForm(der: string): string {
  const n = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
  const rLength = Number.parseInt(der.slice(6, 8), 16) * 2;
  const r = der.slice(4, 8 + rLength);
  let s = (n - BigInt(`0x${der.slice(8 + rLength + 4)}`))
    .toString(16)
    .padStart(64, '0')
    .replace(/^(00)+/, '');
  if (Number.parseInt(s.slice(0, 2), 16) > 127) s = `00${s}`;
  const body = `${r}02${(s.length / 2).toString(16).padStart(2, '0')}${s}`;
  return `30${(body.length / 2).toString(16)}${body}`;
}

describe('the published stamp', () => {
  test('is the stamp of the client kit except for the signature', () => {
    expect(signerOf(session).publicKey).toBe(known.publicKey);
    expect(knownStamp.slice(0, 28)).toBe('eyJwdWJsaWNLZXkiOiIwM2JmMTYy');
    expect(knownStamp.slice(-12)).toBe('YTU1ZjUwZCJ9');
    expect(stamp(known.payload, session).slice(0, 28)).toBe(knownStamp.slice(0, 28));
  });

  test('identifies the session that signed', () => {
    const signers = [signerOf(makeKeyPair()), { publicKey: known.publicKey, id: 'the one' }];
    expect(verifyStamp(knownStamp, known.payload, signers)).toBe(signers[1]);
    expect(verifyStampOrSignature(knownStamp, known.payload, signers)).toBe(signers[1]);
  });

  test('is rejected with the same reason for every cause', () => {
    const rejection = verifyStamp(knownStamp, `${known.payload} `, [signerOf(session)]);
    expect(rejection).toBeInstanceOf(InvalidStamp);
    expect(rejection).toMatchObject({
      code: 'UNAUTHORIZED',
      httpStatus: 401,
      reason: 'Invalid Service-Wallet-Signature',
    });
  });
});

const { publicKey, signature } = known;
const uncompressed = session.publicKey;

describe('a stamp is accepted', () => {
  test.each([
    [
      'in base64 with padding',
      Buffer.from(JSON.stringify({ publicKey, scheme, signature })).toString('base64'),
    ],
    ['with its members in another order', encode({ signature, publicKey, scheme })],
    ['with white space', encode(JSON.stringify({ publicKey, scheme, signature }, null, 2))],
    ['with the uncompressed point', encode({ publicKey: uncompressed, scheme, signature })],
    ['with a low s', encode({ publicKey, scheme, signature: otherForm(signature) })],
  ])('%s', (_, header) => {
    expect(verifyStamp(header, known.payload, [{ publicKey }])).toEqual({ publicKey });
  });
});

describe('a stamp is rejected', () => {
  const offCurve = uncompressed.slice(0, -1) + (uncompressed.endsWith('0') ? '2' : '0');
  test.each([
    ['empty', ''],
    ['the sandbox value', 'sandbox-valid-signature'],
    ['not base64', '{}'],
    ['not JSON', encode('{')],
    ['not an object', encode([publicKey, scheme, signature])],
    ['null', encode('null')],
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]).toString('base64url')],
    ['without a signature', encode({ publicKey, scheme })],
    ['with a further member', encode({ publicKey, scheme, signature, extra: '' })],
    [
      'with a member twice',
      encode(`{"scheme":"x",${JSON.stringify({ publicKey, scheme, signature }).slice(1)}`),
    ],
    ['with a signature that is not a string', encode({ publicKey, scheme, signature: [signature] })],
    ['of another scheme', encode({ publicKey, scheme: `${scheme}_X`, signature })],
    ['by a key that is not hex', encode({ publicKey: `03${'g'.repeat(64)}`, scheme, signature })],
    ['by the other point of the same x', encode({ publicKey: `02${publicKey.slice(2)}`, scheme, signature })],
    ['by a point off the curve', encode({ publicKey: offCurve, scheme, signature })],
    ['by a hybrid point', encode({ publicKey: `07${uncompressed.slice(2)}`, scheme, signature })],
    ['in upper-case hex', encode({ publicKey, scheme, signature: signature.toUpperCase() })],
    ['with an odd digit', encode({ publicKey, scheme, signature: `${signature}0` })],
    ['with bytes after the signature', encode({ publicKey, scheme, signature: `${signature}00` })],
    ['as a bare signature where only a stamp is accepted', Buffer.from(signature, 'hex').toString('base64')],
    ['longer than any stamp', encode({ publicKey, scheme, signature }) + 'A'.repeat(4096)],
  ])('%s', (_, header) => {
    expect(verifyStamp(header, known.payload, [{ publicKey }])).toBeInstanceOf(InvalidStamp);
  });

  test('by a session that may not sign', () => {
    expect(verifyStamp(knownStamp, known.payload, [])).toBeInstanceOf(InvalidStamp);
    expect(verifyStamp(knownStamp, known.payload, [signerOf(makeKeyPair())])).toBeInstanceOf(InvalidStamp);
  });

  test('when any one bit of the header is flipped', () => {
    const bytes = Buffer.from(knownStamp);
    const accepted: number[] = [];
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const result = verifyStamp(flipped.toString('latin1'), known.payload, [{ publicKey }]);
      if (!(result instanceof InvalidStamp)) accepted.push(bit);
    }
    expect(accepted).toEqual([]);
  });

  test('when any one bit of the payload or of the text is flipped', () => {
    const accepted: string[] = [];
    const text = JSON.stringify({ publicKey, scheme, signature });
    for (const [name, source] of Object.entries({ payload: known.payload, text })) {
      for (let bit = 0; bit < source.length * 8; bit += 1) {
        const flipped = Buffer.from(source);
        flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const [header, payload] =
          name === 'payload'
            ? [knownStamp, flipped.toString('latin1')]
            : [flipped.toString('base64url'), known.payload];
        if (!(verifyStamp(header, payload, [{ publicKey }]) instanceof InvalidStamp))
          accepted.push(`${name} ${bit}`);
      }
    }
    expect(accepted).toEqual([]);
  });
});

describe('a bare signature, for the execution of a quote', () => {
  const others = [signerOf(makeKeyPair()), signerOf(makeKeyPair())];

  test('is verified with every active session', () => {
    const signers = [...others, signerOf(session)];
    expect(verifyStampOrSignature(bareSignature('payload', session), 'payload', signers)).toBe(signers[2]);
    const urlForm = signBytes('payload', session).toString('base64url');
    expect(verifyStampOrSignature(urlForm, 'payload', signers)).toBe(signers[2]);
  });

  test('is rejected if no active session made it', () => {
    expect(verifyStampOrSignature(bareSignature('payload', session), 'payload', others)).toBeInstanceOf(
      InvalidStamp,
    );
  });
});

interface Wycheproof {
  testGroups: { publicKey: { uncompressed: string }; tests: (typeof wycheproof.tests)[number][] }[];
}

function verdictOf({ publicKey: point, msg, sig }: { publicKey: string; msg: string; sig: string }): string {
  const signer = { publicKey: convertPoint(point, 'compressed') };
  const payload = Buffer.from(msg, 'hex').toString('utf8');
  const header = encode({ publicKey: signer.publicKey, scheme, signature: sig });
  const asStamp = verifyStamp(header, payload, [signer]);
  const bare = verifyStampOrSignature(Buffer.from(sig, 'hex').toString('base64'), payload, [signer]);
  const verdicts = [asStamp, bare].map((result) => (result === signer ? 'valid' : 'invalid'));
  return [...new Set(verdicts)].join(' and ');
}

describe('signatures of Project Wycheproof', () => {
  test.each(wycheproof.tests)('$tcId, $comment: $result', (row) => {
    expect(verdictOf(row)).toBe(row.result);
  });

  const all = publishedVectors<Wycheproof>('ecdsa_secp256r1_sha256_test.json');
  test('all of them', () => {
    const rows = all.testGroups.flatMap(({ publicKey: { uncompressed: point }, tests }) =>
      tests.map((row) => ({ ...row, publicKey: point })),
    );
    expect(rows).toHaveLength(484);
    expect(rows.filter((row) => verdictOf(row) !== row.result).map(({ tcId }) => tcId)).toEqual([]);
  });
});

test('parsing does not throw for any header', () => {
  for (const header of [
    'MAA',
    'e30',
    'ew',
    encode({ publicKey: '', scheme, signature: '' }),
    '====',
    '\u0000',
  ]) {
    expect(parseStamp(header)).toBeInstanceOf(InvalidStamp);
    expect(verifyStampOrSignature(header, 'payload', [signerOf(session)])).toBeInstanceOf(InvalidStamp);
  }
});
