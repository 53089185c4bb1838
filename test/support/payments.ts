/** A sandbox platform with a customer, on a real database with a manual clock. */

import { sql } from 'drizzle-orm';
import { type AccountInfo, identifyingFingerprint } from '../../src/accounts/external/account-info.ts';
import type { ExternalAccount } from '../../src/accounts/external/external-account.ts';
import { insertExternalAccount } from '../../src/accounts/external/external-account-store.ts';
import type { InternalAccount } from '../../src/accounts/internal/internal-account.ts';
import {
  findInternalAccount,
  internalAccountsOfCustomers,
} from '../../src/accounts/internal/internal-account-store.ts';
import { openInternalAccounts } from '../../src/accounts/internal/open-internal-accounts.ts';
import type { Customer } from '../../src/customers/customer.ts';
import { saveCustomer } from '../../src/customers/store.ts';
import { customerHooks, transactionHooks } from '../../src/hooks.ts';
import { type Database, rawRows } from '../../src/infrastructure/database/client.ts';
import { transact } from '../../src/infrastructure/database/transact.ts';
import { eventsOfResources } from '../../src/infrastructure/events/event-store.ts';
import { postgresEventBus } from '../../src/infrastructure/events/postgres-bus.ts';
import { createSafeFetch } from '../../src/infrastructure/http-client/safe-fetch.ts';
import type { ResultOf } from '../../src/infrastructure/idempotency/once.ts';
import type { BatchHandler, JobHandler, JobHandlers } from '../../src/infrastructure/jobs/jobs.ts';
import type { FileStore } from '../../src/infrastructure/object-storage/file-store.ts';
import type { Clock } from '../../src/infrastructure/ports.ts';
import { sealingKey } from '../../src/kernel/crypto/at-rest.ts';
import { DomainError } from '../../src/kernel/errors.ts';
import { type Id, newId, uuidOf } from '../../src/kernel/ids.ts';
import { newReference } from '../../src/kernel/references.ts';
import { createPlatform } from '../../src/operations/platforms/create-platform.ts';
import {
  endApprovalWindowHandler,
  endApprovalWindowJobKind,
} from '../../src/payments/approvals/approval-window.ts';
import { CreateQuoteInput, createQuote } from '../../src/payments/quotes/create-quote.ts';
import { executeQuote } from '../../src/payments/quotes/execute-quote.ts';
import { expireQuoteHandler, expireQuoteJobKind } from '../../src/payments/quotes/expire-quote.ts';
import type { Quote } from '../../src/payments/quotes/quote.ts';
import { findQuote } from '../../src/payments/quotes/store.ts';
import { parseRateTable } from '../../src/payments/rates/rate-table.ts';
import { settlementJobKind } from '../../src/payments/transactions/settlement-job.ts';
import { settlementHandler } from '../../src/payments/transactions/start-settlement.ts';
import { findTransaction } from '../../src/payments/transactions/store.ts';
import type { Transaction } from '../../src/payments/transactions/transaction.ts';
import type { PaymentCaller } from '../../src/platforms/access/payment-caller.ts';
import { findPlatform } from '../../src/platforms/store.ts';
import { advanceClock } from '../../src/sandbox/advance-clock.ts';
import { fundAccount } from '../../src/sandbox/fund-account.ts';
import { sandboxFundingDirectory } from '../../src/sandbox/funding-directory.ts';
import { sandboxNetworkFees } from '../../src/sandbox/network-fees.ts';
import type { Ports } from '../../src/sandbox/ports.ts';
import { sandboxRail } from '../../src/sandbox/rail.ts';
import { sandboxRates } from '../../src/sandbox/rates.ts';
import { sandboxUmaReceivers } from '../../src/sandbox/uma-receivers.ts';
import { sandboxWalletSignatures } from '../../src/sandbox/wallet-signatures.ts';
import { openWallet } from '../../src/wallets/open-wallet.ts';
import { sessionSignatures } from '../../src/wallets/signed-requests/verify-signature.ts';
import { resultOf } from './operation-result.ts';

const testDataKey = sealingKey(new Uint8Array(32).fill(7));

export const umaDomain = 'sandbox.uma.example';

/** Returns the value, or throws the domain error. For the preconditions of a test. */
export function granted<T>(returned: T): Exclude<ResultOf<T>, DomainError> {
  const result = resultOf(returned);
  if (result instanceof DomainError) throw result;
  return result as Exclude<ResultOf<T>, DomainError>;
}

const usdAccount = (accountNumber: string): AccountInfo => ({
  accountType: 'USD_ACCOUNT',
  accountNumber,
  routingNumber: '021000021',
  paymentRails: ['ACH', 'WIRE', 'RTP', 'FEDNOW'],
  beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' },
});

const eurAccount = (iban: string): AccountInfo => ({
  accountType: 'EUR_ACCOUNT',
  iban,
  paymentRails: ['SEPA', 'SEPA_INSTANT'],
  beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' },
});

/** Payments have no files. */
const noFiles: FileStore = {
  put: async () => {},
  get: async (key) => {
    throw new Error(`There is no file ${key}`);
  },
  putStream: async () => 0,
  getStream: (key) => {
    throw new Error(`There is no file ${key}`);
  },
  remove: async () => {},
  keysOf: async () => [],
};

export type PaymentWorld = Awaited<ReturnType<typeof paymentWorld>>;

export async function paymentWorld(db: Database, startsAt = new Date('2026-03-02T10:00:00.000Z')) {
  let real = startsAt;
  const clock: Clock = {
    real: () => real,
    now: ({ clockOffsetMs }) => new Date(real.getTime() + clockOffsetMs),
  };
  const rates = granted(parseRateTable(sandboxRates, real));
  const ports = {
    db,
    clock,
    rail: sandboxRail,
    funding: sandboxFundingDirectory,
    networkFees: sandboxNetworkFees,
    rates: () => rates,
    umaReceivers: sandboxUmaReceivers(umaDomain),
    sandboxUmaDomain: umaDomain,
    walletSignatures: sandboxWalletSignatures(sessionSignatures),
    dataKey: testDataKey,
    files: noFiles,
    customerHooks: customerHooks({ dataKey: testDataKey }),
    transactionHooks,
    eventBus: postgresEventBus(db),
    maxDueJobs: 1_000,
    deliveryFaults: async () => undefined,
    fetch: createSafeFetch({ allowsPrivateTargets: true }),
  } satisfies Partial<Ports>;
  const handlers: JobHandlers = new Map<string, JobHandler | BatchHandler>([
    [settlementJobKind, settlementHandler(ports)],
    [expireQuoteJobKind, expireQuoteHandler(ports)],
    [endApprovalWindowJobKind, endApprovalWindowHandler(ports)],
  ]);
  const { platform } = await createPlatform(ports, {
    name: 'Test',
    mode: 'SANDBOX',
    sandboxUmaDomain: umaDomain,
  });
  const scope = { platformId: platform.id };

  /** Reads the platform again, because its clock may have moved. */
  const caller = async (): Promise<PaymentCaller> => ({
    platform: (await findPlatform(db.orm, platform.id)) ?? platform,
    scope,
  });

  const aCustomer = async (fields: Partial<Customer> = {}): Promise<Customer> => {
    const customer: Customer = {
      id: newId('Customer'),
      platformCustomerId: newReference('CU'),
      customerType: 'INDIVIDUAL',
      umaAddress: `$${newReference('u').toLowerCase()}@${platform.umaDomain}`,
      region: 'US',
      currencies: ['USD', 'EUR', 'BTC', 'INR', 'USDC', 'USDB'],
      email: undefined,
      kycStatus: 'APPROVED',
      kybStatus: undefined,
      fullName: 'Ada Lovelace',
      birthDate: '1990-12-10',
      nationality: 'US',
      address: undefined,
      businessInfo: undefined,
      isDeleted: false,
      createdAt: real,
      updatedAt: real,
      ...fields,
    };
    await transact(db, async (tx) => {
      await saveCustomer(tx, platform.id, customer);
      await openInternalAccounts(tx, platform.id, customer.id, customer.currencies, real);
      await openWallet(tx, ports, platform.id, customer, real);
    });
    return customer;
  };

  const accountOf = async (
    customer: Customer,
    currency: string,
    { wallet = false } = {},
  ): Promise<InternalAccount> => {
    const accounts = await internalAccountsOfCustomers(db.orm, scope, [customer.id]);
    const found = accounts.find(
      (one) => one.currency === currency && (one.type === 'EMBEDDED_WALLET') === wallet,
    );
    if (!found) throw new Error(`no ${currency} account`);
    return found;
  };

  const external = async (
    customer: Customer | undefined,
    currency: string,
    accountInfo: AccountInfo,
    fields: Partial<ExternalAccount> = {},
  ): Promise<ExternalAccount> => {
    const account: ExternalAccount = {
      id: newId('ExternalAccount'),
      customerId: customer?.id,
      status: 'ACTIVE',
      currency,
      accountInfo,
      platformAccountId: undefined,
      defaultUmaDepositAccount: false,
      beneficiaryVerificationStatus: undefined,
      beneficiaryVerifiedData: undefined,
      directDebitMandate: undefined,
      createdAt: real,
      updatedAt: real,
      ...fields,
    };
    await insertExternalAccount(
      db.orm,
      platform.id,
      account,
      `${identifyingFingerprint(accountInfo, currency)}${account.id}`,
    );
    return account;
  };

  const balance = async (id: Id<'InternalAccount'>): Promise<bigint> => {
    const account = await findInternalAccount(db.orm, scope, id);
    if (!account) throw new Error(`no ${id}`);
    return account.posted;
  };

  return {
    db,
    ports,
    handlers,
    platform,
    scope,
    caller,
    aCustomer,
    accountOf,
    balance,
    now: async () => clock.now((await caller()).platform),
    setReal: (at: Date) => {
      real = at;
    },
    toUsd: (customer: Customer | undefined, suffix: string, fields?: Partial<ExternalAccount>) =>
      external(customer, 'USD', usdAccount(`12345${suffix}`), fields),
    toEur: (customer: Customer | undefined, suffix: string, fields?: Partial<ExternalAccount>) =>
      external(customer, 'EUR', eurAccount(`DE89370400440532013${suffix}`), fields),
    fund: async (account: InternalAccount, amount: bigint) =>
      granted(await fundAccount(ports, await caller(), { accountId: account.id, amount })),
    advance: async (seconds: number) =>
      granted(await advanceClock(ports, handlers, await caller(), { seconds })),
    quote: async (input: object, idempotencyKey?: string) => {
      const terms = { lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 100_000, ...input };
      const { result } = await createQuote(
        ports,
        await caller(),
        CreateQuoteInput.parse(terms),
        idempotencyKey,
      );
      return result;
    },
    execute: async ({ id: quoteId }: Pick<Quote, 'id'>, signature?: string, idempotencyKey?: string) => {
      const { result } = await executeQuote(ports, await caller(), { quoteId, signature }, idempotencyKey);
      return result;
    },
    transaction: async (id: Id<'Transaction'>): Promise<Transaction> => {
      const found = await findTransaction(db.orm, scope, id);
      if (!found) throw new Error(`no ${id}`);
      return found;
    },
    quoteNow: async (id: Id<'Quote'>): Promise<Quote> => {
      const found = await findQuote(db.orm, scope, id);
      if (!found) throw new Error(`no ${id}`);
      return found;
    },
    /** The statuses of a transaction in order: PENDING, PROCESSING, REFUND_COMPLETED … */
    steps: async (id: Id<'Transaction'>): Promise<string[]> => {
      const events = (await eventsOfResources(db.orm, [id])).get(id) ?? [];
      return events.map(({ data: { status, previousStatus, refundStatus } }) =>
        status === previousStatus ? `REFUND_${String(refundStatus)}` : String(status),
      );
    },
    eventTypes: async (id: Id<'Transaction'>): Promise<(string | undefined)[]> =>
      ((await eventsOfResources(db.orm, [id])).get(id) ?? []).map(({ type }) => type),
    /** The sum of all balances of each currency. It is zero if the ledger balances. */
    ledgerSums: async (): Promise<Record<string, bigint>> => {
      const rows = await rawRows<{ currency: string; total: string }>(
        db.orm,
        sql`select currency, sum(balance)::text as total from audit_balances
            where platform_id = ${uuidOf(platform.id)} group by currency`,
      );
      return Object.fromEntries(rows.map(({ currency, total }) => [currency, BigInt(total)]));
    },
  };
}

/** Names the currencies in which a ledger does not balance. */
export const unbalanced = (sums: Record<string, bigint>): string[] =>
  Object.entries(sums)
    .filter(([, total]) => total !== 0n)
    .map(([currency]) => currency);
