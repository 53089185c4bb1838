import type { IncomingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { CredentialExpired } from '../../../src/platforms/access/credential-expired.ts';
import { challengeFor } from '../../../src/transports/http/challenge.ts';

test.each<[string, IncomingHttpHeaders, 'Basic' | 'Bearer']>([
  ['a program without a credential', {}, 'Basic'],
  ['a program with an API token', { authorization: 'Basic eDp5' }, 'Basic'],
  ['a program with another scheme', { authorization: 'Digest x' }, 'Basic'],
  ['a person who opens the URL', { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' }, 'Basic'],
  ['an access token', { authorization: 'Bearer x' }, 'Bearer'],
  ['an access token, in another spelling', { authorization: 'bearer x' }, 'Bearer'],
  ['an empty Bearer credential', { authorization: 'Bearer' }, 'Bearer'],
  ['a script of the own page without a credential', { 'sec-fetch-dest': 'empty' }, 'Bearer'],
  ['a script that says its origin', { origin: 'https://app.example' }, 'Bearer'],
  ['a script with an API token', { authorization: 'Basic eDp5', 'sec-fetch-dest': 'empty' }, 'Basic'],
])('%s', (_name, headers, scheme) => {
  expect(challengeFor(headers)).toMatch(new RegExp(`^${scheme} realm=`));
});

test('an expired token is challenged with the reason', () => {
  expect(challengeFor({ authorization: 'Bearer x' }, new CredentialExpired())).toBe(
    'Bearer realm="payments", error="invalid_token", error_description="The access token has expired"',
  );
});
