/** The mutations createQuote and executeQuote. */

import { IdempotencyKey } from '../../src/infrastructure/idempotency/once.ts';
import {
  Conflict,
  Forbidden,
  InvalidInput,
  NotFound,
  RateLimited,
  Unauthorized,
  Upstream,
} from '../../src/kernel/errors.ts';
import { InsufficientBalance } from '../../src/ledger/entry.ts';
import { runOrPreview } from '../../src/payments/previews/preview-payment.ts';
import { CreateQuoteInput, createQuote } from '../../src/payments/quotes/create-quote.ts';
import { QuoteExpired } from '../../src/payments/quotes/errors.ts';
import { ExecuteQuoteInput, executeQuote } from '../../src/payments/quotes/execute-quote.ts';
import { paymentCallerOf } from '../../src/platforms/access/payment-caller.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { principalOf } from '../core/context.ts';
import { challengeOr, SignedRequestChallengeRef } from '../wallets/signed-requests.ts';
import { DryRun, dryRunArgument, PaymentPreviewRef, previewOr } from './payment-previews.ts';
import { CreateQuoteArgs } from './quote-inputs.ts';
import { QuoteRef } from './quotes.ts';
import { TransactionRef } from './transactions.ts';

builder.mutationFields((t) => ({
  createQuote: t.errorUnionField({
    description:
      'Creates a quote with a locked rate and fees for a payment, and the transaction of the payment.',
    authScopes: { permission: 'TRANSACT' },
    args: {
      input: t.arg({ type: CreateQuoteArgs, required: true, description: 'The payment to quote.' }),
      idempotencyKey: t.arg.string({
        description: 'Idempotency key: a repeated call returns the same quote.',
      }),
      dryRun: t.arg.boolean(dryRunArgument),
    },
    types: [
      QuoteRef,
      PaymentPreviewRef,
      InvalidInput,
      Forbidden,
      NotFound,
      Conflict,
      InsufficientBalance,
      Upstream,
      RateLimited,
    ],
    union: {
      name: 'CreateQuoteResult',
      description: 'Result of createQuote.',
      resolveType: previewOr(() => QuoteRef),
    },
    ...accepting(
      { input: CreateQuoteInput, idempotencyKey: IdempotencyKey, dryRun: DryRun },
      async ({ input, ...execution }, context) => {
        const principal = principalOf(context);
        const { result } = await runOrPreview(context.ports, principal, execution, (db, key) =>
          createQuote({ ...context.ports, db }, paymentCallerOf(principal), input, key),
        );
        return result;
      },
    ),
  }),
  executeQuote: t.errorUnionField({
    description:
      'Executes a quote whose source is an account. For a quote from an embedded wallet a call without a signature returns a challenge.',
    authScopes: { permission: 'EXECUTE_QUOTE' },
    args: {
      quoteId: t.arg.id({ required: true, description: 'Quote:<uuid>' }),
      signature: t.arg.string({
        description:
          'Only for a quote from an embedded wallet: the stamp over its payloadToSign, or a DER signature in base64. Ignored for other quotes.',
      }),
      idempotencyKey: t.arg.string({
        description: 'Idempotency key: a repeated call returns the same transaction.',
      }),
      dryRun: t.arg.boolean(dryRunArgument),
    },
    types: [
      TransactionRef,
      PaymentPreviewRef,
      SignedRequestChallengeRef,
      QuoteExpired,
      InsufficientBalance,
      InvalidInput,
      Forbidden,
      NotFound,
      Unauthorized,
      Conflict,
      RateLimited,
    ],
    union: {
      name: 'ExecuteQuoteResult',
      description: 'Result of executeQuote.',
      resolveType: previewOr(challengeOr(TransactionRef)),
    },
    ...accepting(
      { ...ExecuteQuoteInput.shape, idempotencyKey: IdempotencyKey, dryRun: DryRun },
      async ({ idempotencyKey, dryRun, ...input }, context) => {
        const principal = principalOf(context);
        const execution = { idempotencyKey, dryRun };
        const { result } = await runOrPreview(context.ports, principal, execution, (db, key) =>
          executeQuote({ ...context.ports, db }, paymentCallerOf(principal), input, key),
        );
        return result;
      },
    ),
  }),
}));
