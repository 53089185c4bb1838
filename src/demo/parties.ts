/** The parties of the demo: fictional people, and bank accounts whose last digits select the outcome in the sandbox. */
import type { Client } from '@payments-platform/client';
import {
  type AccountInfoInput,
  CreateCustomerDocument,
  CreateExternalAccountDocument,
  InternalAccountsDocument,
  SandboxFundAccountDocument,
} from '@payments-platform/client/operations';
import { DemoStopped, expectType } from './stop.ts';

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
export async function addCustomer(client: Client, fullName: string, amount: number): Promise<Party> {
  const { createCustomer } = await client.execute(CreateCustomerDocument, {
    input: { customerType: 'INDIVIDUAL', fullName, region: 'US' },
  });
  const { id: customerId } = expectType(createCustomer, 'Customer');
  const filter = { customerId, currency: 'USD', type: 'INTERNAL_FIAT' as const };
  const { internalAccounts } = await client.execute(InternalAccountsDocument, { filter });
  const accountId = internalAccounts.nodes[0]?.id;
  if (accountId === undefined) throw new DemoStopped('The customer has no account in US dollars.');
  const { sandboxFundAccount } = await client.execute(SandboxFundAccountDocument, { accountId, amount });
  expectType(sandboxFundAccount, 'InternalAccount');
  return { customerId, accountId };
}

/**
 * Registers a bank account in US dollars for the customer.
 *
 * @param suffix the last three digits of its number: 002 and 003 fail at once, 004 fails and is refunded, 005 times
 * out after 30 seconds and is refunded, others succeed.
 */
export async function addDollarAccount(client: Client, { customerId }: Party, index: number, suffix: string) {
  const accountInfo = {
    usdAccount: {
      accountNumber: `${String(1_000_000 + index)}${suffix}`,
      routingNumber: '021000021',
      beneficiary: { individual: { fullName: nameOf(index + 3) } },
    },
  };
  return addAccount(client, customerId, 'USD', accountInfo);
}

/** Registers a bank account in euros. The last three digits of its IBAN select the outcome of a payment. */
export async function addEuroAccount(client: Client, { customerId }: Party, iban = 'DE89370400440532013000') {
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
  return addAccount(client, customerId, 'EUR', accountInfo);
}

async function addAccount(
  client: Client,
  customerId: string,
  currency: string,
  accountInfo: AccountInfoInput,
): Promise<string> {
  const input = { customerId, currency, accountInfo };
  const { createExternalAccount } = await client.execute(CreateExternalAccountDocument, { input });
  return expectType(createExternalAccount, 'ExternalAccount').id;
}
