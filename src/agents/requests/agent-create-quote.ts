/**
 * An agent asks for a quote. Its limits move nothing yet, but a quote that it could never execute is refused; one
 * that is executed at once is counted and recorded as an action, and refused where a person would have to decide.
 *
 * Source: gaps 3.4, 9.2, 9.5; contract, `agentCreateQuote`.
 */
import type { z } from 'zod';
import { CustomerDeleted, UserNotReady } from '../../customers/customer.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import {
  type IdempotencyKeyInUse,
  type IdempotencyKeyReused,
  type OnceResult,
  once,
} from '../../infrastructure/idempotency/once.ts';
import {
  DomainError,
  Forbidden,
  type InvalidInput,
  invariant,
  type Unauthorized,
} from '../../kernel/errors.ts';
import { type Id, uuidOf } from '../../kernel/ids.ts';
import type { Ports } from '../../payments/ports.ts';
import {
  type CreateQuoteError,
  CreateQuoteInput,
  createQuoteIn,
} from '../../payments/quotes/create-quote.ts';
import { executeQuoteIn } from '../../payments/quotes/execute-quote.ts';
import type { Quote } from '../../payments/quotes/quote.ts';
import { findQuote } from '../../payments/quotes/store.ts';
import type { RateSource } from '../../payments/rates/rate-table.ts';
import type { PolicyViolation } from '../../platforms/access/policy-violation.ts';
import { type AgentPrincipal, scopeOf } from '../../platforms/access/principal.ts';
import { type ActingAgent, lockActingAgent } from '../acting-agent.ts';
import { convertible, runAction } from '../actions/submit-action.ts';
import { convertAt } from '../policies/conversion.ts';
import { admit, chargeOf, checkAccounts, checkTransactionLimit, requireRun } from '../policies/policy.ts';
import { requestOfQuote } from './quote-request.ts';

export const AgentCreateQuoteInput = CreateQuoteInput;
type Input = z.output<typeof CreateQuoteInput>;

type AgentPorts = Pick<
  Ports,
  'db' | 'clock' | 'rail' | 'transactionHooks' | 'rates' | 'funding' | 'walletSignatures'
>;
type Refused = CreateQuoteError | PolicyViolation | Forbidden | Unauthorized;

/** The input for the agent's own customer, which is meant where none is named. */
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

/** Accounts, and the limit of one transaction: all that a quote which is only made is asked for. */
function checkQuote({ agent }: ActingAgent, rates: RateSource, quote: Quote) {
  const { amount, accounts } = requestOfQuote(quote);
  return (
    checkAccounts(agent.policy, accounts) ??
    convertible(rates, agent.policy, amount.currency, 'lockedCurrencyAmount') ??
    checkTransactionLimit(agent.policy, accounts, chargeOf(agent.policy, amount, convertAt(rates)))
  );
}

/** Executes what the whole policy lets run, as an action of its own. */
async function executeAtOnce(
  tx: Executor,
  ports: AgentPorts,
  acting: ActingAgent,
  quote: Quote,
): Promise<undefined | PolicyViolation | InvalidInput | DomainError> {
  const now = ports.clock.now(acting.platform);
  const { policy, usage } = acting.agent;
  const request = requestOfQuote(quote);
  const rates = ports.rates(acting.platform);
  const unconvertible = checkQuote(acting, rates, quote);
  if (unconvertible) return unconvertible;
  const admission = admit(policy, usage, request, { now, convert: convertAt(rates) });
  if (admission instanceof DomainError) return admission;
  const waits = requireRun(admission.decision);
  if (waits) return waits;

  const caller = { platform: acting.platform, scope: acting.scope, agentId: acting.agent.id };
  const executed = await executeQuoteIn(tx, ports, caller, { quoteId: quote.id });
  if (executed instanceof DomainError) return executed;
  invariant('status' in executed, 'a quote that is executed at once asks for no signature');
  const subject = { type: 'EXECUTE_QUOTE', quoteId: quote.id, walletSignature: undefined } as const;
  await runAction(tx, acting, { subject, request, execute: async () => executed }, admission, now);
  return undefined;
}

export async function agentCreateQuote(
  ports: AgentPorts,
  principal: AgentPrincipal,
  input: Input,
  idempotencyKey?: string,
): Promise<OnceResult<Quote | Refused | IdempotencyKeyReused | IdempotencyKeyInUse>> {
  const { platform } = principal;
  const scope = scopeOf(principal);
  return once<Quote | Refused>(
    ports.db,
    {
      scope: { platformUuid: uuidOf(platform.id), caller: principal.agent.id, operation: 'agentCreateQuote' },
      key: idempotencyKey,
      input,
      idOf: (quote) => quote.id,
      replay: async (tx, id) => {
        const quote = await findQuote(tx, scope, id as Id<'Quote'>);
        invariant(quote, 'the quote of a key exists');
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

      // A refusal rolls the quote back that it is about: nothing is left of it.
      const caller = { platform, scope: acting.scope, agentId: acting.agent.id };
      const quote = await createQuoteIn<DomainError>(tx, ports, caller, own, async (made) => {
        const refused = await executeAtOnce(tx, ports, acting, made);
        return refused ?? ({ id: made.transactionId } as never);
      });
      if (quote instanceof CustomerDeleted) return new UserNotReady();
      if (quote instanceof DomainError) return quote as Refused;
      return (own.immediatelyExecute ? undefined : checkQuote(acting, ports.rates(platform), quote)) ?? quote;
    },
  );
}
