/** What the holder of an embedded wallet signs to execute a quote. Source: gaps 2.6, 4.1, 4.2. */
import type { FundingInstructions } from '../../accounts/internal/funding-instructions.ts';
import { invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import { toWire } from '../../kernel/money/amount.ts';
import { payloadToSign, SignedRequestChallenge } from '../../wallets/signed-requests/challenge.ts';
import type { Quote } from './quote.ts';

/** The one entry of a wallet quote's payment instructions. */
export function walletInstructions(quote: Quote): readonly FundingInstructions[] {
  const { source, destination, requestId } = quote;
  invariant(source.type === 'ACCOUNT' && requestId, 'a wallet quote has an account and a request id');
  const payload = payloadToSign({
    accountId: source.accountId as Id<'InternalAccount'>,
    expiresAt: quote.expiresAt,
    operation: 'EXECUTE_QUOTE',
    params: {
      quoteId: quote.id,
      sendingAmount: toWire(quote.sending.amount),
      sendingCurrency: quote.sending.currency,
      receivingAmount: toWire(quote.receiving.amount),
      receivingCurrency: quote.receiving.currency,
      destination: destination.type === 'ACCOUNT' ? destination.accountId : destination.umaAddress,
    },
    requestId,
  });
  return [
    {
      accountOrWalletInfo: { accountType: 'EMBEDDED_WALLET', payloadToSign: payload },
      instructionsNotes: 'Sign payloadToSign with a session key of the wallet and execute the quote.',
    },
  ];
}

/** The stored text that the signature must be over; `undefined` for a quote that needs none. */
export const payloadOf = ({ paymentInstructions }: Pick<Quote, 'paymentInstructions'>): string | undefined =>
  paymentInstructions.find(({ accountOrWalletInfo: { payloadToSign: payload } }) => payload !== undefined)
    ?.accountOrWalletInfo.payloadToSign;

/** What executing the quote asks for when no signature came; good as long as the quote. */
export function challengeOf(quote: Quote): SignedRequestChallenge {
  const payload = payloadOf(quote);
  invariant(payload && quote.requestId, 'a wallet quote has a payload to sign');
  return new SignedRequestChallenge(payload, quote.requestId, quote.expiresAt);
}
