/**
 * What the service needs from the world. `app.ts` alone chooses who serves each; a platform's mode decides there
 * between the sandbox's adapters and the real ones, and nowhere else.
 */

import type { AccountInfo } from './accounts/account-info.ts';
import type { BeneficiaryCheck } from './accounts/beneficiary-check.ts';
import type { InvalidBankAccount } from './accounts/errors.ts';
import type { ExternalAccount } from './accounts/external-account.ts';
import type { FundingInstructions } from './accounts/funding-instructions.ts';
import type { InternalAccount } from './accounts/internal-account.ts';
import type { OidcIdentity } from './credentials/credential.ts';
import type { MailUnavailable } from './credentials/errors.ts';
import type { InvalidOidcToken, JwtClaims, OidcIssuer } from './credentials/oidc.ts';
import type { IssuerUnavailable } from './credentials/oidc-keys.ts';
import type {
  AssertedPasskey,
  InvalidPasskeyAssertion,
  PasskeyAssertion,
  RegisteredPasskey,
} from './credentials/passkey.ts';
import type { MasterKey } from './crypto/at-rest.ts';
import type { InvalidStamp, Signer } from './crypto/stamp.ts';
import type { PersonalInfo } from './customers/beneficial-owner.ts';
import type { Customer } from './customers/customer.ts';
import type { Database, Executor } from './database/client.ts';
import type { LoggedEvent } from './events/log.ts';
import type { SafeFetch } from './http-client/safe-fetch.ts';
import type { Unauthorized } from './kernel/errors.ts';
import type { Id } from './kernel/ids.ts';
import type { UmaAddress } from './kernel/uma-address.ts';
import type { Money } from './money/amount.ts';
import type { AmountRange } from './money/amount-range.ts';
import type { Platform } from './platforms/platform.ts';
import type { OtpSettings, PlatformSettings } from './platforms/settings.ts';
import type { CryptoNetwork } from './quotes/quote.ts';
import type { RateSource } from './quotes/rate-table.ts';
import type { Facts, WantedFact } from './receivers/party-facts.ts';
import type { UmaProvider } from './receivers/uma-provider.ts';
import type { SettlementPlan } from './transactions/settlement-plan.ts';
import type { Transaction, TransactionFailureReason } from './transactions/transaction.ts';
import type { FileStore } from './verifications/file-store.ts';
import type { BusinessApplication, IndividualApplication } from './verifications/requirements.ts';
import type { Decision, VerificationProblem, VerificationStatus } from './verifications/verification.ts';

/** Time. A sandbox platform's clock is real time and its own offset, which only grows. */
export interface Clock {
  /** Real time: for tokens, keys and whatever the outside world compares. */
  real(): Date;
  /** Now on the platform's clock: for everything that the platform sees. */
  now(platform: Pick<Platform, 'clockOffsetMs'>): Date;
}

/** A payment that a rail is asked about. */
export interface RailPayment {
  readonly origin: Transaction['origin'];
  readonly external: ExternalAccount | undefined;
  readonly umaAddress: string | undefined;
  /** Both ends are accounts of ours, or were paid for already: no rail carries it. */
  readonly isInHouse?: boolean;
}

/** Moves money outside the ledger. Asked within a transaction, so it decides from what it is given alone. */
export interface Rail {
  /** A payment that is refused when it is accepted fails at once, and nothing is debited. */
  refusal(platform: Platform, payment: RailPayment): TransactionFailureReason | undefined;
  /** What will be reported about an accepted payment; empty where reports come from outside. */
  plan(platform: Platform, payment: RailPayment): SettlementPlan;
}

/** What a submission for verification is judged by. */
export type Application = BusinessApplication & IndividualApplication & Pick<Customer, 'customerType'>;

/** Who customers are: asked within transactions, so a provider's verdict that takes time is reported later. */
export interface IdentityChecks {
  statusAtCreation(platform: Platform, customerType: 'INDIVIDUAL' | 'BUSINESS'): VerificationStatus;
  /** Whether accounts are opened at creation; otherwise they are once the identity is approved. */
  opensAccountsAtCreation(platform: Platform): boolean;
  /** The kycStatus of a business's owner, when they are added and when their personal data changes. */
  ownerStatus(platform: Platform, person: PersonalInfo): VerificationStatus;
  /** Every part that a submission lacks. */
  problems(platform: Platform, application: Application): readonly VerificationProblem[];
  /** What is decided on a complete submission at once; absent where the decision is reported later. */
  decideAtOnce(platform: Platform, customer: Customer): Decision | undefined;
  /** Whether a person may decide. */
  takesManualDecisions(platform: Platform): boolean;
}

/** A provider whose own pages identify customers. */
export interface HostedVerification {
  /** Where a link leads; `undefined` where no provider is connected. */
  urlOf(platform: Platform, linkId: string): string | undefined;
}

/** Asks the receiving bank whom an account belongs to; nothing to ask for a wallet. */
export interface BeneficiaryNames {
  check(platform: Platform, info: AccountInfo): BeneficiaryCheck | InvalidBankAccount | undefined;
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
  readonly requiredPayerData: readonly WantedFact[];
  /** What their provider tells of them to those who ask for it. */
  readonly facts: Facts;
}

/** Asks the provider of a UMA address. Outside of any transaction: it may take a while. */
export interface UmaReceivers {
  /** Every provider that the platform could meet. */
  providers(platform: Platform): Promise<readonly UmaProvider[]>;
  find(platform: Platform, address: UmaAddress): Promise<UmaReceiver | undefined>;
}

/** Proves that somebody who may sign for a wallet signed a payload. */
export interface WalletSignatures {
  /**
   * @param payload what was stored to be signed, never what the caller sends back.
   * @param signature a stamp, or a bare DER signature in base64, by any active session of the account.
   */
  verify(
    platform: Platform,
    tx: Executor,
    accountId: Id<'InternalAccount'>,
    payload: string,
    signature: string,
    now: Date,
  ): Promise<true | Unauthorized>;
}

/** A one-time code on its way to a person. */
export interface CodeMail {
  readonly to: string;
  readonly code: string;
  readonly validSeconds: number;
  /** How the platform wants its mails to look. */
  readonly look: PlatformSettings['walletMail'];
}

export interface Mailer {
  /** Hands a mail over. `false`: it was not taken. Outside of any transaction: it may take a while. */
  send(mail: CodeMail): Promise<boolean>;
}

/** Whom an OIDC token is about, and what must not come again for it to count. */
export interface TokenProof {
  /** Compared with the registration, unless the proof stands for whoever registered. */
  readonly identity: OidcIdentity | 'AS_REGISTERED';
  /** Remembered, so that the token verifies once; absent where the same proof may come again. */
  readonly spends: Uint8Array | undefined;
}

/** How the holder of an embedded wallet proves who they are. Each mode has one of its own. */
export interface WalletChecks {
  /** Whether a client's key is good for more than one session or export. */
  readonly clientKeysMayRepeat: boolean;
  /** Which of the sessions stamped the payload. */
  stampedBy<S extends Signer>(header: string, payload: string, signers: readonly S[]): S | InvalidStamp;
  /** Whether the assertion answers the challenge; `advance` is what it changes in the passkey's record. */
  assertedPasskey(
    challenge: string,
    assertion: PasskeyAssertion,
    passkey: RegisteredPasskey,
    origins: readonly string[],
  ): Promise<{ readonly advance: AssertedPasskey | undefined } | InvalidPasskeyAssertion>;
  /** What the token of a new OAUTH credential claims. Outside of any transaction: it may ask the issuer. */
  tokenAtRegistration(
    token: string,
    issuers: readonly OidcIssuer[],
  ): Promise<JwtClaims | InvalidOidcToken | IssuerUnavailable>;
  /** Whom a fresh token is about. Outside of any transaction: it may ask the issuer. */
  tokenAtVerification(
    token: string,
    issuers: readonly OidcIssuer[],
  ): Promise<TokenProof | InvalidOidcToken | IssuerUnavailable>;
  newCode(otp: OtpSettings): string;
  /** Why no code can reach anybody now, if so. */
  codesUnavailable(): MailUnavailable | undefined;
  /** Outside of any transaction. */
  sendCode(mail: CodeMail): Promise<MailUnavailable | undefined>;
}

/** Events that were given their positions together: oldest first, without a hole. */
export interface EventPage {
  /** The event right before the first; absent before the first of all. No other log goes on after it. */
  readonly previousUuid: string | undefined;
  readonly events: readonly LoggedEvent[];
}

/** What hears the bus. Neither may throw or wait. */
export interface EventBusListener {
  /** There may be something new in the log. */
  news(): void;
  /** What was given its positions elsewhere. It may come late, twice, or before what precedes it. */
  page(page: EventPage): void;
}

/**
 * Carries the event log's news between processes. The log in the database is the truth, and everybody looks at it by
 * themselves: a bus that loses, doubles or reorders what it is given, or is away, costs a moment and never an event.
 */
export interface EventBus {
  /** Whether it carries the events themselves; they are not read for it otherwise. */
  readonly carriesEvents: boolean;
  /** Tells the other processes what was just given its positions. At once: it neither waits nor throws. */
  publish(page: EventPage): void;
  /** Calls the listener until the returned function is called. */
  subscribe(listener: EventBusListener): Promise<() => Promise<void>>;
}

export interface Ports {
  readonly db: Database;
  /** Tells the other processes of events. */
  readonly eventBus: EventBus;
  readonly clock: Clock;
  readonly rail: Rail;
  readonly identityChecks: IdentityChecks;
  readonly hostedVerification: HostedVerification;
  readonly beneficiaryNames: BeneficiaryNames;
  readonly funding: FundingDirectory;
  readonly umaReceivers: UmaReceivers;
  readonly walletSignatures: WalletSignatures;
  /** What currencies are worth, and what corridors cost, for platforms of the mode. */
  readonly rates: (platform: Pick<Platform, 'mode'>) => RateSource;
  /** Seals what is kept secret at rest. */
  readonly masterKey: MasterKey;
  /** The checks of the platform's mode. */
  readonly walletChecks: (platform: Pick<Platform, 'mode'>) => WalletChecks;
  /** Keeps the bytes of documents. */
  readonly files: FileStore;
  /** Calls addresses that others chose. */
  readonly fetch: SafeFetch;
  /** Where this service is reached: links that leave it begin so. */
  readonly publicUrl: string;
  /** Template of the page where an invitation is claimed, with `{code}`. */
  readonly invitationUrl: string;
  /** Where the sandbox's UMA receivers live. */
  readonly sandboxUmaDomain: string;
  /** How long one count of a list may take. */
  readonly countSeconds: number;
}
