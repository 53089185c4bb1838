/** A production platform with a bank connection and a simulated bank, on a real database with a manual clock. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createExternalAccount } from '../../src/accounts/external/create-external-account.ts';
import type { ExternalAccount } from '../../src/accounts/external/external-account.ts';
import type { FundingInstructions } from '../../src/accounts/internal/funding-instructions.ts';
import type { InternalAccount } from '../../src/accounts/internal/internal-account.ts';
import { findInternalAccount, platformAccounts } from '../../src/accounts/internal/internal-account-store.ts';
import { type Id, uuidOf } from '../../src/kernel/ids.ts';
import { parseInput } from '../../src/kernel/parse.ts';
import { findTransaction } from '../../src/payments/transactions/store.ts';
import type { Transaction } from '../../src/payments/transactions/transaction.ts';
import { transferOut } from '../../src/payments/transfers/transfer-out.ts';
import type { BankConnection, BankFormat } from '../../src/rails/bank-connections/bank-connection.ts';
import { CreateBankConnectionInput } from '../../src/rails/bank-connections/connection-input.ts';
import { creditorReference } from '../../src/rails/bank-connections/creditor-reference.ts';
import { createBankConnection } from '../../src/rails/bank-connections/manage-connections.ts';
import type { VirtualIbanRange } from '../../src/rails/bank-connections/virtual-iban.ts';
import { closeBankConnection } from '../../src/rails/bank-payments/close-connection.ts';
import { exchangeDue } from '../../src/rails/exchanger.ts';
import { bankAccountsOf } from './bank-accounts.ts';
import { granted } from './payments.ts';
import { tableForAll } from './rates.ts';
import { type Service, startService, type TestPlatform } from './service.ts';
import type { SimulatedBankOptions } from './simulated-bank/bank-state.ts';
import { createSimulatedBank, type SimulatedBank } from './simulated-bank/simulated-bank.ts';

export interface BankWorldOptions
  extends Pick<Partial<SimulatedBankOptions>, 'behaviours' | 'seed' | 'versions'> {
  /** The default is ISO 20022 in EUR; NACHA is in USD. */
  readonly format?: BankFormat;
  readonly openingBalance?: number;
  readonly reviewAbove?: number;
  readonly maxPaymentsPerFile?: number;
  readonly virtualIbanRange?: VirtualIbanRange;
  /** Starts the server. Only the test moves the clock. */
  readonly server?: boolean;
}

export interface BankWorld {
  readonly service: Service;
  readonly platform: TestPlatform;
  readonly connection: BankConnection;
  readonly bank: SimulatedBank;
  /** The platform's account in the currency of the connection. */
  readonly account: InternalAccount;
  readonly beneficiary: ExternalAccount;
  /** The folder of the connection, with `outbox` and `inbox`. */
  readonly folder: string;
  pay(amount: number): Promise<Transaction>;
  /** Exchanges files until nothing is due, with all jobs. */
  exchange(): Promise<void>;
  /** Moves the clock past the next cut-off and exchanges files. */
  cutOff(): Promise<void>;
  /** Lets the bank read its files, and closes its days until all is reported. */
  bankDay(): Promise<void>;
  /** Exchanges files and closes days of the bank until both have nothing to do. */
  drain(): Promise<void>;
  transaction(id: Id<'Transaction'>): Promise<Transaction>;
  balance(): Promise<bigint>;
  /** How to deposit to the account. */
  instructions(): Promise<readonly FundingInstructions[]>;
  /** The reference that a depositor states. */
  reference(): string;
  stop(): Promise<void>;
}

const aDay = 24 * 60 * 60;

export async function bankWorld(options: BankWorldOptions = {}): Promise<BankWorld> {
  const root = mkdtempSync(join(tmpdir(), 'bank-exchange-'));
  const service = await startService({
    mode: 'PRODUCTION',
    ports: { rates: tableForAll() },
    env: { BANK_EXCHANGE_DIR: root },
    ...(options.server && { server: true, standing: true }),
  });
  const { ports, clock, db, platform } = service;
  const { principal } = platform;
  const scope = { platformId: principal.platform.id };
  const { openingBalance = 1_000_000, format = 'ISO20022' } = options;
  const { currency, ours, simulated, theirs } = bankAccountsOf[format];
  const input = granted(
    parseInput(CreateBankConnectionInput, {
      name: 'Main bank',
      currency,
      format,
      account: ours,
      cutOffs: { timeZone: 'Europe/Berlin', times: ['09:30', '14:00'], calendar: 'WEEKDAYS' },
      openingBalance,
      reviewAbove: options.reviewAbove,
      maxPaymentsPerFile: options.maxPaymentsPerFile,
      virtualIbanRange: options.virtualIbanRange,
    }),
  );
  const connection = granted(await createBankConnection(ports, principal, input));
  const folder = join(root, uuidOf(connection.id));
  const [own] = await platformAccounts(db.orm, scope, { currency, type: undefined });
  if (!own) throw new Error(`a platform has an account in ${currency}`);
  const account = own;
  const beneficiary = granted(
    await createExternalAccount(ports, principal, {
      currency,
      accountInfo: theirs,
      defaultUmaDepositAccount: false,
    }),
  );
  const bank = createSimulatedBank({
    seed: options.seed ?? 1,
    account: simulated,
    currency,
    folder,
    startBalance: BigInt(openingBalance),
    startDate: clock.real().toISOString().slice(0, 10),
    ...(options.behaviours && { behaviours: options.behaviours }),
    ...(options.versions && { versions: options.versions }),
  });

  const exchange = async () => {
    clock.advance(61);
    while (await exchangeDue(ports));
    await service.settle();
  };
  return {
    service,
    platform,
    connection,
    bank,
    account,
    beneficiary,
    folder,
    exchange,
    pay: async (amount) =>
      granted(
        await transferOut(ports, principal, {
          source: account.id,
          destination: beneficiary.id,
          amount: BigInt(amount),
          description: undefined,
          sandboxOutcome: undefined,
        } as never),
      ),
    async cutOff() {
      await service.settle();
      clock.advance(aDay);
      await exchange();
    },
    async bankDay() {
      await bank.readOutbox();
      await bank.finish();
      await exchange();
    },
    async drain() {
      const [waiting, published] = [join(folder, 'outbox'), join(folder, 'inbox')];
      do {
        await service.settle();
        clock.advance(aDay);
        await exchange();
        await bank.readOutbox();
        await bank.finish();
        await exchange();
      } while (readdirSync(waiting).length + readdirSync(published).length > 0);
    },
    async transaction(id) {
      const found = await findTransaction(db.orm, scope, id);
      if (!found) throw new Error('the transaction exists');
      return found;
    },
    async balance() {
      return (await findInternalAccount(db.orm, scope, account.id))?.posted ?? 0n;
    },
    async instructions() {
      const funding = await ports.funding.open(principal.platform, db.orm, [account.id]);
      return funding.instructionsFor(account);
    },
    reference: () => creditorReference(account.reference),
    async stop() {
      await service.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Closes the connection of a world, and creates another one to the same account, or to that of `changes`. */
export async function successorOf(
  { service: { ports }, platform: { principal }, connection }: BankWorld,
  changes: object = {},
): Promise<BankConnection> {
  granted(await closeBankConnection(ports, principal, { id: connection.id }));
  const { name, currency, format, account, cutOffs } = connection;
  const input = { name, currency, format, account, cutOffs, ...changes };
  return granted(
    await createBankConnection(ports, principal, granted(parseInput(CreateBankConnectionInput, input))),
  );
}
