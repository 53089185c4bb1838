import { createHmac, createPublicKey } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createSafeFetch,
  type HttpGet,
  httpGetOf,
} from '../../../src/infrastructure/http-client/safe-fetch.ts';
import {
  createOidcVerifier,
  InvalidOidcToken,
  type OidcIssuer,
  tokenDigest,
  unverifiedClaims,
} from '../../../src/wallets/oidc/oidc.ts';
import { IssuerUnavailable, isIssuer } from '../../../src/wallets/oidc/oidc-keys.ts';
import { makeSigningKey, signJwt, startIssuer, type TestIssuer } from '../../support/oidc-issuer.ts';

const httpGet = httpGetOf(createSafeFetch({ allowsPrivateTargets: true }));
// Half a second after a full second, because ages are whole seconds.
const start = Date.parse('2026-04-08T15:00:00.500Z');
const seconds = Math.floor(start / 1000);

let time: number;
let issuer: TestIssuer;
let verifier: ReturnType<typeof createOidcVerifier>;
let registered: OidcIssuer[];

const verifierWith = (get: HttpGet) => createOidcVerifier({ get, realTime: { now: () => new Date(time) } });
const verify = (token: string, issuers = registered) =>
  verifier.verify(token, issuers, { allowLoopbackHttp: true });
const keyFetches = () => issuer.requests.filter((path) => path === '/keys').length;

beforeEach(async () => {
  time = start;
  issuer = await startIssuer(() => new Date(time));
  verifier = verifierWith(httpGet);
  registered = [{ issuer: issuer.issuer, audiences: ['wallet', 'wallet-ios'] }];
});
afterEach(() => issuer.close());

describe('a token of a registered issuer', () => {
  test('returns its claims', async () => {
    expect(await verify(issuer.token({ email: 'ada@example.com' }))).toEqual({
      iss: issuer.issuer,
      aud: 'wallet',
      sub: 'subject',
      email: 'ada@example.com',
    });
  });

  test('may be signed with RSA, and does not need a key id', async () => {
    issuer.key = makeSigningKey('rsa', 'RS256');
    expect(await verify(issuer.token())).toHaveProperty('sub', 'subject');
    expect(await verify(issuer.token({}, { kid: undefined }))).toHaveProperty('sub', 'subject');
  });

  test('without a key id is verified with every suitable key', async () => {
    issuer.published = [makeSigningKey('other').jwk, issuer.key.jwk, makeSigningKey('third').jwk];
    expect(await verify(issuer.token({}, { kid: undefined }))).toHaveProperty('sub', 'subject');
    const stranger = signJwt(
      { ...unverifiedClaims(issuer.token()), iat: seconds, exp: seconds + 60 },
      makeSigningKey('x'),
      { kid: undefined },
    );
    expect(await verify(stranger)).toBeInstanceOf(InvalidOidcToken);
  });

  test('with several known audiences returns the first', async () => {
    expect(await verify(issuer.token({ aud: ['wallet-ios', 'wallet'] }))).toHaveProperty('aud', 'wallet-ios');
  });
});

describe('the age of a token', () => {
  test.each<[string, Record<string, unknown>, boolean]>([
    ['issued now', { iat: seconds }, true],
    ['60 seconds old', { iat: seconds - 60 }, true],
    ['61 seconds old', { iat: seconds - 61 }, false],
    ['5 seconds in the future', { iat: seconds + 5 }, true],
    ['6 seconds in the future', { iat: seconds + 6 }, false],
    ['without iat', { iat: undefined }, false],
    ['with an iat that is text', { iat: String(seconds) }, false],
    ['that expires in a second', { exp: seconds + 1 }, true],
    ['that expired half a second ago', { exp: seconds }, false],
    ['without exp', { exp: undefined }, false],
    ['with an exp that is text', { exp: '9999999999' }, false],
    ['valid from 5 seconds in the future', { nbf: seconds + 5 }, true],
    ['valid from 6 seconds in the future', { nbf: seconds + 6 }, false],
    ['with an nbf that is text', { nbf: 'now' }, false],
  ])('%s', async (_, claims, accepted) => {
    const result = await verify(issuer.token(claims));
    expect(result instanceof InvalidOidcToken).toBe(!accepted);
  });
});

describe('a token is rejected without a request to the issuer', () => {
  const rejectedWithoutFetch = async (token: string, issuers?: OidcIssuer[]) => {
    const result = await verify(token, issuers);
    expect(result).toBeInstanceOf(InvalidOidcToken);
    expect(result).toMatchObject({ code: 'UNAUTHORIZED', httpStatus: 401, reason: 'Invalid OIDC token' });
    expect(issuer.requests).toEqual([]);
  };

  test.each<[string, Record<string, unknown>]>([
    ['for another audience', { aud: 'stranger' }],
    ['for a known and an unknown audience', { aud: ['wallet', 'stranger'] }],
    ['for no audience', { aud: [] }],
    ['without an audience', { aud: undefined }],
    ['with an audience that is a number', { aud: 1 }],
    ['without a subject', { sub: undefined }],
    ['with an empty subject', { sub: '' }],
    ['with a subject that cannot be stored', { sub: 'a\u0000' }],
    ['with a subject that is a number', { sub: 7 }],
    ['of an issuer that is not registered', { iss: 'https://accounts.example' }],
    ['of the issuer with a slash', { iss: 'SLASH' }],
    ['without an issuer', { iss: undefined }],
  ])('%s', async (_, claims) => {
    const given = claims['iss'] === 'SLASH' ? { iss: `${issuer.issuer}/` } : claims;
    await rejectedWithoutFetch(issuer.token(given));
  });

  test.each<[string, Record<string, unknown>]>([
    ['with alg none', { alg: 'none' }],
    ['with alg None', { alg: 'None' }],
    ['with an HMAC', { alg: 'HS256' }],
    ['without alg', { alg: undefined }],
    ['with a critical header', { crit: ['b64'], b64: false }],
  ])('%s', async (_, header) => {
    await rejectedWithoutFetch(issuer.token({}, header));
  });

  test('with alg none and no signature', async () => {
    const [, payload] = issuer.token().split('.');
    const header = Buffer.from('{"alg":"none"}').toString('base64url');
    await rejectedWithoutFetch(`${header}.${payload}.`);
  });

  test('with an HMAC under the public key', async () => {
    const pem = createPublicKey(issuer.key.privateKey).export({ format: 'pem', type: 'spki' });
    const [, payload] = issuer.token().split('.');
    const signed = `${Buffer.from('{"alg":"HS256","kid":"first"}').toString('base64url')}.${payload}`;
    await rejectedWithoutFetch(`${signed}.${createHmac('sha256', pem).update(signed).digest('base64url')}`);
  });

  test.each(['', 'sandbox-valid-oidc-token', 'a.b.c', '..', 'a.b.c.d', `${'A'.repeat(20_000)}.e30.`])(
    'when it is the text %j',
    async (token) => {
      await rejectedWithoutFetch(token.slice(0, 20_010));
    },
  );

  test('when the platform registered no issuer, or no audience', async () => {
    await rejectedWithoutFetch(issuer.token(), []);
    await rejectedWithoutFetch(issuer.token(), [{ issuer: issuer.issuer, audiences: [] }]);
  });

  test('when http on loopback is not allowed', async () => {
    expect(await verifier.verify(issuer.token(), registered)).toBeInstanceOf(InvalidOidcToken);
    expect(issuer.requests).toEqual([]);
  });
});

describe('the key of a token', () => {
  test('is never read from the token', async () => {
    const attacker = makeSigningKey('first');
    const evil = await startIssuer(() => new Date(time));
    for (const header of [
      { jwk: attacker.jwk },
      { jku: `${evil.issuer}/keys` },
      { x5u: `${evil.issuer}/cert` },
      { x5c: ['AAAA'] },
      { jku: `${evil.issuer}/keys`, kid: 'unknown' },
    ]) {
      const claims = { iss: issuer.issuer, aud: 'wallet', sub: 'subject', iat: seconds, exp: seconds + 60 };
      expect(await verify(signJwt(claims, attacker, header))).toBeInstanceOf(InvalidOidcToken);
    }
    expect(evil.requests).toEqual([]);
    await evil.close();
  });

  test('is found even if the header of a valid token contains other keys', async () => {
    expect(await verify(issuer.token({}, { jku: 'http://127.0.0.1:1/keys' }))).toHaveProperty(
      'sub',
      'subject',
    );
  });

  test('is found immediately after a rotation', async () => {
    expect(await verify(issuer.token())).toHaveProperty('sub');
    issuer.key = makeSigningKey('second');
    expect(await verify(issuer.token())).toHaveProperty('sub', 'subject');
    expect(keyFetches()).toBe(2);
  });

  test('is found after a rotation when tokens have no key id', async () => {
    expect(await verify(issuer.token({}, { kid: undefined }))).toHaveProperty('sub');
    issuer.key = makeSigningKey('second');
    expect(await verify(issuer.token({}, { kid: undefined }))).toHaveProperty('sub', 'subject');
  });

  test('is cached for five minutes', async () => {
    const first = issuer.key;
    await verify(issuer.token());
    time = start + 5 * 60_000 - 1;
    await verify(issuer.token());
    expect(keyFetches()).toBe(1);
    issuer.key = makeSigningKey('second');
    time = start + 5 * 60_000;
    const old = {
      iss: issuer.issuer,
      aud: 'wallet',
      sub: 's',
      iat: Math.floor(time / 1000),
      exp: seconds + 9999,
    };
    expect(await verify(signJwt(old, first))).toBeInstanceOf(InvalidOidcToken);
  });

  test('is fetched once for concurrent callers', async () => {
    const tokens = Array.from({ length: 20 }, (_, index) => issuer.token({ sub: `s${index}` }));
    const results = await Promise.all(tokens.map((token) => verify(token)));
    expect(results.map((result) => 'sub' in result && result.sub)).toEqual(
      tokens.map((_, index) => `s${index}`),
    );
    expect(issuer.requests).toEqual(['/.well-known/openid-configuration', '/keys']);
  });

  test('that is unknown causes at most six fetches a minute', async () => {
    for (let round = 0; round < 20; round += 1) {
      expect(await verify(issuer.token({}, { kid: `invented-${round}` }))).toBeInstanceOf(InvalidOidcToken);
    }
    expect(keyFetches()).toBe(7);
    time += 60_000;
    await verify(issuer.token({}, { kid: 'invented' }));
    expect(keyFetches()).toBe(8);
  });

  test('does not verify a token with any flipped bit', async () => {
    const bytes = Buffer.from(issuer.token());
    const accepted: number[] = [];
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      if ('sub' in (await verify(flipped.toString('latin1')))) accepted.push(bit);
    }
    expect(accepted).toEqual([]);
  });
});

test('tokens that differ only in the signature have the same digest', () => {
  const token = issuer.token();
  const signed = token.slice(0, token.lastIndexOf('.'));
  expect(tokenDigest(`${signed}.AAAA`)).toEqual(tokenDigest(token));
  expect(tokenDigest(issuer.token({ jti: 'other' }))).not.toEqual(tokenDigest(token));
});

describe('an issuer is reported as unavailable', () => {
  const discoveryPath = '/.well-known/openid-configuration';
  const unavailable = { kind: 'upstream', httpStatus: 424, reason: 'OIDC issuer unavailable' };

  test.each<[string, string, Parameters<TestIssuer['instead']['set']>[1]]>([
    ['when discovery fails', discoveryPath, (response) => response.writeHead(500).end()],
    ['when discovery is not JSON', discoveryPath, (response) => response.end('<html>')],
    ['when discovery is null', discoveryPath, (response) => response.end('null')],
    [
      'when discovery redirects',
      discoveryPath,
      (response) => response.writeHead(302, { location: '/keys' }).end(),
    ],
    ['when the key set is not found', '/keys', (response) => response.writeHead(404).end()],
    ['when the response is not a key set', '/keys', (response) => response.end('{"keys":{}}')],
    ['when the key set is too large', '/keys', (response) => response.end('x'.repeat(200_000))],
    ['when the connection breaks', '/keys', (response) => response.destroy()],
  ])('%s', async (_, path, respond) => {
    issuer.instead.set(path, respond);
    const result = await verify(issuer.token());
    expect(result).toBeInstanceOf(IssuerUnavailable);
    expect(result).toMatchObject(unavailable);
    issuer.instead.clear();
    expect(await verify(issuer.token())).toHaveProperty('sub');
  });

  test.each<[string, Record<string, unknown>]>([
    ['when discovery returns another issuer', { issuer: 'https://accounts.example' }],
    ['when discovery returns no key URL', { jwks_uri: undefined }],
    ['when the keys are at a plain http URL', { jwks_uri: 'http://accounts.example/keys' }],
    ['when the keys are in a file', { jwks_uri: 'file:///etc/passwd' }],
  ])('%s', async (_, discovery) => {
    issuer.discovery = discovery;
    expect(await verify(issuer.token())).toMatchObject(unavailable);
    expect(keyFetches()).toBe(0);
  });

  test('when it does not respond within five seconds', async () => {
    const timeouts: number[] = [];
    verifier = verifierWith((url, limits) => {
      timeouts.push(limits.timeoutMs);
      return httpGet(url, { ...limits, timeoutMs: 50 });
    });
    issuer.instead.set(discoveryPath, () => undefined);
    expect(await verify(issuer.token())).toMatchObject(unavailable);
    expect(timeouts).toEqual([5000]);
  });

  test('when it is at a private address that may not be called', async () => {
    verifier = verifierWith(httpGetOf(createSafeFetch({ allowsPrivateTargets: false })));
    expect(await verify(issuer.token())).toMatchObject(unavailable);
    expect(issuer.requests).toEqual([]);
  });
});

test('symmetric and private keys in a published set are not used', async () => {
  const leaked = { ...issuer.key.privateKey.export({ format: 'jwk' }), kid: 'first', alg: 'ES256' };
  issuer.published = [{ kty: 'oct', k: 'AAAA', kid: 'first' }, leaked, null as never];
  expect(await verify(issuer.token())).toBeInstanceOf(InvalidOidcToken);
});

describe('the URL of an issuer', () => {
  test.each([
    ['https://accounts.example', false, true],
    ['https://accounts.example/tenant', false, true],
    ['http://accounts.example', true, false],
    ['http://localhost:9000', true, true],
    ['http://127.0.0.1:9000', true, true],
    ['http://[::1]:9000', true, true],
    ['http://localhost:9000', false, false],
    ['http://localhost.evil.example', true, false],
    ['https://user@accounts.example', false, false],
    ['https://accounts.example?x=1', false, false],
    ['https://accounts.example#x', false, false],
    [' https://accounts.example', false, false],
    ['accounts.example', false, false],
  ])('%s, loopback allowed: %s, is one: %s', (text, loopback, valid) => {
    expect(isIssuer(text, loopback)).toBe(valid);
  });
});

describe('a structurally valid JWT', () => {
  const jwt = (payload: unknown, header: unknown = { alg: 'RS256' }, signature = 'c2ln') =>
    `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.${signature}`;
  const iss = 'https://accounts.google.com';
  const nothing = { aud: undefined, sub: undefined, email: undefined };

  test.each([
    ['with an issuer', jwt({ iss }), { iss, ...nothing }],
    [
      'with all claims',
      jwt({ iss, aud: ['a', 'b'], sub: 's', email: 'e@x.yz' }),
      { iss, aud: 'a', sub: 's', email: 'e@x.yz' },
    ],
    ['with a signature that is not canonical base64url', jwt({ iss }, {}, 'signature'), { iss, ...nothing }],
    ['without a signature', jwt({ iss }, {}, ''), { iss, ...nothing }],
    ['without an issuer', jwt({ sub: 's' }), undefined],
    ['with an issuer that is not text', jwt({ iss: [iss] }), undefined],
    ['with a payload that is an array', jwt([iss]), undefined],
    ['with two parts', 'e30.e30', undefined],
    ['with four parts', `${jwt({ iss })}.x`, undefined],
    ['with a header that is not JSON', `x.${jwt({ iss }).split('.')[1]}.x`, undefined],
    ['the magic value', 'sandbox-valid-oidc-token', undefined],
  ])('%s', (_, token, claims) => {
    expect(unverifiedClaims(token)).toEqual(claims);
  });
});
