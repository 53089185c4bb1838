/** The payload that the holder of an embedded wallet signs to execute a quote. Source: docs/behaviour/accounts.md#payment-instructions, docs/behaviour/wallets.md#signed-retry, docs/behaviour/wallets.md#payload-to-sign. */
import type { FundingInstructions } from '../../accounts/internal/funding-instructions.ts';
import { invariant } from '../../kernel/errors.ts';
import { toWire } from '../../kernel/money/amount.ts';
import { createChallenge, SignedRequestChallenge } from '../../wallets/signed-requests/challenge.ts';
import { SignedRequestRejected } from '../../wallets/signed-requests/signed-request.ts';
import { internalAccountOf } from '../payment-party.ts';
import type { Quote } from './quote.ts';

/** The payment instructions of a wallet quote: one item, with the payload to sign. */
export function walletInstructions(
  quote: Omit<Quote, 'paymentInstructions'>,
): readonly FundingInstructions[] {
  const { source, destination, requestId } = quote;
  const accountId = internalAccountOf(source);
  invariant(accountId && requestId, 'a wallet quote has an internal account and a request id');
  const { payloadToSign } = createChallenge(
    {
      accountId,
      operation: 'EXECUTE_QUOTE',
      params: {
        quoteId: quote.id,
        sendingAmount: toWire(quote.sending.amount),
        sendingCurrency: quote.sending.currency,
        receivingAmount: toWire(quote.receiving.amount),
        receivingCurrency: quote.receiving.currency,
        destination: destination.type === 'ACCOUNT' ? destination.accountId : destination.umaAddress,
      },
    },
    { requestId, expiresAt: quote.expiresAt },
  );
  return [
    {
      accountOrWalletInfo: { accountType: 'EMBEDDED_WALLET', payloadToSign },
      instructionsNotes: 'Sign payloadToSign with a session key of the wallet and execute the quote.',
    },
  ];
}

/** The stored payload that the signature must cover; `undefined` for a quote that needs no signature. */
export const payloadOf = ({ paymentInstructions }: Pick<Quote, 'paymentInstructions'>): string | undefined =>
  paymentInstructions.find(({ accountOrWalletInfo: { payloadToSign: payload } }) => payload !== undefined)
    ?.accountOrWalletInfo.payloadToSign;

/** The challenge that execution returns when the signature is missing. It expires with the quote. */
export function challengeOf(quote: Quote): SignedRequestChallenge {
  const payload = payloadOf(quote);
  invariant(payload && quote.requestId, 'a wallet quote has a payload to sign');
  return new SignedRequestChallenge(payload, quote.requestId, quote.expiresAt);
}

/**
 * A signed execution does not need a request id. One that is sent must be that of the quote, and is used by the execution.
 *
 * @param requestId the text that the client sent. Ignored for a quote that needs no signature.
 */
export function checkRequestId(
  quote: Pick<Quote, 'requestId' | 'status'>,
  requestId: string | undefined,
): SignedRequestRejected | undefined {
  if (requestId === undefined || quote.requestId === undefined) return undefined;
  if (requestId === '') return new SignedRequestRejected('REQUEST_ID_MISSING');
  if (requestId !== quote.requestId) return new SignedRequestRejected('REQUEST_ID_UNKNOWN');
  const isUsed = quote.status !== 'PENDING' && quote.status !== 'EXPIRED';
  return isUsed ? new SignedRequestRejected('REQUEST_ID_USED') : undefined;
}
