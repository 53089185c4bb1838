import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InvalidInput } from '../../src/kernel/errors.ts';
import { parseInput } from '../../src/kernel/parse.ts';
import { parseUmaAddress, partsOfUma, umaAddress, umaDomain } from '../../src/kernel/uma-address.ts';

const maxName = `$${'a'.repeat(63)}`;
const maxDomain = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`;

describe('a UMA address is $name@domain', () => {
  test.each([
    ['plain', '$alice@example.com', '$alice@example.com'],
    ['every character of a name', '$a-z_0.9+tag@example.com', '$a-z_0.9+tag@example.com'],
    ['in upper case, stored in lower case', '$ALICE@Example.COM', '$alice@example.com'],
    ['of the sandbox', '$success.usd@sandbox.uma.example', '$success.usd@sandbox.uma.example'],
    ['with the domain localhost', '$bob@localhost', '$bob@localhost'],
    ['with a punycode domain', '$bob@xn--bcher-kva.example', '$bob@xn--bcher-kva.example'],
    ['with a name of 64 characters, the $ among them', `${maxName}@a.io`, `${maxName}@a.io`],
    ['with a domain of 253 characters', `$a@${maxDomain}`, `$a@${maxDomain}`],
  ])('%s', (_, text, address) => {
    expect(parseUmaAddress(text)).toBe(address);
  });

  test.each([
    ['empty', ''],
    ['without the $', 'alice@example.com'],
    ['without a name', '$@example.com'],
    ['with a name of 65 characters', `${maxName}a@a.io`],
    ['with a second $', '$$alice@example.com'],
    ['without a domain', '$alice@'],
    ['without an @', '$alice.example.com'],
    ['with two @', '$alice@bob@example.com'],
    ['with a space before it', ' $alice@example.com'],
    ['with a line break after it', '$alice@example.com\n'],
    ['with a letter outside ASCII', '$alicé@example.com'],
    ['with a Kelvin sign for a k', '$\u212Aim@example.com'],
    ['with a port', '$alice@example.com:8080'],
    ['with a single label that is not localhost', '$alice@example'],
    ['with an IP address', '$alice@127.0.0.1'],
    ['with an empty label', '$alice@example..com'],
    ['with a final dot', '$alice@example.com.'],
    ['with a label that starts with a hyphen', '$alice@-example.com'],
    ['with a label of 64 characters', `$alice@${'a'.repeat(64)}.com`],
    ['with a domain of 254 characters', `$a@${maxDomain}d`],
  ])('not one %s', (_, text) => {
    expect(parseUmaAddress(text)).toBeUndefined();
  });

  test('and a value that is not a string is rejected', () => {
    expect(parseUmaAddress(7)).toBeUndefined();
  });

  test('and is unchanged when it is parsed again or joined from its parts', () => {
    const name = fc.stringMatching(/^[A-Za-z0-9\-_.+]{1,63}$/);
    const domain = fc.stringMatching(/^[A-Za-z0-9]{1,20}\.[A-Za-z]{2,10}$/);
    fc.assert(
      fc.property(name, domain, (n, d) => {
        const address = parseUmaAddress(`$${n}@${d}`);
        if (!address) throw new Error('a well-formed address was rejected');
        expect(parseUmaAddress(address)).toBe(address);
        expect(partsOfUma(address)).toEqual({ name: n.toLowerCase(), domain: d.toLowerCase() });
      }),
    );
  });
});

describe('an invalid UMA address is rejected', () => {
  test('with INVALID_UMA_ADDRESS and the path of the field, without the value', () => {
    const rejected = parseInput(umaAddress, 'secret@example.com');
    expect(rejected).toBeInstanceOf(InvalidInput);
    expect(rejected).toMatchObject({ code: 'INVALID_UMA_ADDRESS' });
    expect(JSON.stringify((rejected as InvalidInput).details)).not.toContain('secret');
  });
});

test('a UMA domain is a DNS name, stored in lower case', () => {
  expect(parseInput(umaDomain, 'UMA.Example.com')).toBe('uma.example.com');
  expect(parseInput(umaDomain, 'https://uma.example.com')).toMatchObject({ code: 'INVALID_INPUT' });
});
