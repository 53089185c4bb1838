/** An OIDC issuer on loopback. Its keys can rotate, and tests can replace its documents. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SigningKey {
  readonly kid: string;
  readonly alg: 'ES256' | 'RS256';
  readonly privateKey: KeyObject;
  /** As published. */
  readonly jwk: Record<string, unknown>;
}

export function makeSigningKey(kid: string, alg: 'ES256' | 'RS256' = 'ES256'): SigningKey {
  const { privateKey, publicKey } =
    alg === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { kid, alg, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg, use: 'sig' } };
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A JWT signed by the key. `header` replaces members of the header; `undefined` leaves one out. */
export function signJwt(claims: unknown, key: SigningKey, header: Record<string, unknown> = {}): string {
  const signed = `${part({ alg: key.alg, kid: key.kid, typ: 'JWT', ...header })}.${part(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), { key: key.privateKey, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

type Respond = (response: ServerResponse) => void;

export interface TestIssuer {
  readonly issuer: string;
  /** Requested paths, in order. */
  readonly requests: string[];
  /** The key that signs, and the only one published unless `published` is set. */
  key: SigningKey;
  published: Record<string, unknown>[] | undefined;
  /** Members of the discovery document that differ. */
  discovery: Record<string, unknown>;
  /** Handlers that replace the responses of the issuer, by path. */
  readonly instead: Map<string, Respond>;
  token(claims?: Record<string, unknown>, header?: Record<string, unknown>): string;
  close(): Promise<void>;
}

/** Starts an issuer whose tokens are for the audience `wallet` and the subject `subject`, issued at `now()`. */
export async function startIssuer(now: () => Date): Promise<TestIssuer> {
  const requests: string[] = [];
  const instead = new Map<string, Respond>();
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    const respond = instead.get(path);
    if (respond) return respond(response);
    const send = (document: unknown) => response.end(JSON.stringify(document));
    if (path === '/.well-known/openid-configuration') {
      return send({ issuer: issuer.issuer, jwks_uri: `${issuer.issuer}/keys`, ...issuer.discovery });
    }
    if (path === '/keys') return send({ keys: issuer.published ?? [issuer.key.jwk] });
    return response.writeHead(404).end();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const issuer: TestIssuer = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    key: makeSigningKey('first'),
    published: undefined,
    discovery: {},
    instead,
    token(claims = {}, header = {}) {
      const iat = Math.floor(now().getTime() / 1000);
      const usual = { iss: issuer.issuer, aud: 'wallet', sub: 'subject', iat, exp: iat + 3600 };
      return signJwt({ ...usual, ...claims }, issuer.key, header);
    },
    close() {
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
  return issuer;
}
