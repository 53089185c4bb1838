/**
 * The device code: a person copies it from the platform to the agent's software, once, to connect it.
 *
 * It is `SVC-AGENT-XXXX-XXXX`, eight letters of an alphabet of 32: 40 bits, enough with the limit on redeeming. Only
 * the digest of the normalised code is stored.
 *
 * Decision: a code that is both superseded and expired is reported as superseded, because a newer one exists.
 *
 * Source: docs/behaviour/agents.md#device-codes, docs/behaviour/customers.md#states-of-invitations-accounts-and-verifications.
 */
import { unambiguousAlphabet } from '../../kernel/crypto/secrets.ts';
import { invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import { AgentAlreadyConnected, DeviceCodeUnusable } from '../errors.ts';

const deviceCodeLifetimeSeconds = 24 * 60 * 60;

export interface DeviceCode {
  /** Digest of the normalised code. */
  readonly digest: string;
  readonly agentId: Id<'Agent'>;
  readonly issuedAt: Date;
  /** The first instant at which the code is no longer valid. */
  readonly expiresAt: Date;
  readonly redeemedAt: Date | undefined;
  /** When a newer code replaced it. */
  readonly supersededAt: Date | undefined;
}

/** A code that can still be redeemed; only `redeemable` returns one. */
type IssuedDeviceCode = DeviceCode & {
  readonly redeemedAt: undefined;
  readonly supersededAt: undefined;
};

type DeviceCodeState = 'ISSUED' | 'REDEEMED' | 'SUPERSEDED' | 'EXPIRED';

const randomLetters = 8;
const written = new RegExp(`^SVC-AGENT-[${unambiguousAlphabet}]{4}-[${unambiguousAlphabet}]{4}$`, 'i');

/** @param random 8 bytes of a secure generator. 32 divides 256, so every letter is equally likely. */
export function spellDeviceCode(random: Uint8Array): string {
  invariant(random.length === randomLetters, 'a device code is made of 8 random bytes');
  const letters = Array.from(random, (byte) =>
    unambiguousAlphabet.charAt(byte % unambiguousAlphabet.length),
  ).join('');
  return `SVC-AGENT-${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/** The code in upper case; `undefined` for a text that cannot be a code. */
export const normaliseDeviceCode = (text: string): string | undefined =>
  written.test(text) ? text.toUpperCase() : undefined;

/** A new code of an agent whose software is not connected. */
export function issueDeviceCode(
  agent: { readonly id: Id<'Agent'>; readonly isConnected: boolean },
  digest: string,
  now: Date,
): IssuedDeviceCode | AgentAlreadyConnected {
  if (agent.isConnected) return new AgentAlreadyConnected();
  return {
    digest,
    agentId: agent.id,
    issuedAt: now,
    expiresAt: new Date(now.getTime() + deviceCodeLifetimeSeconds * 1000),
    redeemedAt: undefined,
    supersededAt: undefined,
  };
}

export function deviceCodeState(
  { redeemedAt, supersededAt, expiresAt }: Pick<DeviceCode, 'redeemedAt' | 'supersededAt' | 'expiresAt'>,
  now: Date,
): DeviceCodeState {
  if (redeemedAt) return 'REDEEMED';
  if (supersededAt) return 'SUPERSEDED';
  return now >= expiresAt ? 'EXPIRED' : 'ISSUED';
}

/** Returns the code if it can still be redeemed. */
export function redeemable(code: DeviceCode, now: Date): IssuedDeviceCode | DeviceCodeUnusable {
  switch (deviceCodeState(code, now)) {
    case 'REDEEMED':
      return new DeviceCodeUnusable('already redeemed');
    case 'SUPERSEDED':
      return new DeviceCodeUnusable('superseded');
    case 'EXPIRED':
      return new DeviceCodeUnusable('expired');
    case 'ISSUED':
      return { ...code, redeemedAt: undefined, supersededAt: undefined };
  }
}

export const redeemed = (code: IssuedDeviceCode, now: Date): DeviceCode => ({ ...code, redeemedAt: now });

/** A redeemed code does not change. */
export const superseded = (code: DeviceCode, now: Date): DeviceCode =>
  code.redeemedAt || code.supersededAt ? code : { ...code, supersededAt: now };
