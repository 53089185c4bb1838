/** Payments of an agent: transfers, and quotes of payments in another currency. */
import type { CreateQuoteInput, TransferInput } from '../operations/generated/types.ts';
import type { ExecuteOptions } from '../requests/execute.ts';
import {
  type AgentQuote,
  CreateQuoteDocument,
  ExecuteQuoteDocument,
  type QuoteResult,
  type Submitted,
  TransferInDocument,
  TransferOutDocument,
} from './documents.ts';
import type { AgentClient } from './executor.ts';
import { type Outcome, outcomeOfRequest } from './outcome.ts';

export type AgentPayment =
  /** From an internal account of the customer to an external one. */
  | ({ readonly type: 'TRANSFER_OUT' } & TransferInput)
  /** From an external account to an internal one. */
  | ({ readonly type: 'TRANSFER_IN' } & TransferInput)
  /** A quote of the agent. `signature`: of an embedded wallet that pays. */
  | { readonly type: 'QUOTE'; readonly quoteId: string; readonly signature?: string | undefined };

/**
 * Requests a payment. The policy decides whether it is executed or waits for a person.
 *
 * A repeated call with the same `idempotencyKey`, or with the same `attempt` and a store of the client, pays once. Without
 * either, every call is a payment of its own.
 *
 * @throws RequestError without a response. Then the payment may have been made: repeat it with the same key.
 */
export async function pay(
  client: AgentClient,
  payment: AgentPayment,
  options: ExecuteOptions = {},
): Promise<Outcome> {
  return outcomeOfRequest(await submit(client, payment, options));
}

async function submit(
  client: AgentClient,
  payment: AgentPayment,
  options: ExecuteOptions,
): Promise<Submitted> {
  if (payment.type === 'QUOTE') {
    const { type: _, ...variables } = payment;
    return (await client.execute(ExecuteQuoteDocument, variables, options)).agentExecuteQuote;
  }
  const { type, ...input } = payment;
  if (type === 'TRANSFER_IN') {
    return (await client.execute(TransferInDocument, { input }, options)).agentTransferIn;
  }
  return (await client.execute(TransferOutDocument, { input }, options)).agentTransferOut;
}

type QuoteError = Exclude<QuoteResult, { __typename: 'Quote' }>;

export type QuoteOutcome =
  | { readonly quoted: true; readonly quote: AgentQuote }
  | { readonly quoted: false; readonly error: QuoteError };

/** Requests a quote. `pay` with its id executes it before `quote.expiresAt`. */
export async function quote(
  client: AgentClient,
  input: CreateQuoteInput,
  options: ExecuteOptions = {},
): Promise<QuoteOutcome> {
  const { agentCreateQuote: result } = await client.execute(CreateQuoteDocument, { input }, options);
  return result.__typename === 'Quote' ? { quoted: true, quote: result } : { quoted: false, error: result };
}
