/** Quotes made and executed. */

import { IdempotencyKey } from '../../src/infrastructure/idempotency/once.ts';
import {
  Conflict,
  Forbidden,
  InvalidInput,
  NotFound,
  Unauthorized,
  Upstream,
} from '../../src/kernel/errors.ts';
import { InsufficientBalance } from '../../src/ledger/entry.ts';
import { CreateQuoteInput, createQuote } from '../../src/payments/quotes/create-quote.ts';
import { QuoteExpired } from '../../src/payments/quotes/errors.ts';
import { ExecuteQuoteInput, executeQuote } from '../../src/payments/quotes/execute-quote.ts';
import { paymentCallerOf } from '../../src/platforms/access/payment-caller.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { principalOf } from '../core/context.ts';
import { challengeOr, SignedRequestChallengeRef } from '../wallets/signed-requests.ts';
import { CreateQuoteArgs } from './quote-inputs.ts';
import { QuoteRef } from './quotes.ts';
import { TransactionRef } from './transactions.ts';

builder.mutationFields((t) => ({
  createQuote: t.errorUnionField({
    description: 'Locks a rate and fees for a payment, and makes its transaction.',
    authScopes: { permission: 'TRANSACT' },
    args: {
      input: t.arg({ type: CreateQuoteArgs, required: true, description: 'The payment.' }),
      idempotencyKey: t.arg.string({ description: 'Makes a repeated call answer the same quote.' }),
    },
    types: [QuoteRef, InvalidInput, Forbidden, NotFound, Conflict, InsufficientBalance, Upstream],
    union: {
      name: 'CreateQuoteResult',
      description: 'Result of createQuote.',
      resolveType: () => QuoteRef,
    },
    ...accepting({ input: CreateQuoteInput, idempotencyKey: IdempotencyKey }, (args, context) =>
      createQuote(context.ports, paymentCallerOf(principalOf(context)), args.input, args.idempotencyKey),
    ),
  }),
  executeQuote: t.errorUnionField({
    description:
      'Executes a quote that draws on an account. A quote from an embedded wallet answers a challenge until its signature is given.',
    authScopes: { permission: 'EXECUTE_QUOTE' },
    args: {
      quoteId: t.arg.id({ required: true, description: 'Quote:<uuid>' }),
      signature: t.arg.string({
        description:
          'For a quote from an embedded wallet: the stamp over its payloadToSign, or a DER signature in base64. Otherwise ignored.',
      }),
      idempotencyKey: t.arg.string({ description: 'Makes a repeated call answer the same transaction.' }),
    },
    types: [
      TransactionRef,
      SignedRequestChallengeRef,
      QuoteExpired,
      InsufficientBalance,
      InvalidInput,
      Forbidden,
      NotFound,
      Unauthorized,
      Conflict,
    ],
    union: {
      name: 'ExecuteQuoteResult',
      description: 'Result of executeQuote.',
      resolveType: challengeOr(TransactionRef),
    },
    ...accepting({ ...ExecuteQuoteInput.shape, idempotencyKey: IdempotencyKey }, (args, context) => {
      const { idempotencyKey, ...input } = args;
      return executeQuote(context.ports, paymentCallerOf(principalOf(context)), input, idempotencyKey);
    }),
  }),
}));
