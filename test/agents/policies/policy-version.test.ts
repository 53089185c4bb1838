import { expect, test } from 'vitest';
import { policyChanges } from '../../../src/agents/policies/policy-version.ts';

const policy = {
  permissions: ['CREATE_TRANSFERS'],
  spendingLimits: { currency: 'USD', perTransactionLimit: 500, dailyLimit: 900 },
};

test.each([
  ['the same policy', {}, []],
  [
    'a limit that is raised, one that is removed and a new rule',
    {
      spendingLimits: { currency: 'USD', perTransactionLimit: 600 },
      rules: { allowedTimes: { timeZone: 'UTC', windows: [] } },
    },
    [
      { field: 'spendingLimits.perTransactionLimit', before: '500', after: '600' },
      { field: 'rules.allowedTimes', before: undefined, after: '{"timeZone":"UTC","windows":[]}' },
      { field: 'spendingLimits.dailyLimit', before: '900', after: undefined },
    ],
  ],
  [
    'a list, as a whole',
    { permissions: [] },
    [{ field: 'permissions', before: '["CREATE_TRANSFERS"]', after: '[]' }],
  ],
])('the changes of %s', (_, change, expected) => {
  expect(policyChanges(policy, { ...policy, ...change })).toEqual(expected);
});
