/** How a quote is paid when its execution does not simply debit an account: by a deposit, or with a wallet's signature. */
import type { FundingInstructions } from '../../accounts/internal/funding-instructions.ts';
import { InvalidInput, invariant } from '../../kernel/errors.ts';
import { findCurrency } from '../../kernel/money/currencies.ts';
import { available, checkAvailable, type InsufficientBalance } from '../../ledger/entry.ts';
import type { PlatformFunding } from '../ports.ts';
import type { Quote } from './quote.ts';
import { isFromWallet, type Originator } from './quote-parties.ts';
import { walletInstructions } from './wallet-payload.ts';

const stablecoins = ['USDC', 'USDT', 'USDB'];

type UnpaidQuote = Omit<Quote, 'paymentInstructions'>;

/** @param funding only for a quote that a deposit pays. */
export function paymentInstructionsFor(
  funding: PlatformFunding | undefined,
  quote: UnpaidQuote,
  originator: Originator,
  reference: string,
): readonly FundingInstructions[] | InvalidInput | InsufficientBalance {
  if (quote.source.type === 'REALTIME_FUNDING') {
    invariant(funding, 'the directory was opened for a quote that a deposit pays');
    return depositInstructions(funding, quote, reference);
  }
  if (originator.account?.kind !== 'internal' || !isFromWallet(originator)) return [];
  const affordable = checkAvailable(
    { posted: available(originator.account.account), held: 0n },
    quote.sending,
  );
  return affordable === true ? walletInstructions(quote) : affordable;
}

function depositInstructions(
  funding: PlatformFunding,
  { id, customerId, cryptoNetwork, sending }: UnpaidQuote,
  reference: string,
): readonly FundingInstructions[] | InvalidInput {
  const { currency } = sending;
  const path = 'source.realtimeFunding.cryptoNetwork';
  if (!cryptoNetwork && stablecoins.includes(currency)) {
    return InvalidInput.at(path, 'is required for a stablecoin');
  }
  if (cryptoNetwork && findCurrency(currency)?.kind !== 'crypto') {
    return InvalidInput.at(path, 'is for crypto currencies');
  }
  const deposit = { quoteId: id, amount: sending, reference, paidByPlatform: customerId === undefined };
  const instructions = funding.instructionsForQuote({ ...deposit, cryptoNetwork });
  if (instructions) return instructions;
  const hasOtherWays =
    cryptoNetwork && funding.instructionsForQuote({ ...deposit, cryptoNetwork: undefined });
  return hasOtherWays
    ? InvalidInput.at(path, 'does not support this currency')
    : InvalidInput.at(
        'source.realtimeFunding.currency',
        'cannot be deposited: no deposit network is connected for it. Pay from an account instead',
      );
}
