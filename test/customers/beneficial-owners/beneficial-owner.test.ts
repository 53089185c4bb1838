import { describe, expect, test } from 'vitest';
import {
  type BeneficialOwner,
  CreateBeneficialOwnerInput,
  checkOwnership,
  needsNewCheck,
  ownersNeedBusiness,
  type PersonalInfo,
  patchOwner,
  UpdateBeneficialOwnerInput,
} from '../../../src/customers/beneficial-owners/beneficial-owner.ts';
import { InvalidInput } from '../../../src/kernel/errors.ts';
import { idOf } from '../../../src/kernel/ids.ts';
import { parseInput } from '../../../src/kernel/parse.ts';

const customerId = idOf('Customer', '0199d0a0-0000-7000-8000-000000000001');
const personalInfo = {
  firstName: 'Ada',
  lastName: 'Okafor',
  birthDate: '1990-01-15',
  nationality: 'NG',
  idType: 'SSN',
  identifier: '123-45-6789',
  address: { line1: '1 Broad Street', postalCode: '100221', country: 'NG' },
};
const input = { customerId, roles: ['UBO'], ownershipPercentage: 50, personalInfo };

function rejectedPaths(result: unknown): string[] {
  if (!(result instanceof InvalidInput)) throw new Error('the input was accepted');
  return result.fields.map(({ path }) => path);
}
const create = (change: object): unknown => parseInput(CreateBeneficialOwnerInput, { ...input, ...change });
const createWith = (change: object): unknown => create({ personalInfo: { ...personalInfo, ...change } });

describe('the creation of a beneficial owner', () => {
  test('requires only the required fields', () => {
    expect(create({})).toMatchObject(input);
  });

  test.each([0, 0.5, 33.333333333333336, 99.99, 100])(
    'accepts %f per cent and stores it unchanged',
    (percentage) => {
      expect(create({ ownershipPercentage: percentage })).toMatchObject({ ownershipPercentage: percentage });
    },
  );

  test.each([-0.001, 100.001, Number.NaN, Number.POSITIVE_INFINITY, '50', null])(
    'rejects %s per cent',
    (percentage) => {
      expect(rejectedPaths(create({ ownershipPercentage: percentage }))).toEqual(['ownershipPercentage']);
    },
  );

  test('removes duplicate roles', () => {
    expect(create({ roles: ['UBO', 'DIRECTOR', 'UBO'] })).toMatchObject({ roles: ['UBO', 'DIRECTOR'] });
    expect(rejectedPaths(create({ roles: [] }))).toEqual(['roles']);
    expect(rejectedPaths(create({ roles: ['OWNER'] }))).toEqual(['roles.0']);
  });

  test.each([
    ['a birth date in the future', { birthDate: '2999-01-01' }, 'birthDate'],
    ['a birth date that does not exist', { birthDate: '1990-02-30' }, 'birthDate'],
    ['a phone number without its country', { phoneNumber: '0803 123 4567' }, 'phoneNumber'],
    ['a phone number of 16 digits', { phoneNumber: '+1234567890123456' }, 'phoneNumber'],
    ['an invalid email address', { email: 'ada' }, 'email'],
    ['a nationality of three letters', { nationality: 'NGA' }, 'nationality'],
    ['an unknown type of identification', { idType: 'PASSPORT' }, 'idType'],
    ['a blank last name', { lastName: ' ' }, 'lastName'],
    ['an empty identifier', { identifier: '' }, 'identifier'],
    ['a foreign tax id without its country', { idType: 'NON_US_TAX_ID' }, 'countryOfIssuance'],
  ])('never with %s', (_, change, path) => {
    expect(rejectedPaths(createWith(change))).toEqual([`personalInfo.${path}`]);
  });

  test('accepts a foreign tax id with its country, and a phone number of 15 digits', () => {
    const change = { idType: 'NON_US_TAX_ID', countryOfIssuance: 'NG', phoneNumber: '+123456789012345' };
    expect(createWith(change)).toMatchObject({ personalInfo: change });
  });

  test('reports every missing field', () => {
    expect(rejectedPaths(create({ personalInfo: {} })).sort()).toEqual([
      'personalInfo.address',
      'personalInfo.birthDate',
      'personalInfo.firstName',
      'personalInfo.idType',
      'personalInfo.identifier',
      'personalInfo.lastName',
      'personalInfo.nationality',
    ]);
  });

  test('reports a missing country of issuance together with other invalid fields', () => {
    const change = { idType: 'NON_US_TAX_ID', lastName: undefined, nationality: 'NGA' };
    expect(rejectedPaths(createWith(change)).sort()).toEqual([
      'personalInfo.countryOfIssuance',
      'personalInfo.lastName',
      'personalInfo.nationality',
    ]);
    expect(rejectedPaths(create({ personalInfo: 'Ada' }))).toEqual(['personalInfo']);
  });

  test('requires a business', () => {
    expect(ownersNeedBusiness('BUSINESS')).toBeUndefined();
    expect(ownersNeedBusiness('INDIVIDUAL')).toMatchObject({ fields: [{ path: 'customerId' }] });
  });
});

describe('the owners of a business', () => {
  test.each<[string, number[], number, boolean]>([
    ['alone with 100', [], 100, true],
    ['60 and 40', [60], 40, true],
    ['60 and 40.01', [60], 40.01, false],
    ['three thirds in floating point', [100 / 3, 100 / 3], 100 / 3, true],
    ['ten tenths', Array.from({ length: 9 }, () => 10), 10, true],
    ['six sixths in floating point', Array.from({ length: 5 }, () => 100 / 6), 100 / 6, true],
    ['another owner after one with 100', [100], 0.001, false],
  ])('own at most 100 per cent together: %s', (_, others, own, accepted) => {
    expect(checkOwnership(others, own) === undefined).toBe(accepted);
  });
});

describe('the patch of a beneficial owner', () => {
  const owner: BeneficialOwner = {
    id: idOf('BeneficialOwner', '0199d0a0-0000-7000-8000-000000000002'),
    platformId: idOf('Platform', '0199d0a0-0000-7000-8000-000000000003'),
    customerId,
    roles: ['UBO'],
    ownershipPercentage: 50,
    personalInfo: { ...personalInfo, idType: 'SSN', middleName: 'Ngozi' } as PersonalInfo,
    kycStatus: 'APPROVED',
    createdAt: new Date('2025-10-12T12:00:00Z'),
    updatedAt: new Date('2025-10-12T12:00:00Z'),
  };
  const now = new Date('2025-10-13T12:00:00Z');
  function patched(change: object): BeneficialOwner | InvalidInput {
    const patch = parseInput(UpdateBeneficialOwnerInput, change);
    return patch instanceof InvalidInput ? patch : patchOwner(owner, patch, now);
  }

  test('changes only the fields that it contains', () => {
    expect(patched({ personalInfo: { lastName: 'Bello' } })).toEqual({
      ...owner,
      personalInfo: { ...owner.personalInfo, lastName: 'Bello' },
      updatedAt: now,
    });
    expect(patched({ ownershipPercentage: 0 })).toEqual({ ...owner, ownershipPercentage: 0, updatedAt: now });
    expect(patched({})).toEqual({ ...owner, updatedAt: now });
  });

  test('is rejected if the creation of the resulting record would be rejected', () => {
    expect(rejectedPaths(patched({ personalInfo: { idType: 'NON_US_TAX_ID' } }))).toEqual([
      'personalInfo.countryOfIssuance',
    ]);
    expect(rejectedPaths(patched({ ownershipPercentage: 101, roles: [] })).sort()).toEqual([
      'ownershipPercentage',
      'roles',
    ]);
    expect(rejectedPaths(patched({ personalInfo: { firstName: '' } }))).toEqual(['personalInfo.firstName']);
  });

  test.each([
    ['another last name', { personalInfo: { lastName: 'Bello' } }, true],
    [
      'another street',
      { personalInfo: { address: { ...personalInfo.address, line1: '2 Broad Street' } } },
      true,
    ],
    ['a phone number that was not there', { personalInfo: { phoneNumber: '+2348031234567' } }, true],
    ['the same data again', { personalInfo }, false],
    ['other roles and shares', { roles: ['DIRECTOR'], ownershipPercentage: 10 }, false],
  ])('%s starts a new identity check: %s', (_, change, isNeeded) => {
    const result = patched(change);
    if (result instanceof InvalidInput) throw new Error('the patch was rejected');
    expect(needsNewCheck(owner.personalInfo, result.personalInfo)).toBe(isNeeded);
  });
});
