/**
 * An agent creates a quote. A quote moves no money, but one that the agent could never execute is rejected. A quote with
 * `immediatelyExecute` is counted and recorded as an action, and rejected where the policy requires approval.
 *
 * Source: docs/behaviour/endpoints.md#endpoints-of-agents, docs/behaviour/agents.md#order-of-checks, docs/behaviour/agents.md#edge-cases; schema.graphql, `agentCreateQuote`.
 */
import type { z } from 'zod';
import { CustomerDeleted, UserNotReady } from '../../customers/customer.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import {
  type IdempotencyKeyInUse,
  type IdempotencyKeyReused,
  OnceResult,
  once,
} from '../../infrastructure/idempotency/once.ts';
import {
  DomainError,
  Forbidden,
  type InvalidInput,
  invariant,
  type RateLimited,
  type Unauthorized,
} from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { Ports } from '../../payments/ports.ts';
import {
  admitQuote,
  type CreateQuoteError,
  CreateQuoteInput,
  createQuoteIn,
} from '../../payments/quotes/create-quote.ts';
import { executeQuoteIn } from '../../payments/quotes/execute-quote.ts';
import type { Quote } from '../../payments/quotes/quote.ts';
import { findQuote } from '../../payments/quotes/store.ts';
import type { RateSource } from '../../payments/rates/rate-table.ts';
import { PolicyViolation } from '../../platforms/access/policy-violation.ts';
import { type AgentPrincipal, scopeOf } from '../../platforms/access/principal.ts';
import { type ActingAgent, lockActingAgent } from '../acting-agent.ts';
import { checkConvertible, executeAction } from '../actions/submit-action.ts';
import { evaluateSubmission, RejectedSubmission } from '../evaluations/evaluate-submission.ts';
import { convertAt } from '../policies/conversion.ts';
import { chargeOf, checkPayment, checkTransactionLimit } from '../policies/policy-checks.ts';
import { requestOfQuote } from './policy-request.ts';

export const AgentCreateQuoteInput = CreateQuoteInput;
type Input = z.output<typeof CreateQuoteInput>;

type AgentPorts = Pick<
  Ports,
  'db' | 'clock' | 'rail' | 'transactionHooks' | 'rates' | 'funding' | 'walletSignatures'
>;
type AgentCreateQuoteError = CreateQuoteError | PolicyViolation | Forbidden | Unauthorized;

/** The input with the agent's customer, which is the default. Another customer is an error. */
function forOwnCustomer(input: Input, customerId: Id<'Customer'>): Input | Forbidden {
  const named = [
    input.source.customerId,
    input.destination.type === 'ACCOUNT' ? input.destination.customerId : undefined,
  ];
  if (named.some((id) => id !== undefined && id !== customerId)) {
    return new Forbidden('An agent acts for its own customer only.', { reason: "Not the agent's customer" });
  }
  return input.source.type === 'ACCOUNT' ? input : { ...input, source: { ...input.source, customerId } };
}

/** The checks of a quote that is only created: the accounts, the rules of the payment and the limit of one transaction. */
function checkQuote({ agent }: ActingAgent, rates: RateSource, quote: Quote, now: Date) {
  const request = requestOfQuote(quote);
  const { amount, accounts } = request;
  return (
    checkPayment(agent.policy, request, now) ??
    checkConvertible(rates, agent.policy, amount.currency, 'lockedCurrencyAmount') ??
    checkTransactionLimit(agent.policy, accounts, chargeOf(agent.policy, amount, convertAt(rates)))
  );
}

/** Executes the quote as an action, if the whole policy allows it without approval. */
async function executeAtOnce(
  tx: Executor,
  ports: AgentPorts,
  acting: ActingAgent,
  quote: Quote,
  rejected: RejectedSubmission,
): Promise<undefined | PolicyViolation | InvalidInput | DomainError> {
  const now = ports.clock.now(acting.platform);
  const { agent } = acting;
  const submitted = { agent, type: 'EXECUTE_QUOTE', request: requestOfQuote(quote, true) } as const;
  const { request } = submitted;
  const rates = ports.rates(acting.platform);
  const notAllowed = checkPayment(agent.policy, request, now);
  if (notAllowed) {
    await rejected.noteEarly(tx, submitted, notAllowed, now);
    return notAllowed;
  }
  const { currency } = request.amount;
  const unconvertible = checkConvertible(rates, agent.policy, currency, 'lockedCurrencyAmount');
  if (unconvertible) return unconvertible;
  const { evaluated, recorded } = await evaluateSubmission(tx, rates, submitted, now);
  if (evaluated.outcome instanceof PolicyViolation) {
    rejected.note(recorded);
    return evaluated.outcome;
  }
  const admission = { ...evaluated.outcome, recorded };

  const caller = { platform: acting.platform, scope: acting.scope, agentId: acting.agent.id };
  const executed = await executeQuoteIn(tx, ports, caller, { quoteId: quote.id });
  if (executed instanceof DomainError) return executed;
  invariant('status' in executed, 'a quote that is executed at once needs no signature');
  const subject = { type: 'EXECUTE_QUOTE', quoteId: quote.id, walletSignature: undefined } as const;
  await executeAction(
    tx,
    acting,
    { subject, request, destination: quote.destination, execute: async () => executed },
    admission,
    now,
  );
  return undefined;
}

export async function agentCreateQuote(
  ports: AgentPorts & Pick<Ports, 'maxDueJobs'>,
  principal: AgentPrincipal,
  input: Input,
  idempotencyKey?: string,
): Promise<
  OnceResult<Quote | AgentCreateQuoteError | RateLimited | IdempotencyKeyReused | IdempotencyKeyInUse>
> {
  const { platform } = principal;
  const admitted = await admitQuote(ports, platform.id, input);
  if (admitted !== true) return new OnceResult(admitted);
  const scope = scopeOf(principal);
  const rejected = new RejectedSubmission(ports.rates(platform));
  const outcome = await once<Quote | AgentCreateQuoteError>(
    ports.db,
    {
      scope: { platformId: platform.id, caller: principal.agent.id, operation: 'agentCreateQuote' },
      key: idempotencyKey,
      input,
      idOf: (quote) => quote.id,
      replay: async (tx, id) => {
        const quote = await findQuote(tx, scope, id as Id<'Quote'>);
        invariant(quote, 'a quote is never removed');
        return quote;
      },
    },
    async (tx) => {
      const needed = ['CREATE_QUOTES', 'EXECUTE_QUOTES'] as const;
      const acting = await lockActingAgent(
        tx,
        principal,
        input.immediatelyExecute ? needed : ['CREATE_QUOTES'],
      );
      if (acting instanceof DomainError) return acting;
      const own = forOwnCustomer(input, acting.agent.customerId);
      if (own instanceof DomainError) return own;

      // An error rolls back the new quote as well.
      const caller = { platform, scope: acting.scope, agentId: acting.agent.id };
      const quote = await createQuoteIn<DomainError>(tx, ports, caller, own, async (made) => {
        const error = await executeAtOnce(tx, ports, acting, made, rejected);
        return error ?? ({ id: made.transactionId } as never);
      });
      if (quote instanceof CustomerDeleted) return new UserNotReady();
      if (quote instanceof DomainError) return quote as AgentCreateQuoteError;
      if (own.immediatelyExecute) return quote;
      return checkQuote(acting, ports.rates(platform), quote, ports.clock.now(platform)) ?? quote;
    },
  );
  return rejected.record(ports.db, outcome);
}
