import { generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InvalidInput } from '../../../src/kernel/errors.ts';
import {
  InvalidPasskeyAssertion,
  type PasskeyAttestation,
  type RegisteredPasskey,
  verifyAssertion,
  verifyAttestation,
} from '../../../src/wallets/credentials/passkey.ts';
import { attestationSubject, certificate } from '../../support/certificates.ts';
import {
  type CborValue,
  cbor,
  coseKeyOf,
  type Deviations,
  type RegistrationDeviations,
  SoftwarePasskey,
} from '../../support/software-passkey.ts';
import { makeKeyPair, randomChallenge, signBytes } from '../../support/wallet-client.ts';

const settings = { rpId: 'wallet.example', origins: ['https://wallet.example'] };
const challenge = randomChallenge();
const aPasskey = (options = {}) =>
  new SoftwarePasskey({ rpId: 'wallet.example', origin: 'https://wallet.example', ...options });
const passkey = aPasskey();

const attest = (deviations: RegistrationDeviations = {}, from = passkey) =>
  verifyAttestation(challenge, from.register(challenge, deviations), settings);

async function registered(
  from = passkey,
  deviations: RegistrationDeviations = {},
): Promise<RegisteredPasskey> {
  const result = await attest(deviations, from);
  if (result instanceof InvalidInput) throw result;
  return result;
}

const fieldOf = (result: RegisteredPasskey | InvalidInput): string | undefined =>
  result instanceof InvalidInput ? result.fields[0]?.path : undefined;

const root = makeKeyPair();
const attestationKeys = makeKeyPair();

/** A packed statement with certificates, like that of a hardware key. */
const withCertificates =
  (chain: CborValue[], keys = attestationKeys) =>
  (signed: Buffer) =>
    new Map<string, CborValue>([
      ['alg', -7],
      ['sig', signBytes(signed, keys)],
      ['x5c', chain],
    ]);
const leaf = certificate({ keys: attestationKeys, issuer: root });
const rootCertificate = certificate({
  keys: root,
  issuer: root,
  ca: true,
  subject: { C: 'US', O: 'Example', CN: 'Example root' },
});

describe('a registration is accepted', () => {
  test.each<[string, RegistrationDeviations]>([
    ['without attestation', {}],
    ['with a packed self attestation', { format: 'packed' }],
    [
      'with a packed attestation and its certificate',
      { format: 'packed', statement: withCertificates([leaf]) },
    ],
    [
      'with a chain of certificates',
      { format: 'packed', statement: withCertificates([leaf, rootCertificate]) },
    ],
    ['with extensions', { extensions: cbor(new Map([['credProtect', 2]])) }],
  ])('%s', async (_, deviations) => {
    const result = await attest(deviations);
    expect(result).toEqual({
      credentialId: passkey.credentialId.toString('base64url'),
      publicKey: new Uint8Array(cbor(coseKeyOf(passkey.keys))),
      counter: 0,
      backupEligible: false,
      backedUp: false,
      rpId: 'wallet.example',
    });
  });

  test('and its counter and backup flags are stored', async () => {
    const flags = { backupEligible: true, backedUp: true };
    expect(await attest({ counter: 41, flags })).toMatchObject({ counter: 41, ...flags });
  });
});

describe('a registration is rejected', () => {
  const object = 'attestation.attestationObject';
  const client = 'attestation.clientDataJson';
  const rsaKey = new Map<number, CborValue>([
    [1, 3],
    [3, -257],
    [-1, randomBytes(256)],
    [-2, Buffer.of(1, 0, 1)],
  ]);
  const es256 = coseKeyOf(passkey.keys);
  const y = Buffer.from(passkey.keys.publicKey, 'hex').subarray(33);
  const offCurve = Buffer.from(y);
  offCurve[31] = (offCurve[31] ?? 0) ^ 1;
  const pem = new X509Certificate(leaf).toString();
  const without = (key: number) => new Map([...es256].filter(([name]) => name !== key));
  const selfStatement =
    (alg: number, more: [string, CborValue][] = []) =>
    (signed: Buffer) =>
      new Map<string, CborValue>([['alg', alg], ['sig', signBytes(signed, passkey.keys)], ...more]);

  test.each<[string, string, RegistrationDeviations]>([
    ['signs another challenge', client, { challenge: randomChallenge() }],
    ['comes from another origin', client, { origin: 'https://evil.example' }],
    ['is of the other type', client, { type: 'webauthn.get' }],
    ['comes from a cross-origin frame', client, { clientData: { crossOrigin: true } }],
    ['has a top origin', client, { clientData: { topOrigin: 'https://evil.example' } }],
    ['has a malformed token binding', object, { clientData: { tokenBinding: { status: 'x' } } }],
    ['is made for another rpId', object, { rpId: 'evil.example' }],
    ['has no user presence', object, { flags: { userPresent: false } }],
    ['has no user verification', object, { flags: { userVerified: false } }],
    ['is backed up without being eligible', object, { flags: { backedUp: true } }],
    ['has an RSA key', object, { coseKey: rsaKey }],
    ['has a key of another algorithm', object, { coseKey: new Map(es256).set(3, -35) }],
    ['has a key of another type', object, { coseKey: new Map(es256).set(1, 1) }],
    ['has a key on another curve', object, { coseKey: new Map(es256).set(-1, 2) }],
    ['has a key off the curve', object, { coseKey: new Map(es256).set(-3, offCurve) }],
    [
      'has a key off the curve under packed',
      object,
      { format: 'packed', coseKey: new Map(es256).set(-3, offCurve) },
    ],
    ['has a key with half a point', object, { coseKey: without(-3) }],
    ['has a key with the sign of y only', object, { coseKey: new Map(es256).set(-3, true) }],
    ['has a key with a longer x', object, { coseKey: new Map(es256).set(-2, randomBytes(33)) }],
    ['has a key with a further member', object, { coseKey: new Map(es256).set(4, Buffer.of(1)) }],
    ['has bytes after the key', object, { authenticatorDataTail: Buffer.of(0) }],
    ['has an extension that is not a map', object, { extensions: cbor(1) }],
    [
      'has extensions with bytes after them',
      object,
      { extensions: Buffer.concat([cbor(new Map()), Buffer.of(0)]) },
    ],
    [
      'has bytes after the attestation object',
      object,
      { mangle: (cut) => Buffer.concat([cut, Buffer.of(0)]) },
    ],
    ['is truncated', object, { mangle: (whole) => whole.subarray(0, -1) }],
    ['is empty', object, { mangle: () => Buffer.alloc(0) }],
    ['is not a map', object, { mangle: () => cbor([1, 2]) }],
    ['nests without a limit', object, { mangle: () => Buffer.alloc(40_000, 0x81) }],
    ['has a statement under none', object, { statement: selfStatement(-7) }],
    ['has another format', object, { format: 'fido-u2f' }],
    ['has the format of another vendor', object, { format: 'apple' }],
    ['has an unknown format', object, { format: 'x' }],
    [
      'has a self statement of another algorithm',
      object,
      { format: 'packed', statement: selfStatement(-257) },
    ],
    [
      'has a self statement with a short hash',
      object,
      { format: 'packed', statement: selfStatement(-65535) },
    ],
    [
      'has a self statement with a further member',
      object,
      { format: 'packed', statement: selfStatement(-7, [['x', 1]]) },
    ],
    [
      'has an empty list of certificates',
      object,
      { format: 'packed', statement: selfStatement(-7, [['x5c', []]]) },
    ],
    [
      'has null for certificates',
      object,
      { format: 'packed', statement: selfStatement(-7, [['x5c', null]]) },
    ],
    [
      'has an invalid certificate',
      object,
      { format: 'packed', statement: selfStatement(-7, [['x5c', [Buffer.of(48)]]]) },
    ],
    [
      'has a certificate that is text',
      object,
      { format: 'packed', statement: selfStatement(-7, [['x5c', [pem]]]) },
    ],
    ['is signed by another key', object, { format: 'packed', statement: withCertificates([leaf], root) }],
    [
      'has certificates that do not follow from one another',
      object,
      {
        format: 'packed',
        statement: withCertificates([leaf, certificate({ keys: makeKeyPair(), issuer: root })]),
      },
    ],
    [
      'has a certificate that is not for attestation',
      object,
      {
        format: 'packed',
        statement: withCertificates([
          certificate({
            keys: attestationKeys,
            issuer: root,
            subject: { ...attestationSubject, OU: 'Mail' },
          }),
        ]),
      },
    ],
    [
      'has the certificate of an authority',
      object,
      {
        format: 'packed',
        statement: withCertificates([certificate({ keys: attestationKeys, issuer: root, ca: true })]),
      },
    ],
  ])('that %s', async (_, field, deviations) => {
    const result = await attest(deviations);
    expect(fieldOf(result)).toBe(field);
    expect(result).toMatchObject({ code: 'INVALID_INPUT', httpStatus: 400 });
  });

  test.each<[string, string, (honest: PasskeyAttestation) => Partial<PasskeyAttestation>]>([
    [
      'whose id is not the authenticator data’s',
      'attestation.credentialId',
      () => ({ credentialId: 'AAAA' }),
    ],
    [
      'whose id is padded',
      'attestation.credentialId',
      ({ credentialId }) => ({ credentialId: `${credentialId}=` }),
    ],
    ['whose client data is not base64url', client, () => ({ clientDataJson: '{}' })],
    ['whose client data is not JSON', client, () => ({ clientDataJson: 'AAAA' })],
    [
      'whose client data is null',
      client,
      () => ({ clientDataJson: Buffer.from('null').toString('base64url') }),
    ],
    ['whose client data is too long', client, () => ({ clientDataJson: 'A'.repeat(20_000) })],
    ['whose object is not base64url', object, () => ({ attestationObject: '+/' })],
    ['whose object is too long', object, () => ({ attestationObject: 'A'.repeat(70_000) })],
  ])('%s', async (_, field, change) => {
    const honest = passkey.register(challenge);
    const result = await verifyAttestation(challenge, { ...honest, ...change(honest) }, settings);
    expect(fieldOf(result)).toBe(field);
  });

  test('that signs an empty challenge', async () => {
    expect(fieldOf(await verifyAttestation('', passkey.register(''), settings))).toBe('challenge');
  });

  test('with an error that does not quote the input', async () => {
    const origin = 'https://private.example';
    const result = await attest({ origin });
    expect(JSON.stringify([result, `${result}`, (result as InvalidInput).details])).not.toContain('private');
  });

  test('when any bit of a packed registration is flipped', async () => {
    const honest = passkey.register(challenge, { format: 'packed', statement: withCertificates([leaf]) });
    const accepted: string[] = [];
    for (const field of ['clientDataJson', 'attestationObject'] as const) {
      const bytes = Buffer.from(honest[field], 'base64url');
      // Every seventh bit changes each byte once or twice and keeps the test fast.
      for (let bit = 0; bit < bytes.length * 8; bit += 7) {
        const flipped = Buffer.from(bytes);
        flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const attestation = { ...honest, [field]: flipped.toString('base64url') };
        const result = await verifyAttestation(challenge, attestation, settings);
        if (!(result instanceof InvalidInput)) accepted.push(`${field} ${bit}`);
      }
    }
    // The signature of a certificate without an issuer is not verified, so its names, dates and signature may differ.
    expect(accepted.filter((position) => position.startsWith('clientDataJson'))).toEqual([]);
    const object0 = Buffer.from(honest.attestationObject, 'base64url');
    const start = object0.indexOf(leaf) * 8;
    const outside = accepted.filter((position) => {
      const bit = Number(position.split(' ')[1]);
      return bit < start || bit >= start + leaf.length * 8;
    });
    expect(outside).toEqual([]);
  });

  test('or accepted without an exception for random bytes', async () => {
    const honest = Buffer.from(passkey.register(challenge).attestationObject, 'base64url');
    await fc.assert(
      fc.asyncProperty(fc.nat(honest.length - 1), fc.uint8Array({ maxLength: 6 }), async (at, bytes) => {
        const mangled = Buffer.concat([honest.subarray(0, at), bytes, honest.subarray(at + bytes.length)]);
        const attestation = {
          ...passkey.register(challenge),
          attestationObject: mangled.toString('base64url'),
        };
        const result = await verifyAttestation(challenge, attestation, settings);
        expect(result instanceof InvalidInput || result.rpId === settings.rpId).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

const assertWith = async (deviations: Deviations, record: Partial<RegisteredPasskey> = {}) =>
  verifyAssertion(
    challenge,
    passkey.assert(challenge, deviations),
    { ...(await registered()), ...record },
    settings.origins,
  );

describe('the sign counter', () => {
  test.each([
    ['stays at 0 for an authenticator without a counter', 0, 0, true],
    ['starts at 1', 0, 1, true],
    ['increases by one', 5, 6, true],
    ['increases by many', 5, 4_000_000_000, true],
    ['stays', 5, 5, false],
    ['falls', 5, 4, false],
    ['falls to 0', 5, 0, false],
  ])('%s', async (_, stored, counter, accepted) => {
    const result = await assertWith({ counter }, { counter: stored });
    expect(result instanceof InvalidPasskeyAssertion).toBe(!accepted);
    if (accepted) expect(result).toEqual({ counter, backedUp: false });
  });
});

describe('an assertion', () => {
  test('is accepted with extensions, and returns whether the passkey is backed up', async () => {
    const backupEligible = true;
    const flags = { backupEligible, backedUp: true };
    expect(await assertWith({ flags }, { backupEligible })).toEqual({ counter: 0, backedUp: true });
    expect(await assertWith({ extensions: cbor(new Map([['uvm', [1]]])) })).toHaveProperty('counter', 0);
  });

  test.each<[string, Deviations, Partial<RegisteredPasskey>?]>([
    ['of another challenge', { challenge: randomChallenge() }],
    ['of another origin', { origin: 'https://evil.example' }],
    ['of an origin with a slash', { origin: 'https://wallet.example/' }],
    ['of another rpId', { rpId: 'evil.example' }],
    ['of the other type', { type: 'webauthn.create' }],
    ['in a cross-origin frame', { clientData: { crossOrigin: true } }],
    ['without user presence', { flags: { userPresent: false } }],
    ['without user verification', { flags: { userVerified: false } }],
    ['that became eligible for backup', { flags: { backupEligible: true } }],
    ['that is no longer eligible for backup', {}, { backupEligible: true }],
    ['backed up without being eligible', { flags: { backedUp: true } }],
    ['of another passkey', {}, { credentialId: 'AAAA' }],
    ['registered under another rpId', {}, { rpId: 'other.example' }],
    ['by another key', {}, { publicKey: new Uint8Array(cbor(coseKeyOf(makeKeyPair()))) }],
    ['with extensions that are not a map', { extensions: cbor([]) }],
  ])('is rejected %s', async (_, deviations, record) => {
    const result = await assertWith(deviations, record);
    expect(result).toBeInstanceOf(InvalidPasskeyAssertion);
    expect(result).toMatchObject({
      httpStatus: 401,
      code: 'UNAUTHORIZED',
      reason: 'Invalid passkey signature',
    });
  });

  const honest = passkey.assert(challenge);
  test.each([
    ['the sandbox value', { signature: 'sandbox-valid-passkey-signature' }],
    ['no signature', { signature: '' }],
    [
      'a byte after the signature',
      {
        signature: `${Buffer.concat([Buffer.from(honest.signature, 'base64url'), Buffer.of(0)]).toString('base64url')}`,
      },
    ],
    ['a padded signature', { signature: `${honest.signature}=` }],
    ['no authenticator data', { authenticatorData: '' }],
    ['truncated authenticator data', { authenticatorData: honest.authenticatorData.slice(0, 40) }],
    [
      'authenticator data with an additional byte',
      { authenticatorData: `${honest.authenticatorData.slice(0, -2)}AAAA` },
    ],
    ['client data that is not JSON', { clientDataJson: 'AAAA' }],
    ['client data that is null', { clientDataJson: Buffer.from('null').toString('base64url') }],
    ['the id in another encoding', { credentialId: `${honest.credentialId}=` }],
  ])('is rejected with %s', async (_, change) => {
    const result = await verifyAssertion(
      challenge,
      { ...honest, ...change },
      await registered(),
      settings.origins,
    );
    expect(result).toBeInstanceOf(InvalidPasskeyAssertion);
  });

  test('is rejected when any bit is flipped', async () => {
    const record = await registered();
    const accepted: string[] = [];
    for (const field of ['clientDataJson', 'authenticatorData', 'signature'] as const) {
      const bytes = Buffer.from(honest[field], 'base64url');
      for (let bit = 0; bit < bytes.length * 8; bit += 1) {
        const flipped = Buffer.from(bytes);
        flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const assertion = { ...honest, [field]: flipped.toString('base64url') };
        const result = await verifyAssertion(challenge, assertion, record, settings.origins);
        if (!(result instanceof InvalidPasskeyAssertion)) accepted.push(`${field} ${bit}`);
      }
    }
    expect(accepted).toEqual([]);
  });

  test('from localhost on any port is accepted with the sandbox settings', async () => {
    const local = new SoftwarePasskey({ origin: 'http://localhost:5173' });
    const sandbox = { rpId: 'localhost', origins: ['http://localhost'] };
    const record = await verifyAttestation(challenge, local.register(challenge), sandbox);
    if (record instanceof InvalidInput) throw record;
    expect(await verifyAssertion(challenge, local.assert(challenge), record, sandbox.origins)).toEqual({
      counter: 0,
      backedUp: false,
    });
  });
});

test('an Ed25519 or P-384 passkey is rejected', async () => {
  const ed = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({ format: 'jwk' });
  const bytes = (text = '') => Buffer.from(text, 'base64url');
  const keys = [
    new Map<number, CborValue>([
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytes(ed.x)],
    ]),
    new Map<number, CborValue>([
      [1, 2],
      [3, -35],
      [-1, 2],
      [-2, bytes(p384.x)],
      [-3, bytes(p384.y)],
    ]),
  ];
  for (const coseKey of keys) {
    expect(fieldOf(await attest({ coseKey }))).toBe('attestation.attestationObject');
  }
});
