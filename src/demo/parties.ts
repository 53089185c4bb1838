/** The parties of the demo: fictional people, and bank accounts whose last digits select the outcome in the sandbox. */
import type { Api } from './api.ts';
import { CreateCustomer, CreateExternalAccount, FundAccount } from './documents.ts';

const givenNames = ['Amara', 'Bruno', 'Chidi', 'Dana', 'Elif', 'Farid', 'Gita', 'Hugo', 'Ines', 'Jonas'];
const familyNames = ['Adeyemi', 'Berg', 'Castro', 'Dubois', 'Eriksen', 'Ferrari', 'Garcia', 'Haddad'];

export const nameOf = (index: number): string =>
  `${givenNames[index % givenNames.length]} ${familyNames[Math.floor(index / givenNames.length) % familyNames.length]}`;

export interface Party {
  readonly customerId: string;
  /** The customer's account in US dollars. */
  readonly accountId: string;
}

/** Creates a customer and funds the account in US dollars with `amount` cents. */
export async function addCustomer(api: Api, fullName: string, amount: number): Promise<Party> {
  const customer = await api.execute(CreateCustomer, {
    input: { customerType: 'INDIVIDUAL', fullName, region: 'US' },
  });
  const { id: accountId } = customer.internalAccounts.find(
    (account: { type: string; balance: { currency: { code: string } } }) =>
      account.type === 'INTERNAL_FIAT' && account.balance.currency.code === 'USD',
  );
  await api.execute(FundAccount, { accountId, amount });
  return { customerId: customer.id, accountId };
}

/**
 * Registers a bank account in US dollars for the customer.
 *
 * @param suffix the last three digits of its number: 002 and 003 fail at once, 004 fails and is refunded, 005 times
 * out after 30 seconds and is refunded, others succeed.
 */
export async function addDollarAccount(api: Api, { customerId }: Party, index: number, suffix: string) {
  const accountInfo = {
    usdAccount: {
      accountNumber: `${String(1_000_000 + index)}${suffix}`,
      routingNumber: '021000021',
      beneficiary: { individual: { fullName: nameOf(index + 3) } },
    },
  };
  const account = await api.execute(CreateExternalAccount, {
    input: { customerId, currency: 'USD', accountInfo },
  });
  return account.id as string;
}

/** Registers a bank account in euros. The last three digits of its IBAN select the outcome of a payment. */
export async function addEuroAccount(api: Api, { customerId }: Party, iban = 'DE89370400440532013000') {
  const accountInfo = {
    eurAccount: {
      iban,
      beneficiary: {
        individual: {
          fullName: 'Greta Weber',
          birthDate: '1990-05-17',
          nationality: 'DE',
          countryOfResidence: 'DE',
          address: { line1: 'Karl-Marx-Allee 1', city: 'Berlin', postalCode: '10178', country: 'DE' },
        },
      },
    },
  };
  const account = await api.execute(CreateExternalAccount, {
    input: { customerId, currency: 'EUR', accountInfo },
  });
  return account.id as string;
}
