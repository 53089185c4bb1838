/** An access token without a scope is shown what it needs. */
import { expect, test } from 'vitest';
import {
  type Principal,
  type RequiredPermission,
  requirePermission,
} from '../../../src/platforms/access/principal.ts';

const approver = {
  kind: 'access-token',
  accessToken: { scopes: ['APPROVE'] },
} as unknown as Principal;

test.each<[RequiredPermission, string]>([
  ['VIEW', 'This needs an access token with the scope READ or WALLET.'],
  ['MANAGE_WALLET', 'This needs an access token with the scope WALLET.'],
  ['TRANSACT', 'No scope of an access token allows this. Use an API token.'],
])('%s', (required, message) => {
  expect(requirePermission(approver, required)).toMatchObject({
    code: 'FORBIDDEN',
    message,
    reason: 'Scope missing',
  });
});
