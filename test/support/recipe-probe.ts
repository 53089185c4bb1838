/**
 * Prints, as JSON, what the recipes of CONTRIBUTING.md add to a service. `test/laws/recipes.test.ts` runs it in the
 * changed source.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { schema } from '../../schema/index.ts';
import { restAccountInfo } from '../../src/accounts/external/account-info-input.ts';
import { accountTypesReference } from '../../src/accounts/external/account-types-reference.ts';
import { findInstitutions } from '../../src/accounts/external/institutions.ts';
import { limitEntries } from '../../src/agents/policies/limits.ts';
import { AgentPolicyInput } from '../../src/agents/policies/policy-input.ts';
import { findCurrency } from '../../src/kernel/money/currencies.ts';
import { parseRateTable } from '../../src/payments/rates/rate-table.ts';
import { sandboxRates } from '../../src/sandbox/rates.ts';
import { routes } from '../../src/transports/rest/routes/index.ts';
import { eventTypes } from '../../src/webhooks/event-kinds.ts';

const page = new URL('../../docs/reference/account-types.md', import.meta.url);
const marker = /(<!-- account types: begin -->\n)[\s\S]*(<!-- account types: end -->)/;
writeFileSync(
  page,
  readFileSync(page, 'utf8').replace(
    marker,
    (_, start: string, end: string) => `${start}${accountTypesReference()}${end}`,
  ),
);

const account = (bankName: string) =>
  restAccountInfo.safeParse({
    accountType: 'CZK_ACCOUNT',
    iban: 'CZ6508000000192000145399',
    bankName,
    beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' },
  }).success;
const rates = parseRateTable(sandboxRates, new Date(0));
const policy = AgentPolicyInput.safeParse({
  permissions: ['CREATE_TRANSFERS'],
  defaultExecutionMode: 'AUTO',
  spendingLimits: { currency: 'USD', perTransactionLimit: 1, monthlyTransactionLimit: 3 },
});
const limits = policy.data?.spendingLimits as Readonly<Record<string, unknown>> | undefined;

process.stdout.write(
  JSON.stringify({
    currency: findCurrency('CZK')?.name,
    hasRate: !(rates instanceof Error) && rates.rate('USD', 'CZK') !== undefined,
    institutions: findInstitutions({ country: 'CZ' }).length,
    accounts: ['Air Bank', 'Another bank'].map(account),
    mutation: schema.getMutationType()?.getFields()['renameApiToken']?.type.toString(),
    route: routes.find(({ method, path }) => method === 'PATCH' && path === '/tokens/{tokenId}')?.name,
    isEvent: (eventTypes as readonly string[]).includes('CUSTOMER.DELETED'),
    monthlyTransactionLimit: limits?.['monthlyTransactionLimit'],
    limitIsChecked: limitEntries.some(
      ([name, { counter }]) => String(name) === 'monthlyTransactionLimit' && counter !== undefined,
    ),
  }),
);
