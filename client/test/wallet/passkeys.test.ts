import { describe, expect, test } from 'vitest';
import { browserAuthenticator, type CreationOptions } from '../../src/wallet/index.ts';

const options: CreationOptions = {
  challenge: '-_8A',
  rp: { id: 'localhost', name: 'Wallets' },
  user: { id: 'QWRh', name: 'ada@example.com', displayName: 'Ada Lovelace' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  excludeCredentials: [{ type: 'public-key', id: 'AQID' }],
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
  attestation: 'none',
};
const request = {
  challenge: '-_8A',
  rpId: 'localhost',
  userVerification: 'required',
  allowCredentials: [{ type: 'public-key', id: 'AQID' }],
} as const;

const bytes = (...values: readonly number[]) => Uint8Array.from(values).buffer;
const registered = {
  rawId: bytes(1, 2, 3),
  response: {
    clientDataJSON: bytes(0xfb),
    attestationObject: bytes(0xff, 0xff),
    getTransports: () => ['internal', 'hybrid', 'smart-card'],
  },
};
const asserted = {
  rawId: bytes(1, 2, 3),
  response: {
    clientDataJSON: bytes(0xfb),
    authenticatorData: bytes(4),
    signature: bytes(5, 6),
    userHandle: null,
  },
};

/** `navigator.credentials` without the JSON methods of WebAuthn level 3. */
function container(credential: object | null | Error) {
  const requests: { publicKey: Record<string, unknown> }[] = [];
  const respond = async (given: { publicKey: Record<string, unknown> }) => {
    requests.push(given);
    if (credential instanceof Error) throw credential;
    return credential;
  };
  const credentials = { create: respond, get: respond } as unknown as CredentialsContainer;
  return { requests, authenticator: browserAuthenticator(credentials) };
}

describe('a passkey of the browser', () => {
  test('is made with the options of the server, as bytes', async () => {
    const { requests, authenticator } = container(registered);
    expect(await authenticator.create(options)).toEqual({
      credentialId: 'AQID',
      clientDataJson: '-w',
      attestationObject: '__8',
      transports: ['internal', 'hybrid'],
    });
    expect(requests[0]?.publicKey).toEqual({
      ...options,
      challenge: Uint8Array.of(0xfb, 0xff, 0x00),
      user: { ...options.user, id: Uint8Array.of(0x41, 0x64, 0x61) },
      excludeCredentials: [{ type: 'public-key', id: Uint8Array.of(1, 2, 3) }],
    });
  });

  test('is made where the browser has no getTransports', async () => {
    const { getTransports: _, ...response } = registered.response;
    const { authenticator } = container({ ...registered, response });
    expect((await authenticator.create(options)).transports).toEqual([]);
  });

  test('signs a challenge', async () => {
    const { requests, authenticator } = container(asserted);
    expect(await authenticator.get(request)).toEqual({
      credentialId: 'AQID',
      clientDataJson: '-w',
      authenticatorData: 'BA',
      signature: 'BQY',
    });
    expect(requests[0]?.publicKey).toEqual({
      ...request,
      challenge: Uint8Array.of(0xfb, 0xff, 0x00),
      allowCredentials: [{ type: 'public-key', id: Uint8Array.of(1, 2, 3) }],
    });
  });

  test.each([
    ['NotAllowedError', 'PASSKEY_NOT_ALLOWED'],
    ['SecurityError', 'PASSKEY_NOT_ALLOWED'],
    ['InvalidStateError', 'PASSKEY_ALREADY_REGISTERED'],
    ['NotSupportedError', 'PASSKEY_UNSUPPORTED'],
    ['UnknownError', 'PASSKEY_FAILED'],
  ])('fails with %s as %s', async (name, code) => {
    const cause = new DOMException('The authenticator failed.', name);
    const { authenticator } = container(cause as Error);
    await expect(authenticator.create(options)).rejects.toMatchObject({ code, cause });
    await expect(authenticator.get(request)).rejects.toMatchObject({ code, cause });
  });

  test('is missing', async () => {
    await expect(container(null).authenticator.get(request)).rejects.toMatchObject({
      code: 'PASSKEY_NOT_ALLOWED',
    });
    const elsewhere = browserAuthenticator();
    await expect(elsewhere.get(request)).rejects.toMatchObject({ code: 'PASSKEY_UNSUPPORTED' });
  });
});
