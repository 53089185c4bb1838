/** Operations of agents on a real PostgreSQL: a platform, a customer with money, an external account and a clock. */

import { randomBytes } from 'node:crypto';
import { createExternalAccount } from '../../src/accounts/external/create-external-account.ts';
import type { ExternalAccount } from '../../src/accounts/external/external-account.ts';
import type { InternalAccount } from '../../src/accounts/internal/internal-account.ts';
import {
  findInternalAccounts,
  internalAccountsOfCustomers,
} from '../../src/accounts/internal/internal-account-store.ts';
import { expireActionHandler } from '../../src/agents/actions/expire-action.ts';
import { expireActionJobKind } from '../../src/agents/actions/submit-action.ts';
import { createAgent } from '../../src/agents/create-agent.ts';
import { redeemDeviceCode } from '../../src/agents/device-codes/redeem-device-code.ts';
import type { AgentPolicy } from '../../src/agents/policies/agent-policy.ts';
import type { agentTransferIn } from '../../src/agents/requests/agent-transfers.ts';
import { agentTokens } from '../../src/agents/store.ts';
import { createCustomer } from '../../src/customers/create-customer.ts';
import type { Customer } from '../../src/customers/customer.ts';
import { customerDirectory } from '../../src/customers/customer-directory.ts';
import { noScreening } from '../../src/customers/screening/no-screening.ts';
import { customerHooks, transactionHooks } from '../../src/hooks.ts';
import type { Database } from '../../src/infrastructure/database/client.ts';
import type { ResultOf } from '../../src/infrastructure/idempotency/once.ts';
import type { BatchHandler, JobHandler, JobHandlers } from '../../src/infrastructure/jobs/jobs.ts';
import { sealingKey } from '../../src/kernel/crypto/at-rest.ts';
import { InvalidStamp } from '../../src/kernel/crypto/stamp.ts';
import { createPlatform } from '../../src/operations/platforms/create-platform.ts';
import { expireQuoteHandler, expireQuoteJobKind } from '../../src/payments/quotes/expire-quote.ts';
import { parseRateTable } from '../../src/payments/rates/rate-table.ts';
import { settlementJobKind } from '../../src/payments/transactions/settlement-job.ts';
import { settlementHandler } from '../../src/payments/transactions/start-settlement.ts';
import type { AgentPrincipal, PlatformPrincipal } from '../../src/platforms/access/principal.ts';
import { fundAccount } from '../../src/sandbox/fund-account.ts';
import { sandboxFundingDirectory } from '../../src/sandbox/funding-directory.ts';
import { sandboxIdentityChecks } from '../../src/sandbox/identity-checks.ts';
import { sandboxNetworkFees } from '../../src/sandbox/network-fees.ts';
import type { Ports } from '../../src/sandbox/ports.ts';
import { sandboxRail } from '../../src/sandbox/rail.ts';
import { sandboxRates } from '../../src/sandbox/rates.ts';
import { sandboxWalletSignatures } from '../../src/sandbox/wallet-signatures.ts';
import { defaultLimits } from '../../src/transports/limits.ts';
import { aPolicy } from './agents.ts';
import { embeddedDatabase, postgresDatabase } from './database.ts';
import { performDueJob } from './jobs.ts';
import { resultOf } from './operation-result.ts';

const testDataKey = sealingKey(new Uint8Array(32).fill(7));

/** The result of an operation. Throws a domain error. */
export function ok<T>(returned: T): Exclude<ResultOf<T>, Error> {
  const result = resultOf(returned);
  if (result instanceof Error) throw result;
  return result as Exclude<ResultOf<T>, Error>;
}

export interface AgentService {
  readonly ports: Ports;
  readonly db: Database;
  readonly handlers: JobHandlers;
  readonly platform: PlatformPrincipal;
  readonly customer: Customer;
  /** In USD, with 100,000.00. */
  readonly account: InternalAccount;
  /** The customer's other accounts, by currency: EUR, and USDB for the embedded wallet with 1,000.00. */
  readonly accounts: ReadonlyMap<string, InternalAccount>;
  /** An external account in USD that receives every payment. */
  readonly bank: ExternalAccount;
  /** Moves the clock of the service and of the platform. */
  setTime(now: Date): void;
  /** Runs due jobs until none is due. */
  work(): Promise<void>;
  balance(): Promise<{ posted: bigint; held: bigint }>;
  /** A USD account. The suffix selects the result of payments to it. */
  bankEnding(suffix: string): Promise<ExternalAccount>;
  /** A new agent of the customer, connected. */
  agent(policy?: AgentPolicy): Promise<AgentPrincipal>;
  /** A new customer without a balance, so that the customer can be deleted. */
  leavingCustomer(): Promise<LeavingCustomer>;
  close(): Promise<void>;
}

export interface LeavingCustomer {
  readonly customer: Customer;
  agent(policy?: AgentPolicy): Promise<AgentPrincipal>;
  /** A transfer in USD from the customer's bank account to the internal account. */
  in(amount: bigint): Parameters<typeof agentTransferIn>[2];
}

/** @param given the database to use; a PostgreSQL one where a server responds, otherwise an embedded one. */
export async function startAgentService(given?: Database): Promise<AgentService> {
  const db = given ?? (await postgresDatabase()) ?? (await embeddedDatabase());

  let now = new Date('2025-07-21T10:00:00Z');
  const rates = ok(parseRateTable(sandboxRates, now));
  const ports = {
    db,
    clock: {
      real: () => now,
      now: ({ clockOffsetMs }: { clockOffsetMs: number }) => new Date(now.getTime() + clockOffsetMs),
    },
    rail: sandboxRail,
    identityChecks: sandboxIdentityChecks,
    screening: noScreening,
    beneficiaryNames: { check: () => undefined },
    funding: sandboxFundingDirectory,
    networkFees: sandboxNetworkFees,
    walletSignatures: sandboxWalletSignatures({ verify: () => new InvalidStamp('SIGNATURE_UNKNOWN_KEY') }),
    rates: () => rates,
    dataKey: testDataKey,
    customerHooks: customerHooks({ dataKey: testDataKey }),
    transactionHooks,
    agentTokens,
    customerDirectory,
    maxDueJobs: defaultLimits.dueJobs,
  } as unknown as Ports;
  const handlers: JobHandlers = new Map<string, JobHandler | BatchHandler>([
    [settlementJobKind, settlementHandler(ports)],
    [expireActionJobKind, expireActionHandler],
    [expireQuoteJobKind, expireQuoteHandler(ports)],
  ]);

  const made = await createPlatform(ports, { name: 'Tests', mode: 'SANDBOX', sandboxUmaDomain: 'uma.test' });
  const platform: PlatformPrincipal = { kind: 'platform', platform: made.platform, token: made.token };
  const customer = ok(
    await createCustomer(ports, platform, {
      customerType: 'INDIVIDUAL',
      currencies: ['USD', 'EUR', 'USDB'],
      fullName: 'Ada Lovelace',
    } as never),
  );
  const scope = { platformId: made.platform.id };
  const accounts = await internalAccountsOfCustomers(db.orm, scope, [customer.id]);
  const account = accounts.find(({ currency }) => currency === 'USD') as InternalAccount;
  const byCurrency = new Map(accounts.map((one) => [one.currency, one]));
  const wallet = accounts.find(({ type }) => type === 'EMBEDDED_WALLET') as InternalAccount;
  byCurrency.set('USDB', wallet);
  ok(await fundAccount(ports, platform, { accountId: account.id, amount: 10_000_000n }));
  ok(await fundAccount(ports, platform, { accountId: wallet.id, amount: 1_000_000_000n }));

  const bankOf = async (customerId: Customer['id'], suffix: string) =>
    ok(
      await createExternalAccount(ports, platform, {
        customerId,
        currency: 'USD',
        accountInfo: {
          accountType: 'USD_ACCOUNT',
          accountNumber: `${Math.floor(1e6 + Math.random() * 9e6)}${suffix}`,
          routingNumber: '021000021',
          paymentRails: ['ACH'],
          beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace' },
        } as never,
        defaultUmaDepositAccount: false,
      }),
    );
  const bankEnding = (suffix: string) => bankOf(customer.id, suffix);
  const agentOf = async (customerId: Customer['id'], policy: AgentPolicy): Promise<AgentPrincipal> => {
    const created = ok(await createAgent(ports, platform, { name: 'Agent', customerId, policy }));
    const source = randomBytes(4).toString('hex');
    const { agent } = ok(await redeemDeviceCode(ports, created.deviceCode.code, source));
    return { kind: 'agent', platform: made.platform, agent };
  };

  return {
    ports,
    db,
    handlers,
    platform,
    customer,
    account,
    accounts: byCurrency,
    bank: await bankEnding('000'),
    bankEnding,
    setTime: (to) => {
      now = to;
    },
    async work() {
      const failures: unknown[] = [];
      while (
        (await performDueJob(
          db,
          handlers,
          () => now,
          (error) => failures.push(error),
        )) !== 'nothing-due'
      ) {
        if (failures.length > 0) throw failures[0];
      }
    },
    async balance() {
      const [found] = await findInternalAccounts(db.orm, scope, [account.id]);
      return { posted: found?.posted ?? 0n, held: found?.held ?? 0n };
    },
    agent: (policy = aPolicy()) => agentOf(customer.id, policy),
    async leavingCustomer() {
      const leaving = ok(
        await createCustomer(ports, platform, {
          customerType: 'INDIVIDUAL',
          currencies: ['USD'],
          fullName: 'Grace Hopper',
        } as never),
      );
      const [own] = await internalAccountsOfCustomers(db.orm, scope, [leaving.id]);
      const bank = await bankOf(leaving.id, '000');
      return {
        customer: leaving,
        agent: (policy = aPolicy()) => agentOf(leaving.id, policy),
        in: (amount) => ({
          source: bank.id,
          destination: (own as InternalAccount).id,
          amount,
          description: undefined,
        }),
      };
    },
    close: () => db.close(),
  };
}
