/**
 * Executes a quote. The debit, the conversion and PROCESSING are one commit; then the rail settles the payment.
 *
 * Source: docs/behaviour/endpoints.md#quotes-transfers-look-ups-and-verifications, docs/behaviour/wallets.md#signed-retry (wallet signature), docs/behaviour/payments.md#states-of-a-quote, docs/behaviour/payments.md#states-of-an-outgoing-transaction.
 */
import { z } from 'zod';
import { accountNotActive } from '../../accounts/errors.ts';
import type { CustomerDeleted, CustomerNotFound, UserNotReady } from '../../customers/customer.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { isDryRun } from '../../infrastructure/database/dry-run.ts';
import {
  type IdempotencyKeyInUse,
  type IdempotencyKeyReused,
  OnceResult,
  once,
} from '../../infrastructure/idempotency/once.ts';
import { admitPayment } from '../../infrastructure/jobs/backlog.ts';
import {
  DomainError,
  Forbidden,
  InvalidInput,
  invariant,
  type RateLimited,
  type Unauthorized,
} from '../../kernel/errors.ts';
import { type Id, idSchema } from '../../kernel/ids.ts';
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
import { lockParties } from './lock-parties.ts';
import { accountToDebit, executable, type PendingQuote } from './quote.ts';
import { checkPull, type OwnerRequirement, ownerRequirementOf, readyCustomer } from './quote-parties.ts';
import { lockQuote } from './store.ts';
import { challengeOf, checkRequestId, payloadOf } from './wallet-payload.ts';

export const ExecuteQuoteInput = z.object({
  quoteId: idSchema('Quote'),
  /** Over the quote's payloadToSign; only for a quote from an embedded wallet, otherwise ignored. */
  signature: optional(text(4096)),
});

export type ExecuteQuoteInput = z.output<typeof ExecuteQuoteInput>;

/** Over REST a signed request can have the request id of its challenge. */
export type SignedExecution = ExecuteQuoteInput & { readonly requestId?: string | undefined };

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

/** Returns the started transaction, or the challenge to sign when a wallet's quote has no signature. */
export async function executeQuote(
  ports: ExecutePorts & Pick<Ports, 'maxDueJobs'>,
  caller: PaymentCaller,
  input: SignedExecution,
  idempotencyKey?: string,
): Promise<
  OnceResult<
    | Transaction
    | SignedRequestChallenge
    | ExecuteQuoteError
    | RateLimited
    | IdempotencyKeyReused
    | IdempotencyKeyInUse
  >
> {
  const { quoteId } = input;
  const admitted = await admitPayment(ports, caller.platform.id);
  if (admitted !== true) return new OnceResult(admitted);
  return once<Transaction | SignedRequestChallenge | ExecuteQuoteError>(
    ports.db,
    {
      scope: {
        platformId: caller.platform.id,
        caller: callerName(caller),
        operation: 'executeQuote',
      },
      key: idempotencyKey,
      // Excludes the signature, because two signatures of the same execution differ.
      input: { quoteId },
      ...replayTransaction(caller.scope),
      idOf: (result) => (result instanceof SignedRequestChallenge ? undefined : result.id),
    },
    (tx) => executeQuoteIn(tx, ports, caller, input),
  );
}

interface QuoteExecution {
  readonly quoteId: ExecuteQuoteInput['quoteId'];
  readonly signature?: string | undefined;
  readonly requestId?: string | undefined;
  /** The signature was verified when the execution was requested. Its session may have ended since. */
  readonly signatureVerified?: boolean;
}

/**
 * Executes a quote within the caller's transaction, so that an agent's limits, its action and the debit are one commit.
 * Writes nothing when it returns a challenge or an error.
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
  const unusable = checkRequestId(found, execution.requestId);
  if (unusable) return unusable;
  const quote = executable(found, now);
  if (quote instanceof DomainError) return quote;
  const transaction = await lockTransaction(tx, scope, quote.transactionId);
  invariant(transaction, 'the transaction of a quote exists');
  const partyError = await checkParties(tx, { platformId: platform.id }, quote);
  if (partyError) return partyError;
  const signed = await checkSignature(tx, ports, platform, quote, execution, now);
  if (signed !== true) return signed;

  const started = await startPayment(tx, ports, platform, transaction, now, agentId ?? transaction.agentId);
  return started instanceof InvalidInput ? new DestinationFull() : started;
}

/** Checks the parties again, because they may have changed since the quote was created. */
export async function checkParties(
  tx: Executor,
  scope: { readonly platformId: PendingQuote['platformId'] },
  { source, destination, customerId }: PendingQuote,
): Promise<CustomerNotFound | CustomerDeleted | UserNotReady | InvalidInput | undefined> {
  const parties = [source, destination].flatMap((party) => (party.type === 'ACCOUNT' ? [party] : []));
  const locked = await lockParties(tx, scope, {
    accountIds: parties.map(({ accountId }) => accountId),
    customerIds: customerId ? [customerId] : [],
  });
  const owners = new Map<Id<'Customer'>, OwnerRequirement>(customerId ? [[customerId, 'APPROVED']] : []);
  for (const party of parties) {
    const found = locked.accounts.get(party.accountId);
    if (found?.account.status !== 'ACTIVE') return accountNotActive('quoteId');
    const rejected = party === source ? await checkPull(tx, found, 'quoteId') : undefined;
    if (rejected) return rejected;
    const owner = found.account.customerId;
    if (owner && owners.get(owner) !== 'APPROVED') owners.set(owner, ownerRequirementOf(found));
  }
  for (const [owner, requirement] of [...owners].sort()) {
    const ready = readyCustomer(locked, owner, requirement);
    if (ready instanceof DomainError) return ready;
  }
  return undefined;
}

/** Checks the wallet holder's signature; `true` also for a quote that needs none. */
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
  // A dry run shows the payment before its holder signs it.
  if (signature === undefined) return isDryRun(tx) ? true : challengeOf(quote);
  const accountId = internalAccountOf(quote.source);
  invariant(accountId, 'a wallet quote has an internal account');
  const signed = { operation: 'EXECUTE_QUOTE', payload, signature } as const;
  return verifySignature(tx, ports, platform, signed, { signers: [accountId] }, now);
}
