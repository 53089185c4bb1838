/** Matches with a sanctions list, and what they mean for verifications. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { UpdateBeneficialOwnerInput } from '../../../src/customers/beneficial-owners/beneficial-owner.ts';
import { updateBeneficialOwner } from '../../../src/customers/beneficial-owners/update-beneficial-owner.ts';
import { readyToTransact } from '../../../src/customers/customer.ts';
import { deleteCustomer } from '../../../src/customers/delete-customer.ts';
import type { ScreeningMatch } from '../../../src/customers/screening/screening-match.ts';
import { listMatches } from '../../../src/customers/screening/store.ts';
import {
  DecideScreeningMatchInput,
  decideScreeningMatch,
} from '../../../src/customers/verifications/decide-screening-match.ts';
import type { Id } from '../../../src/kernel/ids.ts';
import { updateCustomer } from '../../../src/wallets/update-customer.ts';
import { granted } from '../../support/payments.ts';
import { type TestList, testList } from '../../support/screening.ts';
import { type Service, startService } from '../../support/service.ts';
import {
  completeBusiness,
  completeIndividual,
  documentTypesOfBusiness,
  identityOperations,
} from '../../support/verifications.ts';

let service: Service;
let list: TestList;
let platform: ReturnType<typeof identityOperations>;
beforeAll(async () => {
  list = testList([]);
  service = await startService({ ports: { screening: list } });
  platform = identityOperations(service, (await service.addPlatform('PRODUCTION')).principal);
});
afterAll(() => service.stop());
beforeEach(() => list.replace('v1', ['Abu Abbas', 'Grace Hopper']));

const page = { first: 100, after: undefined, list: 'screeningMatches' };
const matchesOf = async (customerId: Id<'Customer'>): Promise<readonly ScreeningMatch[]> => {
  const scope = { platformId: platform.principal.platform.id };
  return (await listMatches(service.db.orm, scope, { customerId }, page)).items;
};
const decide = (matchId: Id<'ScreeningMatch'>, decision: string, comment = 'another birth date') =>
  decideScreeningMatch(
    service.ports,
    platform.principal,
    DecideScreeningMatchInput.parse({ matchId, decision, comment }),
  );
const onlyMatchOf = async (customerId: Id<'Customer'>): Promise<ScreeningMatch> => {
  const matches = await matchesOf(customerId);
  expect(matches).toHaveLength(1);
  return matches[0] as ScreeningMatch;
};

/** An individual under review. */
async function applicant(fullName: string) {
  const { id } = await platform.customer({ ...completeIndividual, fullName });
  await platform.document(id, 'PASSPORT');
  return { id, verification: await platform.submit(id) };
}

test('a customer whose name is on the list has an open match at its creation, before any submission', async () => {
  const { id } = await platform.customer({ ...completeIndividual, fullName: 'Abu Abbas' });
  expect(await matchesOf(id)).toMatchObject([
    {
      subjectId: id,
      status: 'OPEN',
      score: 97,
      entryId: 'TEST:1',
      matchedName: 'Abu Abbas',
      program: 'TEST',
      listVersion: 'v1',
    },
  ]);
});

test('names, birth date and nationality of an individual, and both names of a business, are screened', async () => {
  list.screened.length = 0;
  await platform.customer({ ...completeIndividual, fullName: 'Ada Lovelace' });
  await platform.customer({
    ...completeBusiness,
    businessInfo: { legalName: 'Acme Ltd', doingBusinessAs: 'Acme', country: 'US' },
  });
  await platform.customer({ customerType: 'INDIVIDUAL', currencies: ['USD'] });
  expect(list.screened).toEqual([
    { kind: 'PERSON', names: ['Ada Lovelace'], birthDate: '1990-12-10', country: 'GB' },
    { kind: 'ORGANISATION', names: ['Acme Ltd', 'Acme'], birthDate: undefined, country: 'US' },
  ]);
});

test('customers of a sandbox are not screened', async () => {
  list.screened.length = 0;
  const sandbox = identityOperations(service, service.platform.principal);
  await sandbox.customer({ ...completeIndividual, fullName: 'Abu Abbas' });
  expect(list.screened).toEqual([]);
});

describe('an individual with an open match', () => {
  test('is under review, and cannot be approved', async () => {
    const { id, verification } = await applicant('Abu Abbas');
    expect(verification.status).toBe('PENDING_MANUAL_REVIEW');

    expect(await platform.decide(verification.id, 'APPROVED')).toMatchObject({
      kind: 'conflict',
      reason: 'Open screening match',
    });
    expect((await platform.readCustomer(id)).kycStatus).toBe('PENDING');
  });

  test('can be rejected, and returned for corrections', async () => {
    const { id, verification } = await applicant('Abu Abbas');
    const problems = [{ resourceId: id, type: 'MISSING_FIELD', reason: 'which town' }];
    expect(granted(await platform.decide(verification.id, 'RESOLVE_ERRORS', { problems })).status).toBe(
      'RESOLVE_ERRORS',
    );
    const again = await platform.submit(id);
    expect(granted(await platform.decide(again.id, 'REJECTED')).status).toBe('REJECTED');
  });

  test('can be approved when the match is cleared', async () => {
    const { id, verification } = await applicant('Abu Abbas');
    const { id: matchId } = await onlyMatchOf(id);
    const { token } = platform.principal;

    expect(granted(await decide(matchId, 'CLEARED'))).toMatchObject({
      status: 'CLEARED',
      decidedBy: `${token.name} (${token.id})`,
      comment: 'another birth date',
      decidedAt: service.clock.real(),
    });
    expect((await platform.readCustomer(id)).kycStatus).toBe('PENDING');
    expect(granted(await platform.decide(verification.id, 'APPROVED')).status).toBe('APPROVED');
  });

  test('is rejected when the match is confirmed, and again at the next submission', async () => {
    const { id } = await applicant('Abu Abbas');
    granted(await decide((await onlyMatchOf(id)).id, 'CONFIRMED'));

    expect((await platform.readCustomer(id)).kycStatus).toBe('REJECTED');
    expect(await platform.eventTypes(id)).toEqual(['CUSTOMER.KYC_PENDING', 'CUSTOMER.KYC_REJECTED']);
    expect(await platform.submit(id)).toMatchObject({
      status: 'REJECTED',
      problems: [{ resourceId: id, type: 'APPLICANT_SANCTIONED' }],
    });
  });
});

test('an approval screens with the current list, and keeps the match that prevents it', async () => {
  const { id, verification } = await applicant('Viktor Petrenko');
  list.replace('v2', ['Viktor Petrenko']);

  expect(await platform.decide(verification.id, 'APPROVED')).toMatchObject({
    reason: 'Open screening match',
  });
  expect(await matchesOf(id)).toMatchObject([{ status: 'OPEN', listVersion: 'v2' }]);
});

describe('a business whose owner is on the list', () => {
  async function business() {
    const { id } = await platform.customer(completeBusiness);
    const owner = await platform.owner(id, { roles: ['UBO', 'CONTROL_PERSON'], ownershipPercentage: 100 });
    await platform.document(owner.id, 'PASSPORT');
    for (const type of documentTypesOfBusiness) await platform.document(id, type);
    return { id, owner, verification: await platform.submit(id) };
  }

  test('has a match of the owner, and is rejected with it when that is confirmed', async () => {
    const { id, owner, verification } = await business();
    const match = await onlyMatchOf(id);
    expect(match.subjectId).toBe(owner.id);
    expect(await platform.decide(verification.id, 'APPROVED')).toMatchObject({ kind: 'conflict' });

    granted(await decide(match.id, 'CONFIRMED'));
    expect((await platform.readCustomer(id)).kybStatus).toBe('REJECTED');
    expect((await platform.readOwner(owner.id)).kycStatus).toBe('REJECTED');
    expect(await platform.eventTypes(verification.id)).toEqual([
      'VERIFICATION.IN_PROGRESS',
      'VERIFICATION.PENDING_MANUAL_REVIEW',
      'VERIFICATION.REJECTED',
    ]);
  });

  test('without an open verification, the owner and the business are rejected too', async () => {
    const { id } = await platform.customer(completeBusiness);
    const owner = await platform.owner(id);
    granted(await decide((await onlyMatchOf(id)).id, 'CONFIRMED'));
    expect((await platform.readCustomer(id)).kybStatus).toBe('REJECTED');
    expect((await platform.readOwner(owner.id)).kycStatus).toBe('REJECTED');
  });

  test('an owner who gets another name is screened again', async () => {
    list.replace('v1', ['Ada Byron']);
    const { id } = await platform.customer(completeBusiness);
    const owner = await platform.owner(id);
    expect(await matchesOf(id)).toEqual([]);
    const patch = UpdateBeneficialOwnerInput.parse({ personalInfo: { firstName: 'Ada', lastName: 'Byron' } });
    granted(await updateBeneficialOwner(service.ports, platform.principal, owner.id, patch));
    expect(await matchesOf(id)).toMatchObject([{ subjectId: owner.id, status: 'OPEN' }]);
  });
});

describe('an approved customer', () => {
  async function approved(fullName: string) {
    const { id, verification } = await applicant(fullName);
    granted(await platform.decide(verification.id, 'APPROVED'));
    return id;
  }

  test('who gets a name on the list stays approved, with an open match', async () => {
    const id = await approved('Ada Lovelace');
    granted(await updateCustomer(service.ports, platform.principal, id, { fullName: 'Abu Abbas' } as never));
    expect(await matchesOf(id)).toMatchObject([{ status: 'OPEN' }]);
    expect(readyToTransact(await platform.readCustomer(id))).toBe(true);
  });

  test('can make no payment any more when a match is confirmed', async () => {
    const id = await approved('Ada Lovelace');
    granted(await updateCustomer(service.ports, platform.principal, id, { fullName: 'Abu Abbas' } as never));
    granted(await decide((await onlyMatchOf(id)).id, 'CONFIRMED'));
    expect(readyToTransact(await platform.readCustomer(id))).toMatchObject({ code: 'USER_NOT_READY' });
  });
});

describe('a decision', () => {
  test('can be changed, and not repeated', async () => {
    const { id } = await applicant('Abu Abbas');
    const match = await onlyMatchOf(id);
    granted(await decide(match.id, 'CLEARED'));
    expect(await decide(match.id, 'CLEARED')).toMatchObject({ reason: 'Already decided so' });
    granted(await decide(match.id, 'CONFIRMED'));
    expect((await platform.readCustomer(id)).kycStatus).toBe('REJECTED');
  });

  test.each([
    ['no comment', { comment: '' }],
    ['a blank comment', { comment: ' ' }],
    ['a comment of 1001 characters', { comment: 'x'.repeat(1001) }],
    ['another decision', { decision: 'OPEN' }],
    ['another id', { matchId: 'Customer:0' }],
  ])('is not valid with %s', (_, changes) => {
    const input = { matchId: `ScreeningMatch:${crypto.randomUUID()}`, decision: 'CLEARED', comment: 'x' };
    expect(DecideScreeningMatchInput.safeParse(input).success).toBe(true);
    expect(DecideScreeningMatchInput.safeParse({ ...input, ...changes }).success).toBe(false);
  });

  test('is about a match of the own platform', async () => {
    const { id } = await applicant('Abu Abbas');
    const { principal } = await service.addPlatform('PRODUCTION');
    const { id: matchId } = await onlyMatchOf(id);
    expect(
      await decideScreeningMatch(service.ports, principal, { matchId, decision: 'CLEARED', comment: 'x' }),
    ).toMatchObject({ code: 'SCREENING_MATCH_NOT_FOUND' });
  });

  test('about a deleted customer leaves its status', async () => {
    const { id } = await applicant('Abu Abbas');
    const { id: matchId } = await onlyMatchOf(id);
    granted(await deleteCustomer(service.ports, platform.principal, id));
    granted(await decide(matchId, 'CONFIRMED'));
    expect((await matchesOf(id))[0]?.status).toBe('CONFIRMED');
  });
});

describe('a later screening', () => {
  test('does not open a cleared match again', async () => {
    const { id } = await applicant('Abu Abbas');
    granted(await decide((await onlyMatchOf(id)).id, 'CLEARED'));
    list.replace('v2', ['Abu Abbas']);
    await platform.submit(id);
    list.replace('v3', ['Abu Abbas']);
    granted(await updateCustomer(service.ports, platform.principal, id, { nationality: 'GB' } as never));
    expect(await onlyMatchOf(id)).toMatchObject({ status: 'CLEARED', listVersion: 'v3' });
  });

  test('opens it again when the data that were compared have changed, and drops the decision', async () => {
    const { id } = await applicant('Abu Abbas');
    granted(await decide((await onlyMatchOf(id)).id, 'CLEARED'));
    granted(
      await updateCustomer(service.ports, platform.principal, id, { birthDate: '1948-12-10' } as never),
    );
    expect(await onlyMatchOf(id)).toMatchObject({
      status: 'OPEN',
      decidedBy: undefined,
      comment: undefined,
      decidedAt: undefined,
    });
  });

  test('leaves a confirmed match', async () => {
    const { id } = await applicant('Abu Abbas');
    granted(await decide((await onlyMatchOf(id)).id, 'CONFIRMED'));
    granted(
      await updateCustomer(service.ports, platform.principal, id, { birthDate: '1948-12-10' } as never),
    );
    expect((await onlyMatchOf(id)).status).toBe('CONFIRMED');
  });
});
