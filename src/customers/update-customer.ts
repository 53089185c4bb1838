/** Changes a customer. Only what is given changes; a list replaces the list. Source: gaps 2.2. */
import { z } from 'zod';
import type { PlatformPrincipal } from '../access/principal.ts';
import { openInternalAccounts } from '../accounts/open-internal-accounts.ts';
import { transact, violatedConstraint } from '../database/transact.ts';
import { InvalidInput } from '../kernel/errors.ts';
import type { Id } from '../kernel/ids.ts';
import { address, countryCode, email, optional, pastDate, text } from '../kernel/parse.ts';
import { umaAddress } from '../kernel/uma-address.ts';
import { enabledCurrencies } from '../platforms/store.ts';
import type { Ports } from '../ports.ts';
import { businessInfo } from './business-info.ts';
import { chosenCurrencies, currencyCodes } from './create-customer.ts';
import { type Customer, CustomerDeleted, CustomerNotFound, UmaAddressExists } from './customer.ts';
import { lockCustomer, saveCustomer } from './store.ts';

export const UpdateCustomerInput = z.object({
  umaAddress: optional(umaAddress),
  currencies: optional(currencyCodes),
  email: optional(email),
  fullName: optional(text(255)),
  birthDate: optional(pastDate),
  nationality: optional(countryCode),
  address: optional(address),
  businessInfo: optional(businessInfo),
});

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

const given = <T extends object>(fields: T): Given<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;

export async function updateCustomer(
  { db, clock, identityChecks }: Pick<Ports, 'db' | 'clock' | 'identityChecks'>,
  { platform }: PlatformPrincipal,
  id: Id<'Customer'>,
  input: z.output<typeof UpdateCustomerInput>,
): Promise<Customer | InvalidInput | CustomerNotFound | CustomerDeleted | UmaAddressExists> {
  try {
    return await transact(db, async (tx) => {
      const customer = await lockCustomer(tx, { platformId: platform.id }, id);
      if (!customer) return new CustomerNotFound(id);
      if (customer.isDeleted) return new CustomerDeleted();
      if (input.businessInfo && customer.customerType !== 'BUSINESS') {
        return InvalidInput.at('businessInfo', 'is for business customers');
      }
      if (input.businessInfo && !input.businessInfo.legalName && !customer.businessInfo) {
        return InvalidInput.at('businessInfo.legalName', 'is required');
      }
      const enabled = new Set((await enabledCurrencies(tx, platform.id)).map(({ currency }) => currency));
      const currencies = chosenCurrencies(input.currencies ?? customer.currencies, undefined, enabled);
      if (currencies instanceof InvalidInput) return currencies;

      const { businessInfo: business, ...fields } = input;
      const updated: Customer = {
        ...customer,
        ...given(fields),
        currencies,
        businessInfo: business
          ? { legalName: '', ...customer.businessInfo, ...given(business) }
          : customer.businessInfo,
        updatedAt: clock.now(platform),
      };
      await saveCustomer(tx, platform.id, updated);
      if (identityChecks.opensAccountsAtCreation(platform)) {
        await openInternalAccounts(tx, platform.id, id, currencies, updated.updatedAt);
      }
      return updated;
    });
  } catch (error) {
    if (violatedConstraint(error) === 'one_customer_per_uma_address') return new UmaAddressExists();
    throw error;
  }
}
