/** The holder of an access token with WALLET for one customer may use every route of a wallet. */
import { expect, test } from 'vitest';
import { Forbidden } from '../../../src/kernel/errors.ts';
import { requirePermission } from '../../../src/platforms/access/permissions.ts';
import type { AccessTokenPrincipal } from '../../../src/platforms/access/principal.ts';
import { routes } from '../../../src/transports/rest/routes/index.ts';

const walletRoutes = [
  'POST /auth/credentials',
  'POST /auth/credentials/passkey-options',
  'GET /auth/credentials',
  'POST /auth/credentials/{id}/challenge',
  'POST /auth/credentials/{id}/verify',
  'DELETE /auth/credentials/{id}',
  'GET /auth/config',
  'GET /auth/sessions',
  'DELETE /auth/sessions/{id}',
  'POST /auth/sessions/{id}/refresh',
  'POST /internal-accounts/{id}/export',
  'PATCH /internal-accounts/{id}',
  'GET /internal-accounts/{id}',
  'GET /quotes/{quoteId}',
  'POST /quotes/{quoteId}/execute',
  'GET /transactions/{id}',
  'POST /sandbox/oidc-tokens',
];

const holder = (...scopes: string[]) =>
  ({
    kind: 'access-token',
    accessToken: { scopes, customerId: 'Customer:00000000-0000-7000-8000-000000000000' },
  }) as unknown as AccessTokenPrincipal;

const routeOf = (name: string) => routes.find(({ method, path }) => `${method} ${path}` === name);

test.each(walletRoutes)('%s', (name) => {
  const permission = routeOf(name)?.permission;
  if (!permission) throw new Error('the route exists and requires a permission');

  expect(requirePermission(holder('WALLET'), permission)).toBe(true);
});

test.each(walletRoutes.filter((name) => !name.startsWith('GET')))(
  '%s is closed to READ and APPROVE',
  (name) => {
    const permission = routeOf(name)?.permission ?? 'VIEW';

    expect(requirePermission(holder('READ', 'APPROVE'), permission)).toBeInstanceOf(Forbidden);
  },
);

test('every route below /auth is a route of a wallet', () => {
  const below = routes.filter(({ path }) => path.startsWith('/auth/'));

  expect(
    below.map(({ method, path }) => `${method} ${path}`).filter((name) => !walletRoutes.includes(name)),
  ).toEqual([]);
});
