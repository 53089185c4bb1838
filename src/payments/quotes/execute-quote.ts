/**
 * Executes a quote: the debit, the conversion and PROCESSING are one commit, and the rail takes over.
 *
 * Source: interface, POST /quotes/{quoteId}/execute; gaps 3.2, 4.1 (wallet signature), 5.1, 5.2.
 */
import { z } from 'zod';
import { accountNotActive } from '../../accounts/errors.ts';
import type { CustomerDeleted, CustomerNotFound, UserNotReady } from '../../customers/customer.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import {
  type IdempotencyKeyInUse,
  type IdempotencyKeyReused,
  type OnceResult,
  once,
} from '../../infrastructure/idempotency/once.ts';
import { DomainError, Forbidden, InvalidInput, invariant, type Unauthorized } from '../../kernel/errors.ts';
import { type Id, idSchema, uuidOf } from '../../kernel/ids.ts';
import { optional, text } from '../../kernel/parse.ts';
import type { InsufficientBalance } from '../../ledger/entry.ts';
import { callerName, type PaymentCaller } from '../../platforms/access/payment-caller.ts';
import { SignedRequestChallenge } from '../../wallets/signed-requests/challenge.ts';
import { verifySignature } from '../../wallets/signed-requests/verify-signature.ts';
import { internalAccountOf } from '../payment-party.ts';
import type { Ports } from '../ports.ts';
import { replayTransaction } from '../transactions/replay.ts';
import { startPayment } from '../transactions/start-settlement.ts';
import { lockTransaction } from '../transactions/store.ts';
import type { Transaction } from '../transactions/transaction.ts';
import {
  DestinationFull,
  type QuoteAlreadyExecuted,
  type QuoteExpired,
  type QuoteNotExecutable,
  QuoteNotFound,
} from './errors.ts';
import { accountToDebit, executable, type PendingQuote } from './quote.ts';
import {
  findAccount,
  findReadyCustomer,
  type OwnerRequirement,
  ownerRequirementOf,
  type PartyAccount,
} from './quote-parties.ts';
import { lockQuote } from './store.ts';
import { challengeOf, payloadOf } from './wallet-payload.ts';

export const ExecuteQuoteInput = z.object({
  quoteId: idSchema('Quote'),
  /** Over the quote's payloadToSign; only for a quote from an embedded wallet, otherwise ignored. */
  signature: optional(text(4096)),
});

export type ExecuteQuoteInput = z.output<typeof ExecuteQuoteInput>;

export type ExecuteQuoteError =
  | QuoteNotFound
  | QuoteNotExecutable
  | QuoteExpired
  | QuoteAlreadyExecuted
  | CustomerNotFound
  | CustomerDeleted
  | UserNotReady
  | Forbidden
  | InvalidInput
  | InsufficientBalance
  | Unauthorized;

type ExecutePorts = Pick<Ports, 'db' | 'clock' | 'rail' | 'transactionHooks' | 'walletSignatures'>;

/** The transaction as it begins; for a wallet's quote without a signature, what to sign. */
export async function executeQuote(
  ports: ExecutePorts,
  caller: PaymentCaller,
  input: ExecuteQuoteInput,
  idempotencyKey?: string,
): Promise<
  OnceResult<
    Transaction | SignedRequestChallenge | ExecuteQuoteError | IdempotencyKeyReused | IdempotencyKeyInUse
  >
> {
  const { quoteId } = input;
  return once<Transaction | SignedRequestChallenge | ExecuteQuoteError>(
    ports.db,
    {
      scope: {
        platformUuid: uuidOf(caller.platform.id),
        caller: callerName(caller),
        operation: 'executeQuote',
      },
      key: idempotencyKey,
      // The signature is not part of the request: the same execution can be signed twice, with two texts.
      input: { quoteId },
      ...replayTransaction(caller.scope),
      idOf: (answer) => (answer instanceof SignedRequestChallenge ? undefined : answer.id),
    },
    (tx) => executeQuoteIn(tx, ports, caller, input),
  );
}

export interface QuoteExecution {
  readonly quoteId: ExecuteQuoteInput['quoteId'];
  readonly signature?: string | undefined;
  /** The signature was verified before, when the execution was asked for: its session may be over by now. */
  readonly signatureVerified?: boolean;
}

/**
 * The same within a transaction that does more: an agent's limits, its action and the debit are one commit. Nothing is
 * written where a challenge or a refusal is answered.
 */
export async function executeQuoteIn(
  tx: Executor,
  ports: Omit<ExecutePorts, 'db'>,
  { platform, scope, agentId, walletOnly = false }: PaymentCaller,
  execution: QuoteExecution,
): Promise<Transaction | SignedRequestChallenge | ExecuteQuoteError> {
  const now = ports.clock.now(platform);
  const found = await lockQuote(tx, scope, execution.quoteId);
  if (!found) return new QuoteNotFound(execution.quoteId);
  if (walletOnly && payloadOf(found) === undefined) {
    return new Forbidden('This access token executes quotes from an embedded wallet only.');
  }
  const debited = accountToDebit(found);
  if (debited instanceof DomainError) return debited;
  const quote = executable(found, now);
  if (quote instanceof DomainError) return quote;
  const refused = await checkParties(tx, { platformId: platform.id }, quote);
  if (refused) return refused;
  const signed = await checkSignature(tx, ports, platform, quote, execution, now);
  if (signed !== true) return signed;

  const transaction = await lockTransaction(tx, scope, quote.transactionId);
  invariant(transaction, 'the transaction of a quote exists');
  const begun = await startPayment(tx, ports, platform, transaction, now, agentId ?? transaction.agentId);
  return begun instanceof InvalidInput ? new DestinationFull() : begun;
}

/** What may have changed about the parties since the quote was made. */
export async function checkParties(
  tx: Executor,
  scope: { readonly platformId: PendingQuote['platformId'] },
  { source, destination, customerId }: PendingQuote,
): Promise<CustomerNotFound | CustomerDeleted | UserNotReady | InvalidInput | undefined> {
  const owners = new Map<Id<'Customer'>, OwnerRequirement>(customerId ? [[customerId, 'APPROVED']] : []);
  for (const party of [source, destination]) {
    if (party.type !== 'ACCOUNT') continue;
    const found: PartyAccount | undefined = await findAccount(tx, scope, party.accountId);
    if (found?.account.status !== 'ACTIVE') return accountNotActive('quoteId');
    const owner = found.account.customerId;
    if (owner && owners.get(owner) !== 'APPROVED') owners.set(owner, ownerRequirementOf(found));
  }
  for (const [owner, needs] of [...owners].sort()) {
    const ready = await findReadyCustomer(tx, scope, owner, needs);
    if (ready instanceof DomainError) return ready;
  }
  return undefined;
}

/** Whether the wallet's holder agreed; `true` also for a quote that needs no signature. */
export async function checkSignature(
  tx: Executor,
  ports: Pick<Ports, 'walletSignatures'>,
  platform: PaymentCaller['platform'],
  quote: PendingQuote,
  { signature, signatureVerified = false }: QuoteExecution,
  now: Date,
): Promise<true | SignedRequestChallenge | Unauthorized> {
  const payload = payloadOf(quote);
  if (payload === undefined || signatureVerified) return true;
  if (signature === undefined) return challengeOf(quote);
  const accountId = internalAccountOf(quote.source);
  invariant(accountId, 'a wallet quote has an internal account');
  const signed = { operation: 'EXECUTE_QUOTE', payload, signature } as const;
  return verifySignature(tx, ports, platform, signed, { signers: [accountId] }, now);
}
