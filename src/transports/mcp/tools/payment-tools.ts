/** The tools that move money. Source: docs/behaviour/mcp.md#tools, docs/behaviour/agents.md#order-of-checks. */
import { z } from 'zod';
import type { AgentAction } from '../../../agents/actions/agent-action.ts';
import { AgentCreateQuoteInput, agentCreateQuote } from '../../../agents/requests/agent-create-quote.ts';
import { AgentExecuteQuoteInput, agentExecuteQuote } from '../../../agents/requests/agent-execute-quote.ts';
import {
  AgentTransferInInput,
  AgentTransferOutInput,
  agentTransferIn,
  agentTransferOut,
} from '../../../agents/requests/agent-transfers.ts';
import type { OnceResult } from '../../../infrastructure/idempotency/once.ts';
import { Conflict, DomainError, invariant } from '../../../kernel/errors.ts';
import { SignedRequestChallenge } from '../../../wallets/signed-requests/challenge.ts';
import type { RequestError } from '../../http/http-errors.ts';
import { ActionView, actionViews, nextStepOf } from '../action-view.ts';
import { QuoteView, quoteOf } from '../views.ts';
import { amountNote, type ToolCall, type ToolResult, tool } from './tool.ts';

const repetition =
  'The same arguments as before return the payment of before: it is not paid twice. For a second, equal payment on purpose, give a new idempotencyKey.';

const replayed = z.boolean().meta({
  description: 'Whether an earlier call made this. Nothing was paid now.',
});

const ActionResult = z.object({ action: ActionView, replayed, nextStep: z.string() });

/** Only the holder of the wallet can sign. */
class WalletSignatureNeeded extends Conflict {
  override readonly name = 'WalletSignatureNeeded';
  constructor() {
    super(
      'The quote debits an embedded wallet, whose holder must sign. Tools cannot sign: use another account, or tell your user.',
      { reason: 'Signature needed' },
    );
  }
}

/** The result of a call that requested an action. */
async function actionResult(
  { ports, principal }: ToolCall,
  { result, replayed: isReplayed }: OnceResult<AgentAction | SignedRequestChallenge | DomainError>,
): Promise<ToolResult<z.input<typeof ActionResult>> | RequestError> {
  if (result instanceof DomainError) return result;
  if (result instanceof SignedRequestChallenge) return new WalletSignatureNeeded();
  const [action] = await actionViews(ports, principal, [result]);
  invariant(action, 'an action has a view');
  const nextStep = isReplayed
    ? `This equals an earlier call, so nothing was paid now. ${nextStepOf(action)} For another, equal payment call again with a new idempotencyKey.`
    : nextStepOf(action);
  return {
    summary: `Action ${action.id} is ${action.status}. ${nextStep}`,
    content: { action, replayed: isReplayed, nextStep },
  };
}

export const paymentTools = [
  tool({
    name: 'transfer_out',
    title: 'Send money to a bank account',
    about: `Sends money from an internal account of the customer to an external account in the same currency. ${repetition}`,
    operation: 'agentTransferOut',
    permission: 'AGENT_CREATE_TRANSFERS',
    effect: 'money',
    takesKey: true,
    input: AgentTransferOutInput,
    notes: { amount: amountNote, source: 'The account that pays.', destination: 'The account that is paid.' },
    output: ActionResult,
    run: async (call, input) =>
      actionResult(call, await agentTransferOut(call.ports, call.principal, input, call.idempotencyKey)),
  }),
  tool({
    name: 'transfer_in',
    title: 'Pull money from a bank account',
    about: `Pulls money from an external account of the customer to an internal account in the same currency. It counts against the limits, too. ${repetition}`,
    operation: 'agentTransferIn',
    permission: 'AGENT_CREATE_TRANSFERS',
    effect: 'money',
    takesKey: true,
    input: AgentTransferInInput,
    notes: {
      amount: amountNote,
      source: 'The account that is debited.',
      destination: 'The account that is credited.',
    },
    output: ActionResult,
    run: async (call, input) =>
      actionResult(call, await agentTransferIn(call.ports, call.principal, input, call.idempotencyKey)),
  }),
  tool({
    name: 'create_quote',
    title: 'Get a quote for a payment',
    about: `Creates a quote with a locked rate and fees, for a payment in any currency to an account or a UMA address. Nothing is paid before execute_quote, unless immediatelyExecute is true. With immediatelyExecute: ${repetition}`,
    operation: 'agentCreateQuote',
    permission: 'AGENT_CREATE_QUOTES',
    effect: 'money',
    takesKey: true,
    input: AgentCreateQuoteInput,
    notes: {
      source: 'Exactly one of account and realtimeFunding.',
      destination: 'Exactly one of account and umaAddress.',
      lockedCurrencySide: 'SENDING: lockedCurrencyAmount is what is debited. RECEIVING: what arrives.',
      lockedCurrencyAmount: amountNote,
      immediatelyExecute: 'Executes the quote at once. Not possible where a person must decide.',
    },
    output: z.object({ quote: QuoteView, replayed, nextStep: z.string() }),
    run: async (call, input) => {
      // Without an effect on money a new quote is what a repeated call wants: the earlier one may have expired.
      const key = input.immediatelyExecute ? call.idempotencyKey : undefined;
      const outcome = await agentCreateQuote(call.ports, call.principal, input, key);
      if (outcome.result instanceof DomainError) return outcome.result;
      const quote = quoteOf(outcome.result, call.now);
      const nextStep =
        quote.status === 'PENDING'
          ? `Call execute_quote with quoteId ${quote.id} before ${quote.expiresAt}.`
          : `The payment was started: transaction ${quote.transactionId}. Do not request it again.`;
      const money = `${quote.sending.display} are debited, ${quote.receiving.display} arrive`;
      return {
        summary: `Quote ${quote.id} is ${quote.status}: ${money}. ${nextStep}`,
        content: { quote, replayed: outcome.replayed, nextStep },
      };
    },
  }),
  tool({
    name: 'execute_quote',
    title: 'Pay a quote',
    about: `Executes a quote of this agent: at once, or when a person has approved. A quote is paid once. ${repetition}`,
    operation: 'agentExecuteQuote',
    permission: 'AGENT_EXECUTE_QUOTES',
    effect: 'money',
    takesKey: true,
    input: AgentExecuteQuoteInput,
    output: ActionResult,
    run: async (call, input) =>
      actionResult(call, await agentExecuteQuote(call.ports, call.principal, input, call.idempotencyKey)),
  }),
];
