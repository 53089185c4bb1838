import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type DeviceCode,
  deviceCodeState,
  issueDeviceCode,
  normaliseDeviceCode,
  redeemable,
  redeemed,
  spellDeviceCode,
  superseded,
} from '../../../src/agents/device-codes/device-code.ts';
import { AgentAlreadyConnected, DeviceCodeUnusable } from '../../../src/agents/errors.ts';
import { idOf } from '../../../src/kernel/ids.ts';
import { now } from '../../support/agents.ts';

const agentId = idOf('Agent', '33333333-0000-7000-8000-000000000000');

function aDeviceCode(changes: Partial<DeviceCode> = {}): DeviceCode {
  const issued = issueDeviceCode({ id: agentId, isConnected: false }, 'digest', now);
  if (issued instanceof AgentAlreadyConnected) throw issued;
  return { ...issued, ...changes };
}

describe('a device code has the format SVC-AGENT-XXXX-XXXX', () => {
  test.each([
    ['the first letters', [0, 1, 2, 3, 4, 5, 6, 7], 'SVC-AGENT-2345-6789'],
    ['the last letters', [24, 25, 26, 27, 28, 29, 30, 31], 'SVC-AGENT-STUV-WXYZ'],
    ['bytes above 31, modulo the alphabet length', [32, 63, 64, 255, 8, 15, 16, 23], 'SVC-AGENT-2Z2Z-AHJR'],
  ])('with %s', (_, bytes, code) => {
    expect(spellDeviceCode(Uint8Array.from(bytes))).toBe(code);
  });

  test('for any 8 bytes, without 0, O, 1 and I, and is parsed in any case', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 8, maxLength: 8 }), (bytes) => {
        const code = spellDeviceCode(bytes);
        expect(code.slice('SVC-AGENT-'.length)).not.toMatch(/[0O1I]/);
        expect(normaliseDeviceCode(code)).toBe(code);
        expect(normaliseDeviceCode(code.toLowerCase())).toBe(code);
      }),
    );
  });

  test('for exactly 8 bytes', () => {
    expect(() => spellDeviceCode(new Uint8Array(7))).toThrow('Invariant');
  });

  test.each([
    ['an empty text', ''],
    ['a letter too few', 'SVC-AGENT-2345-678'],
    ['a letter too many', 'SVC-AGENT-2345-67899'],
    ['no prefix', '2345-6789'],
    ['no dash', 'SVC-AGENT-23456789'],
    ['a zero', 'SVC-AGENT-2340-6789'],
    ['an O', 'SVC-AGENT-234O-6789'],
    ['a one', 'SVC-AGENT-2341-6789'],
    ['an i', 'SVC-AGENT-234i-6789'],
    ['a space before it', ' SVC-AGENT-2345-6789'],
    ['a line end after it', 'SVC-AGENT-2345-6789\n'],
    ['a letter whose upper case is S', '\u017fVC-AGENT-2345-6789'],
  ])('so a text with %s is rejected', (_, text) => {
    expect(normaliseDeviceCode(text)).toBeUndefined();
  });
});

describe('a device code', () => {
  test.each([
    ['is valid for 24 hours', '2025-07-22T09:59:59.999Z', 'ISSUED'],
    ['is invalid at the instant it expires', '2025-07-22T10:00:00.000Z', 'EXPIRED'],
    ['is invalid later', '2025-07-23T00:00:00.000Z', 'EXPIRED'],
  ])('%s', (_, at, state) => {
    expect(deviceCodeState(aDeviceCode(), new Date(at))).toBe(state);
  });

  const afterExpiry = new Date('2025-07-30T00:00:00Z');
  test.each([
    ['redeemed', aDeviceCode({ redeemedAt: now }), now, 'Device code already redeemed'],
    ['redeemed and expired', aDeviceCode({ redeemedAt: now }), afterExpiry, 'Device code already redeemed'],
    ['superseded', aDeviceCode({ supersededAt: now }), now, 'Device code superseded'],
    ['superseded and expired', aDeviceCode({ supersededAt: now }), afterExpiry, 'Device code superseded'],
    ['expired', aDeviceCode(), afterExpiry, 'Device code expired'],
  ])('is rejected when %s', (_, code, at, reason) => {
    expect(redeemable(code, at)).toMatchObject({
      code: 'INVALID_INPUT',
      httpStatus: 400,
      reason,
      fields: [{ path: 'code' }],
    });
  });

  test('is redeemed once', () => {
    const code = redeemable(aDeviceCode(), now);
    if (code instanceof DeviceCodeUnusable) throw code;
    expect(redeemable(redeemed(code, now), now)).toBeInstanceOf(DeviceCodeUnusable);
  });

  test('is superseded unless it was redeemed or superseded before', () => {
    const later = new Date('2025-07-21T11:00:00Z');
    expect(superseded(aDeviceCode(), later).supersededAt).toBe(later);
    expect(superseded(aDeviceCode({ redeemedAt: now }), later).supersededAt).toBeUndefined();
    expect(superseded(aDeviceCode({ supersededAt: now }), later).supersededAt).toBe(now);
  });

  test('is not issued to an agent that is connected', () => {
    expect(issueDeviceCode({ id: agentId, isConnected: true }, 'digest', now)).toMatchObject({
      code: 'AGENT_ALREADY_CONNECTED',
      httpStatus: 409,
    });
  });
});
