/**
 * An agent executes its quote: at once, or after approval. The action of a wallet's quote stores the signature that was
 * verified at submission.
 *
 * Source: docs/behaviour/endpoints.md#endpoints-of-agents, docs/behaviour/agents.md#order-of-checks, docs/behaviour/agents.md#edge-cases; schema.graphql, `agentExecuteQuote`; docs/behaviour/endpoints.md.
 */
import type { UserNotReady } from '../../customers/customer.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import {
  type IdempotencyKeyInUse,
  type IdempotencyKeyReused,
  OnceResult,
  once,
} from '../../infrastructure/idempotency/once.ts';
import { admitPayment } from '../../infrastructure/jobs/backlog.ts';
import {
  Conflict,
  DomainError,
  type InvalidInput,
  invariant,
  type RateLimited,
  type Unauthorized,
} from '../../kernel/errors.ts';
import type { Ports } from '../../payments/ports.ts';
import {
  type QuoteAlreadyExecuted,
  type QuoteExpired,
  type QuoteNotExecutable,
  QuoteNotFound,
} from '../../payments/quotes/errors.ts';
import {
  checkSignature,
  ExecuteQuoteInput,
  executeQuoteIn,
  type SignedExecution,
} from '../../payments/quotes/execute-quote.ts';
import { isRepriceable } from '../../payments/quotes/price-again.ts';
import { accountToDebit, executable, type PendingQuote } from '../../payments/quotes/quote.ts';
import { lockQuote } from '../../payments/quotes/store.ts';
import { checkRequestId, payloadOf } from '../../payments/quotes/wallet-payload.ts';
import type { Transaction } from '../../payments/transactions/transaction.ts';
import type { PolicyViolation } from '../../platforms/access/policy-violation.ts';
import type { AgentPrincipal } from '../../platforms/access/principal.ts';
import { SignedRequestChallenge } from '../../wallets/signed-requests/challenge.ts';
import { type ActingAgent, lockActingAgent } from '../acting-agent.ts';
import { isQuoteAwaitingDecision } from '../actions/action-store.ts';
import type { AgentAction } from '../actions/agent-action.ts';
import { replayAction } from '../actions/replay-action.ts';
import { checkConvertible, submitAction } from '../actions/submit-action.ts';
import { RejectedSubmission } from '../evaluations/evaluate-submission.ts';
import { checkPayment } from '../policies/policy-checks.ts';
import { requestOfQuote } from './policy-request.ts';

export const AgentExecuteQuoteInput = ExecuteQuoteInput;

/** An action for this quote is already pending approval. */
class QuoteAwaitsDecision extends Conflict {
  override readonly name = 'QuoteAwaitsDecision';
  constructor() {
    super('The execution of this quote is waiting for a decision.', { reason: 'Quote awaits approval' });
  }
}

type ExecutePorts = Pick<Ports, 'db' | 'clock' | 'rail' | 'transactionHooks' | 'rates' | 'walletSignatures'>;

type PreparationError =
  | QuoteNotFound
  | QuoteNotExecutable
  | QuoteExpired
  | QuoteAlreadyExecuted
  | Unauthorized
  | PolicyViolation;

type AgentExecuteQuoteError =
  | PreparationError
  | QuoteAwaitsDecision
  | InvalidInput
  | Unauthorized
  | UserNotReady
  | IdempotencyKeyReused
  | IdempotencyKeyInUse;

interface PreparedExecution {
  readonly quote: PendingQuote;
  readonly execute: () => Promise<Transaction | DomainError>;
}

/**
 * Steps 6 to 8, at submission and again at approval. The quote's row is locked after the agent's.
 *
 * @param rejected notes that the policy rejects the submission.
 */
export async function prepareExecution(
  tx: Executor,
  ports: Pick<Ports, 'clock' | 'rail' | 'transactionHooks' | 'walletSignatures'>,
  { platform, agent }: Pick<ActingAgent, 'platform' | 'agent'>,
  { quoteId, requestId }: Pick<SignedExecution, 'quoteId' | 'requestId'>,
  now: Date,
  rejected?: RejectedSubmission,
): Promise<PreparedExecution | PreparationError> {
  const scope = { platformId: platform.id, customerId: agent.customerId, agentId: agent.id };
  const found = await lockQuote(tx, scope, quoteId);
  if (!found) return new QuoteNotFound(quoteId);
  const debited = accountToDebit(found);
  if (debited instanceof DomainError) return debited;
  const request = requestOfQuote(found);
  const notAllowed = checkPayment(agent.policy, request, now);
  if (notAllowed) {
    await rejected?.noteEarly(tx, { agent, type: 'EXECUTE_QUOTE', request }, notAllowed, now);
    return notAllowed;
  }
  const unusable = checkRequestId(found, requestId);
  if (unusable) return unusable;
  const quote = executable(found, now);
  if (quote instanceof DomainError) return quote;
  const caller = { platform, scope, agentId: agent.id };
  return {
    quote,
    async execute() {
      const executed = await executeQuoteIn(tx, ports, caller, { quoteId, signatureVerified: true });
      invariant(!(executed instanceof SignedRequestChallenge), 'a verified signature is not requested again');
      return executed;
    },
  };
}

export async function agentExecuteQuote(
  ports: ExecutePorts & Pick<Ports, 'maxDueJobs'>,
  principal: AgentPrincipal,
  { quoteId, signature, requestId }: SignedExecution,
  idempotencyKey?: string,
): Promise<OnceResult<AgentAction | SignedRequestChallenge | AgentExecuteQuoteError | RateLimited>> {
  const { platform } = principal;
  const admitted = await admitPayment(ports, platform.id);
  if (admitted !== true) return new OnceResult(admitted);
  const { idOf, replay } = replayAction(principal);
  const rates = ports.rates(platform);
  const rejected = new RejectedSubmission(rates);
  const outcome = await once<AgentAction | SignedRequestChallenge | AgentExecuteQuoteError>(
    ports.db,
    {
      scope: {
        platformId: platform.id,
        caller: principal.agent.id,
        operation: 'agentExecuteQuote',
      },
      key: idempotencyKey,
      // The signature is not part of the request: two signatures of the same execution can differ.
      input: { quoteId },
      idOf: (result) => (result instanceof SignedRequestChallenge ? undefined : idOf(result)),
      replay,
    },
    async (tx) => {
      const acting = await lockActingAgent(tx, principal, ['EXECUTE_QUOTES']);
      if (acting instanceof DomainError) return acting;
      const now = ports.clock.now(platform);
      const prepared = await prepareExecution(tx, ports, acting, { quoteId, requestId }, now, rejected);
      if (prepared instanceof DomainError) return prepared;
      const { quote, execute } = prepared;
      if (await isQuoteAwaitingDecision(tx, quoteId)) return new QuoteAwaitsDecision();
      const signed = await checkSignature(tx, ports, platform, quote, { quoteId, signature }, now);
      if (signed !== true) return signed;
      const request = requestOfQuote(quote);
      const { policy } = acting.agent;
      const unconvertible = checkConvertible(rates, policy, request.amount.currency, 'quoteId');
      if (unconvertible) return unconvertible;

      const walletSignature = payloadOf(quote) === undefined ? undefined : signature;
      const subject = { type: 'EXECUTE_QUOTE', quoteId, walletSignature } as const;
      const { destination, expiresAt: quoteExpiresAt } = quote;
      const submission = {
        subject,
        request,
        destination,
        quoteExpiresAt,
        isRepriceable: isRepriceable(quote),
        execute,
      };
      return submitAction(tx, rates, acting, submission, rejected, now);
    },
  );
  return rejected.record(ports.db, outcome);
}
