import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CreateCustomerInput, createCustomer } from '../../../src/customers/create-customer.ts';
import { cancelInvitation } from '../../../src/customers/invitations/cancel-invitation.ts';
import { claimInvitation } from '../../../src/customers/invitations/claim-invitation.ts';
import { createInvitation } from '../../../src/customers/invitations/create-invitation.ts';
import { InvitationNotFound } from '../../../src/customers/invitations/errors.ts';
import {
  ClaimInvitationInput,
  CreateInvitationInput,
  type Invitation,
} from '../../../src/customers/invitations/invitation.ts';
import { readInvitation } from '../../../src/customers/invitations/read-invitation.ts';
import { eventsOfResources } from '../../../src/infrastructure/events/event-store.ts';
import type { PlatformPrincipal } from '../../../src/platforms/access/principal.ts';
import { granted } from '../../support/payments.ts';
import { type Service, startService } from '../../support/service.ts';

let service: Service;
let inviting: PlatformPrincipal;
let other: PlatformPrincipal;
const inviterUma = '$ada@uma.example.com';
const sourceAddress = '203.0.113.7';
beforeAll(async () => {
  service = await startService();
  inviting = service.platform.principal;
  other = (await service.addPlatform()).principal;
  const input = { customerType: 'INDIVIDUAL', umaAddress: inviterUma, currencies: ['EUR', 'USD'] };
  granted(await createCustomer(service.ports, inviting, CreateCustomerInput.parse(input)));
});
afterAll(() => service.stop());

const invite = (fields: object = {}, by = inviting) =>
  createInvitation(service.ports, by, CreateInvitationInput.parse({ inviterUma, ...fields }));
const claim = ({ code }: Invitation, by = other, inviteeUma = '$grace@other.example.com') =>
  claimInvitation(service.ports, by, ClaimInvitationInput.parse({ code, inviteeUma }), sourceAddress);
const read = async ({ code }: Invitation, { platform } = other) => {
  const found = await readInvitation(service.ports, { platform, sourceAddress }, code);
  return found instanceof InvitationNotFound ? undefined : granted(found);
};

describe('an invitation', () => {
  test("shows an amount in the first of the inviter's currencies", async () => {
    const made = granted(await invite({ amountToSend: 1_000, firstName: 'Ada' }));
    expect(made).toMatchObject({
      status: 'PENDING',
      amountToSend: { amount: 1_000n, currency: 'EUR' },
      firstName: 'Ada',
    });
    expect(made.code).toMatch(/^[2-9A-HJ-NP-Z]{16}$/);
  });

  test("is claimed from another platform, once, and the inviter's platform receives the event", async () => {
    const made = granted(await invite({ amountToSend: 1_000 }));
    const claimed = granted(await claim({ ...made, code: made.code.toLowerCase() }));
    expect(claimed).toMatchObject({ status: 'CLAIMED', inviteeUma: '$grace@other.example.com' });
    expect(await claim(made)).toMatchObject({ code: 'INVITATION_ALREADY_CLAIMED', httpStatus: 400 });
    const [event] = (await eventsOfResources(service.db.orm, [made.code])).get(made.code) ?? [];
    expect(event).toMatchObject({
      type: 'INVITATION_CLAIMED',
      data: {
        body: {
          code: made.code,
          status: 'CLAIMED',
          amountToSend: { amount: 1_000, currency: { code: 'EUR' } },
          url: `${service.ports.publicUrl}/invitations/${made.code}`,
        },
      },
    });
  });

  test('is claimed by one of two concurrent claims', async () => {
    const made = granted(await invite());
    const results = await Promise.all([claim(made), claim(made)]);
    expect(
      results.map((result) => ('code' in result && 'kind' in result ? result.code : 'claimed')).sort(),
    ).toEqual(['INVITATION_ALREADY_CLAIMED', 'claimed']);
  });

  test('is cancelled by its own platform only', async () => {
    const made = granted(await invite());
    expect(await cancelInvitation(service.ports, other, made, sourceAddress)).toMatchObject({
      kind: 'forbidden',
    });
    expect(granted(await cancelInvitation(service.ports, inviting, made, sourceAddress)).status).toBe(
      'CANCELLED',
    );
    expect(await claim(made)).toMatchObject({ code: 'INVITATION_CANCELLED', httpStatus: 400 });
  });

  test('is expired from the instant of its expiry, before and after the job stores the status', async () => {
    const expiresAt = new Date(service.clock.real().getTime() + 60_000);
    const made = granted(await invite({ expiresAt }));
    service.clock.advance(59);
    expect((await read(made))?.status).toBe('PENDING');
    service.clock.advance(1);
    expect((await read(made))?.status).toBe('EXPIRED');
    await service.settle();
    expect((await read(made))?.status).toBe('EXPIRED');
    expect(await claim(made)).toMatchObject({ code: 'INVALID_INPUT', reason: 'Invitation expired' });
  });

  test.each([
    ['in the past', { expiresAt: new Date(0) }, 'expiresAt'],
    ['of an unknown customer', { inviterUma: '$unknown@uma.example.com' }, undefined],
  ])('%s is rejected', async (_, fields, path) => {
    const rejected = await invite(fields);
    expect(rejected).toMatchObject(path ? { fields: [{ path }] } : { code: 'USER_NOT_FOUND' });
  });

  test('requires a UMA domain of the platform, and is visible in its own mode only', async () => {
    const production = (await service.addPlatform('PRODUCTION')).principal;
    expect(await invite({}, production)).toMatchObject({ code: 'INVITATIONS_NOT_CONFIGURED' });
    expect(await read(granted(await invite()), production)).toBeUndefined();
  });
});
