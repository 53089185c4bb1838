/** What payments need from outside. */

import type { ExternalAccount } from '../accounts/external/external-account.ts';
import type { FundingInstructions } from '../accounts/internal/funding-instructions.ts';
import type { InternalAccount } from '../accounts/internal/internal-account.ts';
import type { Executor } from '../infrastructure/database/client.ts';
import type { Id } from '../kernel/ids.ts';
import type { Money } from '../kernel/money/amount.ts';
import type { AmountRange } from '../kernel/money/amount-range.ts';
import type { UmaAddress } from '../kernel/uma-address.ts';
import type { PartyFields, RequestedField } from '../platforms/party-fields.ts';
import type { Platform } from '../platforms/platform.ts';
import type { Ports as WalletPorts } from '../wallets/ports.ts';
import type { CryptoNetwork } from './quotes/quote.ts';
import type { RateSource } from './rates/rate-table.ts';
import type { UmaProvider } from './receivers/uma-provider.ts';
import type { SettlementPlan } from './transactions/settlement-plan.ts';
import type { Transaction, TransactionFailureReason } from './transactions/transaction.ts';

/** A payment that a rail is asked about. */
export interface RailPayment {
  readonly origin: Transaction['origin'];
  readonly externalAccount: ExternalAccount | undefined;
  readonly umaAddress: string | undefined;
  /** Both ends are accounts of ours, or were paid for already: no rail carries it. */
  readonly isBookTransfer?: boolean;
}

/** Moves money outside the ledger. Asked within a transaction, so it decides from what it is given alone. */
export interface Rail {
  /** A payment that is refused when it is accepted fails at once, and nothing is debited. */
  immediateFailure(platform: Platform, payment: RailPayment): TransactionFailureReason | undefined;
  /** What will be reported about an accepted payment; empty where reports come from outside. */
  plan(platform: Platform, payment: RailPayment): SettlementPlan;
}

/** Where a deposit to an internal account is sent. */
export interface FundingDirectory {
  instructionsFor(platform: Platform, account: InternalAccount): readonly FundingInstructions[];
  /** How to pay a real-time-funded quote; `undefined` where the network does not carry the currency. */
  instructionsForQuote(platform: Platform, wanted: QuoteFunding): readonly FundingInstructions[] | undefined;
}

/** A deposit that a quote waits for. */
export interface QuoteFunding {
  readonly quoteId: Id<'Quote'>;
  readonly amount: Money;
  readonly cryptoNetwork: CryptoNetwork | undefined;
  /** What the deposit must carry. */
  readonly reference: string;
  readonly paidByPlatform: boolean;
}

/** Whoever receives payments at a UMA address, as their provider tells. */
export interface UmaReceiver {
  /** What can be sent there, in the smallest unit of each currency. */
  readonly currencies: readonly { readonly currency: string; readonly range: AmountRange }[];
  readonly requiredPayerData: readonly RequestedField[];
  /** What their provider tells of them to those who ask for it. */
  readonly partyFields: PartyFields;
}

/** Asks the provider of a UMA address. Outside of any transaction: it may take a while. */
export interface UmaReceivers {
  /** Every provider that the platform could meet. */
  providers(platform: Platform): Promise<readonly UmaProvider[]>;
  find(platform: Platform, address: UmaAddress): Promise<UmaReceiver | undefined>;
}

/** What other contexts do with the steps of a transaction, inside the same database transaction. */
export interface TransactionHooks {
  /** Locks the records that follow the transaction, before a step of it touches the ledger. */
  lockFollowers(tx: Executor, transaction: Transaction): Promise<void>;
  /** Called after each step, with the transaction's row locked. */
  advanced(tx: Executor, before: Transaction, after: Transaction, at: Date): Promise<void>;
}

export interface Ports extends WalletPorts {
  readonly rail: Rail;
  readonly funding: FundingDirectory;
  readonly umaReceivers: UmaReceivers;
  /** What currencies are worth, and what corridors cost, for platforms of the mode. */
  readonly rates: (platform: Pick<Platform, 'mode'>) => RateSource;
  readonly transactionHooks: TransactionHooks;
}
