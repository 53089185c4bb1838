/**
 * Creates a quote: a rate and fees that are fixed for some minutes. Its transaction is created with it. Money moves when
 * the quote is executed, or when its deposit arrives.
 *
 * Source: docs/behaviour/endpoints.md; docs/behaviour/payments.md#quotes, docs/behaviour/customers.md#field-lists, docs/behaviour/endpoints.md#quotes-transfers-look-ups-and-verifications, docs/behaviour/payments.md#states-of-a-quote, docs/behaviour/sandbox.md#fund-send-and-receive.
 */
import type { z } from 'zod';
import type { Executor } from '../../infrastructure/database/client.ts';
import {
  type IdempotencyKeyInUse,
  type IdempotencyKeyReused,
  OnceResult,
  once,
} from '../../infrastructure/idempotency/once.ts';
import { admitPayment } from '../../infrastructure/jobs/backlog.ts';
import { enqueue } from '../../infrastructure/jobs/jobs.ts';
import { DomainError, InvalidInput, invariant, type RateLimited, Unauthorized } from '../../kernel/errors.ts';
import { type Id, parseId } from '../../kernel/ids.ts';
import { callerName, type PaymentCaller } from '../../platforms/access/payment-caller.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { SignedRequestChallenge } from '../../wallets/signed-requests/challenge.ts';
import type { Ports, Rail } from '../ports.ts';
import { checkOutcome } from '../transactions/check-outcome.ts';
import { recordNew } from '../transactions/record-step.ts';
import type { Transaction } from '../transactions/transaction.ts';
import { type DraftQuote, type DraftQuoteError, draftQuote } from './draft-quote.ts';
import { QuoteExpired } from './errors.ts';
import { type ExecuteQuoteError, executeQuoteIn } from './execute-quote.ts';
import { newExpireQuoteJob } from './expire-quote.ts';
import type { Quote } from './quote.ts';
import { CreateQuoteInput, type NewQuote } from './quote-input.ts';
import { transactionOfQuote } from './quote-transaction.ts';
import { findQuote, insertQuote } from './store.ts';

export { CreateQuoteInput };

type CreatePorts = Pick<
  Ports,
  'db' | 'clock' | 'rail' | 'transactionHooks' | 'rates' | 'funding' | 'walletSignatures'
>;

export type CreateQuoteError = DraftQuoteError | Exclude<ExecuteQuoteError, QuoteExpired | Unauthorized>;

/** How an immediate quote is executed. */
type Execute<PolicyError extends DomainError> = (
  quote: Quote,
) => Promise<Transaction | SignedRequestChallenge | ExecuteQuoteError | PolicyError>;

/** A quote that is executed at once makes jobs, so it waits like an execution while many jobs are due. */
export const admitQuote = async (
  ports: Pick<Ports, 'db' | 'clock' | 'maxDueJobs'>,
  platformId: Id<'Platform'>,
  { immediatelyExecute }: Pick<NewQuote, 'immediatelyExecute'>,
): Promise<true | RateLimited> => !immediatelyExecute || admitPayment(ports, platformId);

export async function createQuote(
  ports: CreatePorts & Pick<Ports, 'maxDueJobs'>,
  caller: PaymentCaller,
  input: z.output<typeof CreateQuoteInput>,
  idempotencyKey?: string,
): Promise<OnceResult<Quote | CreateQuoteError | RateLimited | IdempotencyKeyReused | IdempotencyKeyInUse>> {
  const { platform, scope } = caller;
  const admitted = await admitQuote(ports, platform.id, input);
  if (admitted !== true) return new OnceResult(admitted);
  return once<Quote | CreateQuoteError>(
    ports.db,
    {
      scope: { platformId: platform.id, caller: callerName(caller), operation: 'createQuote' },
      key: idempotencyKey,
      input,
      idOf: (quote) => quote.id,
      replay: async (tx, id) => {
        const quote = await findQuote(tx, scope, id as Id<'Quote'>);
        invariant(quote, 'the quote of an idempotency key exists');
        return quote;
      },
    },
    (tx) => createQuoteIn<never>(tx, ports, caller, input),
  );
}

/** The outcome of a quote is that of its payout. A payment to an internal account completes. */
function checkQuoteOutcome(
  rail: Rail,
  platform: Platform,
  { destination, sandboxOutcome }: Pick<NewQuote, 'destination' | 'sandboxOutcome'>,
): InvalidInput | undefined {
  const rejected = checkOutcome(rail, platform, 'QUOTE', sandboxOutcome);
  if (rejected || sandboxOutcome === undefined || destination.type !== 'ACCOUNT') return rejected;
  return parseId('InternalAccount', destination.accountId)
    ? InvalidInput.at('sandboxOutcome', 'is for payments to external accounts and UMA addresses')
    : undefined;
}

/** Writes a new quote with its transaction and the job of its expiry. */
export async function recordQuote(
  tx: Executor,
  { quote, customer, reference }: DraftQuote,
  sandboxOutcome: NewQuote['sandboxOutcome'],
): Promise<void> {
  await recordNew(tx, transactionOfQuote(quote, customer, reference, sandboxOutcome));
  await insertQuote(tx, quote);
  await enqueue(tx, newExpireQuoteJob(quote));
}

/**
 * Creates a quote within the caller's transaction, so that an agent's limits and its quote are one commit.
 *
 * @param execute executes the quote when the input requests immediate execution. An agent checks its policy here.
 */
export async function createQuoteIn<PolicyError extends DomainError = never>(
  tx: Executor,
  ports: Omit<CreatePorts, 'db'>,
  caller: PaymentCaller,
  input: NewQuote,
  execute: Execute<PolicyError> = ({ id }) => executeQuoteIn(tx, ports, caller, { quoteId: id }),
): Promise<Quote | CreateQuoteError | PolicyError> {
  const impossibleOutcome = checkQuoteOutcome(ports.rail, caller.platform, input);
  if (impossibleOutcome) return impossibleOutcome;
  const draft = await draftQuote(tx, ports, caller, input, ports.clock.now(caller.platform));
  if (draft instanceof DomainError) return draft;
  const { quote } = draft;
  await recordQuote(tx, draft, input.sandboxOutcome);
  if (!input.immediatelyExecute) return quote;

  const executed = await execute(quote);
  const impossible = executed instanceof QuoteExpired || executed instanceof Unauthorized;
  invariant(!impossible, 'an immediate quote is not expired and needs no signature');
  if (executed instanceof DomainError) return executed;
  const after = await findQuote(tx, caller.scope, quote.id);
  invariant(after, 'a quote created in this transaction exists');
  return after;
}
