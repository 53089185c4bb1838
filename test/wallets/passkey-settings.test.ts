import { describe, expect, test } from 'vitest';
import {
  checkPasskeySettings,
  isAllowedOrigin,
  passkeysNotConfigured,
  sandboxPasskeySettings,
} from '../../src/wallets/passkey-settings.ts';

describe('an origin', () => {
  const origins = ['https://wallet.example', 'android:apk-key-hash:abc'];
  test.each([
    ['of the list', 'https://wallet.example', origins, true],
    ['of an app in the list', 'android:apk-key-hash:abc', origins, true],
    ['with another port', 'https://wallet.example:8443', origins, false],
    ['that is a subdomain of one in the list', 'https://a.wallet.example', origins, false],
    ['that only starts like one in the list', 'https://wallet.example.evil', origins, false],
    ['with a slash', 'https://wallet.example/', origins, false],
    ['localhost, when it is not listed', 'http://localhost:3000', origins, false],
    [
      'localhost on any port, if it is listed without a port',
      'http://localhost:3000',
      ['http://localhost'],
      true,
    ],
    ['localhost on port 80', 'http://localhost', ['http://localhost'], true],
    ['localhost with text after the port', 'http://localhost:3000.evil', ['http://localhost'], false],
    ['a name that starts with localhost', 'http://localhost.evil', ['http://localhost'], false],
    [
      'localhost on another port than the listed one',
      'http://localhost:4000',
      ['http://localhost:3000'],
      false,
    ],
    ['localhost over https', 'https://localhost', ['http://localhost'], false],
  ])('%s', (_, origin, allowed, taken) => {
    expect(isAllowedOrigin(origin, allowed)).toBe(taken);
  });
});

describe('the settings', () => {
  const hash = 'A'.repeat(43);
  test.each([
    ['a domain and its origin', 'wallet.example', ['https://wallet.example'], []],
    ['a port', 'wallet.example', ['https://wallet.example:8443'], []],
    ['an Android app', 'wallet.example', [`android:apk-key-hash:${hash}`], []],
    ['localhost', 'localhost', ['http://localhost:3000'], ['passkeys.rpId', 'passkeys.origins.0']],
    ['plain http', 'wallet.example', ['http://wallet.example'], ['passkeys.origins.0']],
    ['a path', 'wallet.example', ['https://wallet.example/app'], ['passkeys.origins.0']],
    ['an explicit default port', 'wallet.example', ['https://wallet.example:443'], ['passkeys.origins.0']],
    ['a wildcard', 'wallet.example', ['https://*'], ['passkeys.origins.0']],
    ['a URL as rpId', 'https://wallet.example', ['https://wallet.example'], ['passkeys.rpId']],
    ['an upper-case rpId', 'Wallet.example', ['https://wallet.example'], ['passkeys.rpId']],
    ['an address as rpId', '127.0.0.1', ['https://wallet.example'], ['passkeys.rpId']],
    ['no origin', 'wallet.example', [], ['passkeys.origins']],
    [
      'two wrong origins',
      'wallet.example',
      ['a', 'https://b.example', 'c'],
      ['passkeys.origins.0', 'passkeys.origins.2'],
    ],
  ])('in production: %s', (_, rpId, origins, wrong) => {
    const result = checkPasskeySettings({ rpId, origins }, { sandbox: false });
    expect('fields' in result ? result.fields.map(({ path }) => path) : []).toEqual(wrong);
  });

  test('of a new sandbox platform are valid in the sandbox only', () => {
    expect(checkPasskeySettings(sandboxPasskeySettings, { sandbox: true })).toEqual(sandboxPasskeySettings);
    expect(checkPasskeySettings(sandboxPasskeySettings, { sandbox: false })).toHaveProperty('fields');
  });

  test('do not exist for a new production platform, and operations report their absence', () => {
    expect(passkeysNotConfigured()).toMatchObject({
      code: 'INVALID_INPUT',
      httpStatus: 400,
      reason: 'Passkeys are not configured',
    });
  });
});
