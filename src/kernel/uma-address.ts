/**
 * UMA addresses: `$name@domain`, in one canonical spelling.
 *
 * Decision: a domain is a DNS name of at least two labels, or `localhost`. A port is rejected, because an address names a
 * party and not a server.
 *
 * Source: docs/behaviour/conventions.md#input-validation and docs/behaviour/errors.md#error-codes (INVALID_UMA_ADDRESS).
 */
import { z } from 'zod';
import { codedIssue } from './parse.ts';

/** In lower case, with `$`. Only `parseUmaAddress` creates one. */
export type UmaAddress = `$${string}@${string}` & { readonly __uma: true };

/** The length of a username, including `$`. */
const maxUsernameLength = 64;
const maxDomainLength = 253;

// Matches ASCII letters only, before the conversion to lower case: `toLowerCase` turns a Kelvin sign into a `k`.
const usernamePattern = /^\$[A-Za-z0-9\-_.+]+$/;
const labelPattern = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

const described = 'must be a UMA address of the form $name@domain';

/** The domain in lower case, or `undefined` if it is not a DNS name. */
function parseDomain(text: string): string | undefined {
  if (text.length > maxDomainLength) return undefined;
  const labels = text.split('.');
  if (!labels.every((label) => labelPattern.test(label))) return undefined;
  const domain = text.toLowerCase();
  // A last label of digits only is part of an IPv4 address, never a top-level domain.
  const isName = labels.length > 1 && !/^\d+$/.test(labels.at(-1) ?? '');
  return isName || domain === 'localhost' ? domain : undefined;
}

/** The address in its canonical spelling, or `undefined`. Surrounding whitespace is not allowed. */
export function parseUmaAddress(text: unknown): UmaAddress | undefined {
  if (typeof text !== 'string') return undefined;
  const at = text.indexOf('@');
  if (at < 0) return undefined;
  const username = text.slice(0, at);
  if (username.length > maxUsernameLength || !usernamePattern.test(username)) return undefined;
  const domain = parseDomain(text.slice(at + 1));
  return domain === undefined ? undefined : (`${username.toLowerCase()}@${domain}` as UmaAddress);
}

/** The username without `$`, which names the receivers of the sandbox (`success.usd`), and the domain. */
export function partsOfUma(address: UmaAddress): { readonly name: string; readonly domain: string } {
  const at = address.indexOf('@');
  return { name: address.slice(1, at), domain: address.slice(at + 1) };
}

/** The input schema of an address. Other texts are rejected with INVALID_UMA_ADDRESS. */
export const umaAddress = z.string({ error: 'must be a string' }).transform((value, context): UmaAddress => {
  const address = parseUmaAddress(value);
  if (address) return address;
  context.addIssue(codedIssue('INVALID_UMA_ADDRESS', described));
  return z.NEVER;
});

/** The input schema of a domain for UMA addresses. */
export const umaDomain = z.string({ error: 'must be a string' }).transform((value, context): string => {
  const domain = parseDomain(value);
  if (domain !== undefined) return domain;
  context.addIssue({ code: 'custom', message: 'must be a domain name, for example uma.example.com' });
  return z.NEVER;
});
