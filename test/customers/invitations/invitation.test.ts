import { describe, expect, test } from 'vitest';
import { InvitationsNotConfigured, NotTheInviter } from '../../../src/customers/invitations/errors.ts';
import {
  ClaimInvitationInput,
  CreateInvitationInput,
  cancel,
  checkExpiry,
  claim,
  type Invitation,
  type InvitationStatus,
  invitationUrl,
  newInvitationCode,
  statusAt,
} from '../../../src/customers/invitations/invitation.ts';
import { DomainError } from '../../../src/kernel/errors.ts';
import { idOf } from '../../../src/kernel/ids.ts';
import { parseInput } from '../../../src/kernel/parse.ts';
import { parseUmaAddress, type UmaAddress } from '../../../src/kernel/uma-address.ts';

function uma(text: string): UmaAddress {
  const address = parseUmaAddress(text);
  if (!address) throw new Error(`${text} is no UMA address`);
  return address;
}
const invitee = uma('$bob@other.example');
const now = new Date('2025-10-13T12:00:00Z');

const anInvitation = (fields: Partial<Invitation> = {}): Invitation => ({
  code: '9f8e7d6c',
  platformId: idOf('Platform', '0199d0a0-0000-7000-8000-000000000001'),
  inviterUma: uma('$alice@example.com'),
  inviteeUma: undefined,
  firstName: 'Alice',
  status: 'PENDING',
  amountToSend: undefined,
  createdAt: new Date('2025-10-12T12:00:00Z'),
  claimedAt: undefined,
  expiresAt: undefined,
  ...fields,
});

const outcome = (result: Invitation | DomainError) =>
  result instanceof DomainError ? [result.code, result.httpStatus, result.reason] : result.status;

describe('only a pending invitation can be claimed or cancelled', () => {
  const expired = ['INVALID_INPUT', 400, 'Invitation expired'];
  test.each<[InvitationStatus, unknown, unknown]>([
    ['PENDING', 'CLAIMED', 'CANCELLED'],
    [
      'CLAIMED',
      ['INVITATION_ALREADY_CLAIMED', 400, undefined],
      ['INVITATION_ALREADY_CLAIMED', 400, undefined],
    ],
    ['CANCELLED', ['INVITATION_CANCELLED', 400, undefined], ['INVITATION_CANCELLED', 400, undefined]],
    ['EXPIRED', expired, expired],
  ])('%s', (status, claimed, cancelled) => {
    expect(outcome(claim(anInvitation({ status }), invitee, now))).toEqual(claimed);
    expect(outcome(cancel(anInvitation({ status }), now))).toEqual(cancelled);
  });

  test('a claim records the invitee and the time', () => {
    const invitation = anInvitation();
    expect(claim(invitation, invitee, now)).toEqual({
      ...invitation,
      status: 'CLAIMED',
      inviteeUma: invitee,
      claimedAt: now,
    });
  });

  test('a second claim by the same invitee is rejected too', () => {
    const first = claim(anInvitation(), invitee, now);
    if (first instanceof DomainError) throw first;
    expect(outcome(claim(first, invitee, now))).toEqual(['INVITATION_ALREADY_CLAIMED', 400, undefined]);
  });

  test('the inviter cannot claim the invitation', () => {
    expect(claim(anInvitation(), uma('$ALICE@example.com'), now)).toMatchObject({
      fields: [{ path: 'inviteeUma' }],
    });
  });
});

describe('an invitation is valid until it expires', () => {
  test.each([
    ['until a millisecond before its expiry', '2025-10-13T12:00:00.001Z', 'PENDING'],
    ['not at the instant of its expiry', '2025-10-13T12:00:00.000Z', 'EXPIRED'],
    ['not a millisecond later', '2025-10-13T11:59:59.999Z', 'EXPIRED'],
  ])('%s', (_, expiresAt, status) => {
    const invitation = anInvitation({ expiresAt: new Date(expiresAt) });
    expect(statusAt(invitation, now)).toBe(status);
    expect(outcome(claim(invitation, invitee, now))).toEqual(
      status === 'PENDING' ? 'CLAIMED' : ['INVALID_INPUT', 400, 'Invitation expired'],
    );
  });

  test('and does not expire without an expiry time or after a claim', () => {
    expect(statusAt({ status: 'PENDING', expiresAt: undefined }, new Date('2999-01-01'))).toBe('PENDING');
    expect(statusAt({ status: 'CLAIMED', expiresAt: new Date(0) }, now)).toBe('CLAIMED');
  });

  test('and cannot be created with an expiry in the past', () => {
    expect(checkExpiry(now, now)).toMatchObject({ fields: [{ path: 'expiresAt' }] });
    expect(checkExpiry(new Date(now.getTime() + 1), now)).toBeUndefined();
    expect(checkExpiry(undefined, now)).toBeUndefined();
  });
});

describe('the code of an invitation', () => {
  test('has 80 random bits in 16 unambiguous characters', () => {
    const codes = Array.from({ length: 200 }, newInvitationCode);
    for (const code of codes) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{16}$/);
    expect(new Set(codes).size).toBe(codes.length);
    // Each position takes each of the 32 characters, so none of the 80 bits is fixed.
    const many = Array.from({ length: 2000 }, newInvitationCode);
    for (let position = 0; position < 16; position += 1) {
      expect(new Set(many.map((code) => code[position])).size).toBe(32);
    }
  });

  test.each([
    ['in the current format, in lower case', '9f8e7d6c9f8e7d6c', '9F8E7D6C9F8E7D6C'],
    ['of an earlier version, in upper case', '9F8E7D6C', '9f8e7d6c'],
    ['of an earlier version, unchanged', '000aff10', '000aff10'],
    ['that is invalid', 'nothing!', 'NOTHING!'],
  ])('%s is normalized', (_, text, spelled) => {
    const claimed = parseInput(ClaimInvitationInput, { code: text, inviteeUma: '$bob@other.example' });
    expect(claimed).toEqual({ code: spelled, inviteeUma: '$bob@other.example' });
  });

  test('is in the URL of the page that claims it', () => {
    expect(invitationUrl('https://pay.example.com/invitations/{code}', 'ABC')).toBe(
      'https://pay.example.com/invitations/ABC',
    );
    expect(invitationUrl('https://app.example/?c={code}#/claim/{code}', 'ABC')).toBe(
      'https://app.example/?c=ABC#/claim/ABC',
    );
  });
});

describe('the input for an invitation', () => {
  test('requires an address and has optional fields', () => {
    expect(parseInput(CreateInvitationInput, { inviterUma: '$Alice@Example.com' })).toEqual({
      inviterUma: '$alice@example.com',
      firstName: undefined,
      amountToSend: undefined,
      expiresAt: undefined,
    });
    const whole = {
      inviterUma: '$alice@example.com',
      firstName: 'Alice',
      amountToSend: 1250,
      expiresAt: '2025-11-13T12:00:00+01:00',
    };
    expect(parseInput(CreateInvitationInput, whole)).toMatchObject({
      amountToSend: 1250n,
      expiresAt: new Date('2025-11-13T11:00:00Z'),
    });
  });

  test('is rejected with the code of the error', () => {
    expect(parseInput(CreateInvitationInput, { inviterUma: 'alice' })).toMatchObject({
      code: 'INVALID_UMA_ADDRESS',
      fields: [{ path: 'inviterUma' }],
    });
    expect(
      parseInput(CreateInvitationInput, { inviterUma: '$alice@example.com', amountToSend: 0 }),
    ).toMatchObject({ code: 'INVALID_AMOUNT', fields: [{ path: 'amountToSend' }] });
    expect(parseInput(ClaimInvitationInput, { code: '9F8E7D6C', inviteeUma: 'bob' })).toMatchObject({
      code: 'INVALID_UMA_ADDRESS',
      fields: [{ path: 'inviteeUma' }],
    });
  });

  test.each([
    [new InvitationsNotConfigured(), 'INVITATIONS_NOT_CONFIGURED', 400],
    [new NotTheInviter(), 'FORBIDDEN', 403],
  ])('%s', (error, code, status) => {
    expect([error.code, error.httpStatus]).toEqual([code, status]);
  });
});
