/** Changing a customer's currencies. Source: docs/behaviour/customers.md#customer. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { internalAccountsOfCustomers } from '../../src/accounts/internal/internal-account-store.ts';
import { updateCustomer } from '../../src/wallets/update-customer.ts';
import { type AgentService, ok, startAgentService } from '../support/agent-service.ts';
import { platformCurrencies } from '../support/tables.ts';

let service: AgentService;
beforeAll(async () => {
  service = await startAgentService();
});
afterAll(() => service.close());

test('a currency that the platform has disabled does not prevent other changes', async () => {
  const { ports, platform, customer } = service;
  await service.db.orm.delete(platformCurrencies).where(eq(platformCurrencies.currency, 'EUR'));
  const changed = ok(await updateCustomer(ports, platform, customer.id, { fullName: 'Ada King' } as never));
  expect(changed).toMatchObject({ fullName: 'Ada King', currencies: customer.currencies });
  expect(
    await updateCustomer(ports, platform, customer.id, { currencies: ['USD', 'EUR'] } as never),
  ).toMatchObject({ code: 'INVALID_CURRENCY' });
});

test('an approved customer gets accounts for added currencies if accounts are created at approval', async () => {
  const { platform, customer } = service;
  const ports = {
    ...service.ports,
    identityChecks: { ...service.ports.identityChecks, opensAccountsAtCreation: () => false },
  };
  ok(await updateCustomer(ports, platform, customer.id, { currencies: ['USD', 'GBP'] } as never));
  const scope = { platformId: platform.platform.id };
  const accounts = await internalAccountsOfCustomers(service.db.orm, scope, [customer.id]);
  expect(accounts.map(({ currency }) => currency)).toContain('GBP');
});
