import { describe, expect, test } from 'vitest';
import { isOpen, type KycLink } from '../../../src/customers/verifications/kyc-link.ts';
import { idOf } from '../../../src/kernel/ids.ts';

const link: KycLink = {
  id: 'link',
  customerId: idOf('Customer', '00000000-0000-7000-8000-000000000001'),
  redirectUri: undefined,
  createdAt: new Date('2025-10-13T12:00:00Z'),
  expiresAt: new Date('2025-10-14T12:00:00Z'),
  usedAt: undefined,
};

describe('a link to hosted verification is valid', () => {
  test.each([
    ['from its creation', '2025-10-13T12:00:00.000Z', true],
    ['until one millisecond before its expiry', '2025-10-14T11:59:59.999Z', true],
    ['not at the instant of its expiry', '2025-10-14T12:00:00.000Z', false],
  ])('%s', (_, now, open) => {
    expect(isOpen(link, new Date(now))).toBe(open);
  });

  test('until it is used', () => {
    expect(isOpen({ ...link, usedAt: link.createdAt }, link.createdAt)).toBe(false);
  });
});
