/**
 * Promises a rate and fees for some minutes. The transaction exists from here on; money moves when the quote is
 * executed, or paid by deposit.
 *
 * Decision: everything about both parties that would refuse the execution is refused here already; what can change
 * in between (a frozen account, a balance) is asked again when the quote is executed.
 *
 * Source: interface, POST /quotes; gaps 2.10, 2.24, 3.2, 5.1, 7.6.
 */
import type { z } from 'zod';
import { beneficiaryFields } from '../../accounts/external/beneficiary-fields.ts';
import type { FundingInstructions } from '../../accounts/internal/funding-instructions.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import {
  type IdempotencyKeyInUse,
  type IdempotencyKeyReused,
  type OnceResult,
  once,
} from '../../infrastructure/idempotency/once.ts';
import { enqueue } from '../../infrastructure/jobs/jobs.ts';
import { DomainError, InvalidInput, invariant, Unauthorized } from '../../kernel/errors.ts';
import { type Id, newId, newIdAt, uuidOf } from '../../kernel/ids.ts';
import { findCurrency } from '../../kernel/money/currencies.ts';
import { newReference } from '../../kernel/references.ts';
import { available, type InsufficientBalance, payable } from '../../ledger/entry.ts';
import { callerName, type PaymentCaller } from '../../platforms/access/payment-caller.ts';
import { type PartyFields, requestedValues } from '../../platforms/party-fields.ts';
import type { SignedRequestChallenge } from '../../wallets/signed-requests/challenge.ts';
import type { Ports } from '../ports.ts';
import type { LookupNotFound } from '../receivers/errors.ts';
import type { ReceiverLookup } from '../receivers/receiver-lookup.ts';
import { recordNew } from '../transactions/record-step.ts';
import type { Transaction } from '../transactions/transaction.ts';
import { QuoteExpired, SelfPayment } from './errors.ts';
import { type ExecuteQuoteError, executeQuoteIn } from './execute-quote.ts';
import { expireQuoteJob } from './expire-quote.ts';
import { newTransactionOf } from './new-transaction.ts';
import { expiryOf, type Quote } from './quote.ts';
import { CreateQuoteInput, type NewQuote } from './quote-input.ts';
import { type AnyAccount, findPayee, findPayer, type Payer, type QuotePartyError } from './quote-parties.ts';
import { type Corridor, priceQuote, sendableCurrency, umaCurrency, usableLookup } from './quote-terms.ts';
import { findQuote, insertQuote } from './store.ts';
import { walletInstructions } from './wallet-payload.ts';

export { CreateQuoteInput };

type CreatePorts = Pick<
  Ports,
  'db' | 'clock' | 'rail' | 'transactionHooks' | 'rates' | 'funding' | 'walletSignatures'
>;

export type CreateQuoteError =
  | QuotePartyError
  | LookupNotFound
  | InsufficientBalance
  | Exclude<ExecuteQuoteError, QuoteExpired | Unauthorized>;

export async function createQuote(
  ports: CreatePorts,
  caller: PaymentCaller,
  input: z.output<typeof CreateQuoteInput>,
  idempotencyKey?: string,
): Promise<OnceResult<Quote | CreateQuoteError | IdempotencyKeyReused | IdempotencyKeyInUse>> {
  const { platform, scope } = caller;
  return once<Quote | CreateQuoteError>(
    ports.db,
    {
      scope: { platformUuid: uuidOf(platform.id), caller: callerName(caller), operation: 'createQuote' },
      key: idempotencyKey,
      input,
      idOf: (quote) => quote.id,
      replay: async (tx, id) => {
        const quote = await findQuote(tx, scope, id as Id<'Quote'>);
        invariant(quote, 'the quote of a key exists');
        return quote;
      },
    },
    (tx) => createQuoteIn<never>(tx, ports, caller, input),
  );
}

/**
 * The same within a transaction that does more: an agent's limits and its quote are one commit.
 *
 * @param execute how a quote is executed that is to be at once: an agent's policy has a say in it.
 */
export async function createQuoteIn<Refusal extends DomainError = never>(
  tx: Executor,
  ports: Omit<CreatePorts, 'db'>,
  caller: PaymentCaller,
  input: NewQuote,
  execute: (quote: Quote) => Promise<Transaction | SignedRequestChallenge | ExecuteQuoteError | Refusal> = (
    quote,
  ) => executeQuoteIn(tx, ports, caller, { quoteId: quote.id }),
): Promise<Quote | CreateQuoteError | Refusal> {
  const { platform, scope, agentId } = caller;
  const { source, destination } = input;
  const now = ports.clock.now(platform);
  if (
    source.type === 'ACCOUNT' &&
    destination.type === 'ACCOUNT' &&
    source.accountId === destination.accountId
  ) {
    return new SelfPayment('destination.account.accountId');
  }
  const payer = await findPayer(tx, scope, source);
  if (payer instanceof DomainError) return payer;
  const notNow = input.immediatelyExecute ? notImmediately(payer) : undefined;
  if (notNow) return notNow;
  const payee = await findPayee(tx, scope, destination, payer);
  if (payee instanceof DomainError) return payee;
  const lookup = await usableLookup(tx, scope, input, payer.customer, now);
  if (lookup instanceof DomainError) return lookup;

  const sending = source.type === 'ACCOUNT' ? payer.account?.account.currency : source.currency;
  const receiving =
    payee?.account.currency ??
    (destination.type === 'UMA_ADDRESS' && lookup ? umaCurrency(destination, lookup) : undefined);
  invariant(sending && receiving, 'a quote has a currency on each side');
  if (receiving instanceof DomainError) return receiving;
  const corridor: Corridor = {
    sending,
    receiving,
    sendingPath: source.type === 'ACCOUNT' ? 'source.account.accountId' : 'source.realtimeFunding.currency',
    receivingPath:
      destination.type === 'ACCOUNT' ? 'destination.account.accountId' : 'destination.umaAddress.currency',
  };
  const sendable = await sendableCurrency(tx, platform, corridor);
  if (sendable instanceof DomainError) return sendable;
  const price = await priceQuote(tx, ports.rates(platform), platform, sendable, corridor, input, lookup);
  if (price instanceof DomainError) return price;

  const reference = newReference('QT');
  const unpaid: Quote = {
    id: newId('Quote'),
    platformId: platform.id,
    customerId: payer.customer?.id,
    agentId,
    transactionId: newIdAt('Transaction', now),
    status: 'PENDING',
    source:
      source.type === 'ACCOUNT'
        ? { type: 'ACCOUNT', accountId: source.accountId }
        : { type: 'REALTIME_FUNDING', currency: sending, cryptoNetwork: source.cryptoNetwork },
    destination:
      destination.type === 'ACCOUNT'
        ? { type: 'ACCOUNT', accountId: destination.accountId, paymentRail: destination.paymentRail }
        : { type: 'UMA_ADDRESS', umaAddress: destination.address },
    lockedSide: input.lockedCurrencySide,
    ...price,
    paymentInstructions: [],
    requestId: isWallet(payer) ? newId('Request') : undefined,
    lookupId: lookup?.id,
    purposeOfPayment: input.purposeOfPayment,
    description: input.description,
    senderCustomerInfo: input.senderCustomerInfo,
    counterpartyInformation: requestedValues(factsOf(payee, lookup), sendable.requiredCounterpartyFields),
    createdAt: now,
    expiresAt: expiryOf(destination, now),
    updatedAt: now,
  };
  const paymentInstructions = instructionsOf(ports, caller, unpaid, payer, reference);
  if (paymentInstructions instanceof DomainError) return paymentInstructions;
  const quote = { ...unpaid, paymentInstructions };

  await recordNew(tx, newTransactionOf(quote, payer.customer, reference));
  await insertQuote(tx, quote);
  await enqueue(tx, expireQuoteJob(quote));
  if (!input.immediatelyExecute) return quote;

  const executed = await execute(quote);
  const stale = executed instanceof QuoteExpired || executed instanceof Unauthorized;
  invariant(!stale, 'a quote that was just made is good, and needs no signature');
  if (executed instanceof DomainError) return executed;
  const after = await findQuote(tx, scope, quote.id);
  invariant(after, 'a quote that was just made exists');
  return after;
}

/** What is known of who is paid: by its provider, or from the account's registration. */
function factsOf(payee: AnyAccount | undefined, lookup: ReceiverLookup | undefined): PartyFields | undefined {
  if (!payee) return lookup?.receiverFacts;
  const beneficiary = payee.kind === 'external' ? payee.account.accountInfo.beneficiary : undefined;
  return beneficiary && beneficiaryFields(beneficiary);
}

const isWallet = ({ account }: Payer): boolean =>
  account?.kind === 'internal' && account.account.type === 'EMBEDDED_WALLET';

/** Why a quote cannot be executed as it is made. Decision: the rule wins over one sample that shows a deposit. */
function notImmediately(payer: Payer): InvalidInput | undefined {
  if (!payer.account)
    return InvalidInput.at('immediatelyExecute', 'is not for quotes that are paid by deposit');
  return isWallet(payer)
    ? InvalidInput.at('immediatelyExecute', 'is not for embedded wallets: execute the quote with a signature')
    : undefined;
}

const stablecoins = ['USDC', 'USDT', 'USDB'];

/** How the quote is paid where somebody has to act on it, and whether it can be. */
function instructionsOf(
  { funding }: Pick<Ports, 'funding'>,
  { platform }: PaymentCaller,
  quote: Quote,
  payer: Payer,
  reference: string,
): readonly FundingInstructions[] | InvalidInput | InsufficientBalance {
  if (quote.source.type === 'REALTIME_FUNDING') {
    const { cryptoNetwork, currency } = quote.source;
    const path = 'source.realtimeFunding.cryptoNetwork';
    if (!cryptoNetwork && stablecoins.includes(currency))
      return InvalidInput.at(path, 'is required for a stablecoin');
    if (cryptoNetwork && findCurrency(currency)?.kind !== 'crypto') {
      return InvalidInput.at(path, 'is for crypto currencies');
    }
    const deposit = {
      quoteId: quote.id,
      amount: quote.sending,
      reference,
      paidByPlatform: quote.customerId === undefined,
    };
    const instructions = funding.instructionsForQuote(platform, { ...deposit, cryptoNetwork });
    if (instructions) return instructions;
    const hasOtherWays =
      cryptoNetwork && funding.instructionsForQuote(platform, { ...deposit, cryptoNetwork: undefined });
    return hasOtherWays
      ? InvalidInput.at(path, 'does not carry this currency')
      : InvalidInput.at(
          'source.realtimeFunding.currency',
          'has no deposit path: nothing is connected that deposits in it arrive at. Pay from an account instead',
        );
  }
  if (payer.account?.kind !== 'internal' || !isWallet(payer)) return [];
  const { account } = payer.account;
  const affordable = payable({ posted: available(account), held: 0n }, quote.sending);
  return affordable === true ? walletInstructions(quote) : affordable;
}
