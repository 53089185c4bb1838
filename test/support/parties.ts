/** Customers and accounts for tests, made through the API. */
import { CreateCustomer, CreateExternalAccount, FundAccount } from './documents.ts';
import type { Service } from './service.ts';

export interface Payer {
  readonly customerId: string;
  /** The USD account. */
  readonly accountId: string;
}

/** An individual whose USD account holds the amount. */
export async function aPayer(
  service: Pick<Service, 'send'>,
  amount = 100_000,
  authorization?: string,
): Promise<Payer> {
  const made = await service.send(
    CreateCustomer,
    { input: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' } },
    authorization,
  );
  const customer = made.data.createCustomer;
  if (customer.__typename !== 'Customer') throw new Error(JSON.stringify(made));
  const account = customer.internalAccounts.find(
    ({ type, balance }) => type === 'INTERNAL_FIAT' && balance.currency.code === 'USD',
  );
  if (!account) throw new Error('the customer has a USD account');
  if (amount > 0) {
    const funded = await service.send(FundAccount, { accountId: account.id, amount }, authorization);
    if (funded.data.sandboxFundAccount.__typename !== 'InternalAccount')
      throw new Error(JSON.stringify(funded));
  }
  return { customerId: customer.id, accountId: account.id };
}

let nextAccountNumber = 1;

/** The input of a US bank account whose number ends with the suffix. */
export const usdAccount = (suffix = '900') => {
  nextAccountNumber += 1;
  return {
    accountNumber: `${String(nextAccountNumber).padStart(7, '0')}${suffix}`,
    routingNumber: '021000021',
    beneficiary: { individual: { fullName: 'Grace Hopper' } },
  };
};

/** Registers a US bank account of the customer; the suffix selects the sandbox outcome. */
export async function aBankAccount(
  service: Pick<Service, 'send'>,
  customerId: string,
  suffix?: string,
  authorization?: string,
): Promise<string> {
  const made = await service.send(
    CreateExternalAccount,
    { input: { customerId, currency: 'USD', accountInfo: { usdAccount: usdAccount(suffix) } } },
    authorization,
  );
  const account = made.data.createExternalAccount;
  if (account.__typename !== 'ExternalAccount') throw new Error(JSON.stringify(made));
  return account.id;
}

let nextIban = 20_000_000;

/** Registers a German bank account of the customer; the suffix selects the sandbox outcome of quotes to it. */
export async function aEuroAccount(
  service: Service,
  customerId: string,
  suffix = '111',
  authorization?: string,
): Promise<string> {
  nextIban += 1;
  const address = { line1: 'Unter den Linden 1', city: 'Berlin', postalCode: '10117', country: 'DE' };
  const eurAccount = {
    iban: `DE89${nextIban}0000000${suffix}`,
    beneficiary: { individual: { fullName: 'Grace Hopper', address } },
  };
  const made = await service.send(
    CreateExternalAccount,
    { input: { customerId, currency: 'EUR', accountInfo: { eurAccount } } },
    authorization,
  );
  const account = made.data.createExternalAccount;
  if (account.__typename !== 'ExternalAccount') throw new Error(JSON.stringify(made));
  return account.id;
}
