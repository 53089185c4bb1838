/**
 * Checks the input of a new quote, prices it, and returns the complete record. Writes nothing.
 *
 * Decision: every error of either party that would reject the execution already rejects the quote. What can change in
 * between (a frozen account, a balance) is checked again at execution.
 *
 * Source: docs/behaviour/payments.md#quotes, docs/behaviour/customers.md#field-lists, docs/behaviour/payments.md#states-of-a-quote.
 */
import { beneficiaryFields } from '../../accounts/external/beneficiary-fields.ts';
import type { Customer } from '../../customers/customer.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { DomainError, InvalidInput } from '../../kernel/errors.ts';
import { newId, newIdAt } from '../../kernel/ids.ts';
import type { AmountOutOfRange } from '../../kernel/money/amount-range.ts';
import { newReference } from '../../kernel/references.ts';
import type { InsufficientBalance } from '../../ledger/entry.ts';
import type { PaymentCaller } from '../../platforms/access/payment-caller.ts';
import { type PartyFields, requestedValues } from '../../platforms/party-fields.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { Ports, Rail } from '../ports.ts';
import type { RatesTooOld } from '../rates/errors.ts';
import { platformRates } from '../rates/platform-rates.ts';
import type { LookupNotFound, MissingMandatoryUserInfo } from '../receivers/errors.ts';
import type { ReceiverLookup } from '../receivers/receiver-lookup.ts';
import type { PartyAccount } from './lock-parties.ts';
import { paymentInstructionsFor } from './payment-instructions.ts';
import { expiryOf, type Quote } from './quote.ts';
import type { NewQuote } from './quote-input.ts';
import { findParties, isFromWallet, type QuoteParties, type QuotePartyError } from './quote-parties.ts';
import { corridorOf, priceQuote, sendableCurrency, usableLookup } from './quote-terms.ts';

export type DraftQuoteError =
  | QuotePartyError
  | LookupNotFound
  | MissingMandatoryUserInfo
  | AmountOutOfRange
  | InsufficientBalance
  | RatesTooOld
  | InvalidInput;

export interface DraftQuote {
  readonly quote: Quote;
  /** The originator; absent when the platform itself pays. */
  readonly customer: Customer | undefined;
  /** The reference of the payment, by which the deposit or payout is matched. */
  readonly reference: string;
}

export async function draftQuote(
  tx: Executor,
  ports: Pick<Ports, 'rail' | 'rates' | 'funding'>,
  { platform, scope, agentId }: PaymentCaller,
  input: NewQuote,
  now: Date,
): Promise<DraftQuote | DraftQuoteError> {
  const parties = await findParties(tx, scope, input);
  if (parties instanceof DomainError) return parties;
  const notForwarded = checkForwarding(ports.rail, platform, parties);
  if (notForwarded) return notForwarded;
  const { originator, beneficiary } = parties;
  const { customer } = originator;
  const lookup = await usableLookup(tx, scope, input, customer, now);
  if (lookup instanceof DomainError) return lookup;
  const corridor = corridorOf(input, parties, lookup);
  if (corridor instanceof DomainError) return corridor;
  const sendable = await sendableCurrency(tx, platform, corridor);
  if (sendable instanceof DomainError) return sendable;
  const rates = await platformRates(tx, ports, platform);
  const price = await priceQuote(tx, rates, platform, sendable, corridor, input, lookup, now);
  if (price instanceof DomainError) return price;

  const reference = newReference('QT');
  const quoteWithoutInstructions: Omit<Quote, 'paymentInstructions'> = {
    id: newId('Quote'),
    platformId: platform.id,
    customerId: customer?.id,
    agentId,
    transactionId: newIdAt('Transaction', now),
    status: 'PENDING',
    ...partiesOf(input, customer, corridor),
    lockedSide: input.lockedCurrencySide,
    ...price,
    repricedFrom: undefined,
    requestId: isFromWallet(originator) ? newId('Request') : undefined,
    lookupId: lookup?.id,
    purposeOfPayment: input.purposeOfPayment,
    description: input.description,
    senderCustomerInfo: input.senderCustomerInfo,
    counterpartyInformation: requestedValues(
      knownFieldsOf(beneficiary, lookup),
      sendable.requiredCounterpartyFields,
    ),
    createdAt: now,
    expiresAt: expiryOf(input.destination, now),
    updatedAt: now,
  };
  const isDeposit = quoteWithoutInstructions.source.type === 'REALTIME_FUNDING';
  const paymentInstructions = paymentInstructionsFor(
    isDeposit ? await ports.funding.open(platform, tx, []) : undefined,
    quoteWithoutInstructions,
    originator,
    reference,
  );
  if (paymentInstructions instanceof DomainError) return paymentInstructions;
  return { quote: { ...quoteWithoutInstructions, paymentInstructions }, customer, reference };
}

/** The error of a quote from an external account to another party outside, if the rail cannot make it one payment. */
function checkForwarding(
  rail: Rail,
  platform: Platform,
  { originator, beneficiary }: QuoteParties,
): InvalidInput | undefined {
  if (originator.account?.kind !== 'external' || beneficiary?.kind === 'internal') return undefined;
  const accepted = rail.checkForwarding(platform);
  if (accepted === true) return undefined;
  return InvalidInput.at(beneficiary ? 'destination.account.accountId' : 'destination', accepted);
}

const partiesOf = (
  { source, destination }: NewQuote,
  customer: Customer | undefined,
  { sending, receiving }: { readonly sending: string; readonly receiving: string },
): Pick<Quote, 'source' | 'destination' | 'cryptoNetwork' | 'paymentRail'> => ({
  source:
    source.type === 'ACCOUNT'
      ? { type: source.type, accountId: source.accountId, currency: sending }
      : { type: source.type, customerId: customer?.id, currency: sending },
  destination:
    destination.type === 'ACCOUNT'
      ? { type: destination.type, accountId: destination.accountId, currency: receiving }
      : { type: destination.type, umaAddress: destination.address, currency: receiving },
  cryptoNetwork: source.type === 'REALTIME_FUNDING' ? source.cryptoNetwork : undefined,
  paymentRail: destination.type === 'ACCOUNT' ? destination.paymentRail : undefined,
});

/** The known data of the beneficiary: from its UMA provider, or from the registration of the account. */
function knownFieldsOf(
  account: PartyAccount | undefined,
  lookup: ReceiverLookup | undefined,
): PartyFields | undefined {
  if (!account) return lookup?.receiverFields;
  const owner = account.kind === 'external' ? account.account.accountInfo.beneficiary : undefined;
  return owner && beneficiaryFields(owner);
}
