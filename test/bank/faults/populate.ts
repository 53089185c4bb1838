/** A production platform with a bank connection, customers, and accounts at other banks. */
import pino from 'pino';
import type { AccountInfo } from '../../../src/accounts/external/account-info.ts';
import { createExternalAccount } from '../../../src/accounts/external/create-external-account.ts';
import { setDirectDebitMandate } from '../../../src/accounts/external/set-direct-debit-mandate.ts';
import type { InternalAccount } from '../../../src/accounts/internal/internal-account.ts';
import {
  internalAccountsOfCustomers,
  platformAccounts,
} from '../../../src/accounts/internal/internal-account-store.ts';
import { openInternalAccounts } from '../../../src/accounts/internal/open-internal-accounts.ts';
import { createPorts } from '../../../src/app.ts';
import { systemClock } from '../../../src/clock.ts';
import { readConfig } from '../../../src/config.ts';
import type { Customer } from '../../../src/customers/customer.ts';
import { saveCustomer } from '../../../src/customers/store.ts';
import type { Database } from '../../../src/infrastructure/database/client.ts';
import { transact } from '../../../src/infrastructure/database/transact.ts';
import { openDataKey } from '../../../src/infrastructure/keys/data-key.ts';
import { type Id, newId } from '../../../src/kernel/ids.ts';
import { parseInput } from '../../../src/kernel/parse.ts';
import { newReference } from '../../../src/kernel/references.ts';
import { createPlatform } from '../../../src/operations/platforms/create-platform.ts';
import type { BankConnection, BankFormat } from '../../../src/rails/bank-connections/bank-connection.ts';
import { CreateBankConnectionInput } from '../../../src/rails/bank-connections/connection-input.ts';
import { createBankConnection } from '../../../src/rails/bank-connections/manage-connections.ts';
import { serviceEnv } from '../../faults/servers.ts';
import { bankAccountsOf } from '../../support/bank-accounts.ts';
import { granted } from '../../support/payments.ts';

/** An account that pays, the external accounts that it pays to, and the one from which it collects. */
export interface Payer {
  readonly account: InternalAccount;
  readonly beneficiaries: readonly Id<'ExternalAccount'>[];
  /** Of one of the beneficiaries. */
  readonly debtor: Id<'ExternalAccount'>;
}

export interface Population {
  readonly connection: BankConnection;
  readonly payers: readonly Payer[];
  /** `<id>:<secret>` of the platform. */
  readonly token: string;
}

interface PopulateOptions {
  readonly url: string;
  readonly dataDir: string;
  readonly format: BankFormat;
  readonly openingBalance: number;
  readonly customers: number;
}

const individual = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' } as const;

/** A valid German IBAN with the number of an account. */
function germanIban(number: number): string {
  const bban = `37040044${String(number).padStart(10, '0')}`;
  const check = 98n - (BigInt(`${bban}131400`) % 97n);
  return `DE${String(check).padStart(2, '0')}${bban}`;
}

let lastNumber = 1_000_000;

/** In ISO 20022 one account for the next cut-off, and one for instant payments, which do not wait for it. */
function accountsAtOtherBanks(format: BankFormat): readonly AccountInfo[] {
  lastNumber += 2;
  if (format === 'NACHA') return [{ ...bankAccountsOf.NACHA.theirs, accountNumber: String(lastNumber) }];
  const account = (number: number, rail: 'SEPA' | 'SEPA_INSTANT'): AccountInfo => ({
    accountType: 'EUR_ACCOUNT',
    iban: germanIban(number),
    paymentRails: [rail],
    beneficiary: individual,
  });
  return [account(lastNumber, 'SEPA'), account(lastNumber + 1, 'SEPA_INSTANT')];
}

const hourly = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);

/** @param db of the service, which has made its tables. */
export async function populate(db: Database, options: PopulateOptions): Promise<Population> {
  const { url, dataDir, format, openingBalance } = options;
  const config = readConfig({ ...serviceEnv(url), DATA_DIR: dataDir });
  const dataKey = await openDataKey(db.orm, config);
  const ports = createPorts(db, config, pino({ level: 'silent' }), { dataKey, clock: systemClock });
  const { currency, ours, virtualIbanRange } = bankAccountsOf[format];
  const created = await createPlatform(ports, {
    name: 'bank run',
    mode: 'PRODUCTION',
    sandboxUmaDomain: config.sandboxUmaDomain,
  });
  const { platform, token, clientSecret } = created;
  const principal = { kind: 'platform', platform, token } as const;
  const input = {
    name: 'Main bank',
    currency,
    format,
    account: ours,
    cutOffs: { timeZone: 'Europe/Berlin', times: hourly, calendar: 'WEEKDAYS' },
    openingBalance,
    preNotificationDays: 0,
    maxPaymentsPerFile: 200,
    virtualIbanRange,
  };
  const connection = granted(
    await createBankConnection(ports, principal, granted(parseInput(CreateBankConnectionInput, input))),
  );
  const scope = { platformId: platform.id };
  const [own] = await platformAccounts(db.orm, scope, { currency, type: undefined });
  if (!own) throw new Error(`The platform has no account in ${currency}.`);

  const othersOf = async (customerId: Id<'Customer'> | undefined) => {
    const beneficiaries: Id<'ExternalAccount'>[] = [];
    for (const accountInfo of accountsAtOtherBanks(format)) {
      const account = { customerId, currency, accountInfo, defaultUmaDepositAccount: false };
      beneficiaries.push(granted(await createExternalAccount(ports, principal, account)).id);
    }
    const [debtor] = beneficiaries;
    if (!debtor) throw new Error('There are accounts at other banks.');
    const mandate = { reference: 'MANDATE-1', signedOn: '2025-03-01', isOneOff: false };
    if (format === 'ISO20022') {
      granted(await setDirectDebitMandate(ports, principal, { externalAccountId: debtor, ...mandate }));
    }
    return { beneficiaries, debtor };
  };
  const payers: Payer[] = [{ account: own, ...(await othersOf(undefined)) }];
  for (let nth = 0; nth < options.customers; nth += 1) {
    const customer = approvedCustomer(config.sandboxUmaDomain, currency);
    await transact(db, async (tx) => {
      await saveCustomer(tx, platform.id, customer);
      await openInternalAccounts(tx, platform.id, customer.id, [currency], customer.createdAt);
    });
    const [account] = await internalAccountsOfCustomers(db.orm, scope, [customer.id]);
    if (!account) throw new Error('A customer has an account.');
    payers.push({ account, ...(await othersOf(customer.id)) });
  }
  return { connection, payers, token: `${token.clientId}:${clientSecret}` };
}

function approvedCustomer(umaDomain: string, currency: string): Customer {
  const now = new Date();
  return {
    id: newId('Customer'),
    platformCustomerId: newReference('CU'),
    customerType: 'INDIVIDUAL',
    umaAddress: `$${newReference('u').toLowerCase()}@${umaDomain}`,
    region: 'DE',
    currencies: [currency],
    email: undefined,
    kycStatus: 'APPROVED',
    kybStatus: undefined,
    fullName: 'Ada Lovelace',
    birthDate: '1990-12-10',
    nationality: 'DE',
    address: undefined,
    businessInfo: undefined,
    isDeleted: false,
    createdAt: now,
    updatedAt: now,
  };
}
