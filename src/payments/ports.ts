/** The ports of payments. */

import type { ExternalAccount } from '../accounts/external/external-account.ts';
import type { FundingInstructions } from '../accounts/internal/funding-instructions.ts';
import type { InternalAccount } from '../accounts/internal/internal-account.ts';
import type { Executor } from '../infrastructure/database/client.ts';
import type { Id } from '../kernel/ids.ts';
import type { Money } from '../kernel/money/amount.ts';
import type { AmountRange } from '../kernel/money/amount-range.ts';
import type { UmaAddress } from '../kernel/uma-address.ts';
import type { Ports as MemberPorts } from '../members/ports.ts';
import type { PartyFields, RequestedField } from '../platforms/party-fields.ts';
import type { Platform } from '../platforms/platform.ts';
import type { CryptoNetwork } from './quotes/quote.ts';
import type { RateSource } from './rates/rate-table.ts';
import type { UmaProvider } from './receivers/uma-provider.ts';
import type { SandboxOutcome } from './transactions/sandbox-outcome.ts';
import type { SettlementPlan } from './transactions/settlement-plan.ts';
import type { Transaction, TransactionFailureReason } from './transactions/transaction.ts';

/** A payment as a rail sees it. */
export interface RailPayment {
  readonly origin: Transaction['origin'];
  /** The external account that is debited. */
  readonly originator?: ExternalAccount | undefined;
  /** The external account that is credited. */
  readonly beneficiary?: ExternalAccount | undefined;
  readonly umaAddress: string | undefined;
  /** The payment moves between internal accounts, or its deposit has arrived: no rail is involved. */
  readonly isBookTransfer?: boolean;
  /** The outcome that the creator of the payment selected. */
  readonly sandboxOutcome?: SandboxOutcome | undefined;
}

/** Moves money outside the ledger. Called within a database transaction, so an implementation does no I/O. */
export interface Rail {
  /** Whether the creator of a payment can select this outcome; otherwise why not. */
  checkOutcome(platform: Platform, origin: Transaction['origin'], outcome: SandboxOutcome): true | string;
  /**
   * Whether a quote can pull money from an external account and pay it to a party outside of the platform, in one payment;
   * otherwise why not.
   */
  checkForwarding(platform: Platform): true | string;
  /** The reason why the payment fails immediately, without a debit; `undefined` when the rail accepts it. */
  immediateFailure(platform: Platform, payment: RailPayment): TransactionFailureReason | undefined;
  /** The steps of an accepted payment; empty for a rail that reports its steps from outside. */
  plan(platform: Platform, payment: RailPayment): SettlementPlan;
  /**
   * The kind of the job that submits an accepted payment, whose payload is `{ transactionId }`; `undefined` for a rail with
   * plans, and for one that learns of its payments in another way.
   */
  submissionJob(platform: Platform, payment: RailPayment): string | undefined;
}

/** Where to send deposits for the internal accounts and quotes of a platform. */
export interface FundingDirectory {
  /**
   * Reads what the instructions of a platform need.
   *
   * @param accountIds the accounts for which instructions will be requested.
   */
  open(
    platform: Pick<Platform, 'id' | 'mode'>,
    db: Executor,
    accountIds: readonly Id<'InternalAccount'>[],
  ): Promise<PlatformFunding>;
}

export interface PlatformFunding {
  instructionsFor(account: InternalAccount): readonly FundingInstructions[];
  /** How to pay a real-time-funded quote; `undefined` when the network does not support the currency. */
  instructionsForQuote(deposit: QuoteDeposit): readonly FundingInstructions[] | undefined;
}

/** The deposit that pays a quote. */
interface QuoteDeposit {
  readonly quoteId: Id<'Quote'>;
  readonly amount: Money;
  readonly cryptoNetwork: CryptoNetwork | undefined;
  /** The reference that the depositor must state. */
  readonly reference: string;
  readonly paidByPlatform: boolean;
}

/** The receiver at a UMA address, as its provider describes it. */
interface UmaReceiver {
  /** The accepted currencies, with the range in the smallest unit of each. */
  readonly currencies: readonly { readonly currency: string; readonly range: AmountRange }[];
  readonly requiredPayerData: readonly RequestedField[];
  /** The receiver's data that the provider shares. */
  readonly partyFields: PartyFields;
}

/** Queries UMA providers. Call it outside database transactions, because it may be slow. */
export interface UmaReceivers {
  /** All known providers, blocked ones included. */
  providers(platform: Platform): Promise<readonly UmaProvider[]>;
  find(platform: Platform, address: UmaAddress): Promise<UmaReceiver | undefined>;
}

/** Extension points for other contexts, called in the database transaction that records a step. */
export interface TransactionHooks {
  /** Locks the records that follow the transactions, before steps of these touch the ledger. */
  lockFollowers(tx: Executor, transactions: readonly Transaction[]): Promise<void>;
  /** Called after each step, with the transaction's row locked. */
  advanced(tx: Executor, before: Transaction, after: Transaction, at: Date): Promise<void>;
}

/** The fees of crypto networks. */
export interface NetworkFees {
  /** The fee of one transfer, in the smallest unit of the currency; `undefined` without a rail over this network. */
  feeOf(platform: Platform, currency: string, network: CryptoNetwork): bigint | undefined;
}

export interface Ports extends MemberPorts {
  readonly rail: Rail;
  readonly networkFees: NetworkFees;
  readonly funding: FundingDirectory;
  readonly umaReceivers: UmaReceivers;
  /** Exchange rates and fees for platforms of the mode. */
  readonly rates: (platform: Pick<Platform, 'mode'>) => RateSource;
  readonly transactionHooks: TransactionHooks;
}
