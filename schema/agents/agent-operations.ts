/** Operations of agents: transfers, quotes and external accounts. */
import { inGraphQLShape } from '../../src/accounts/external/account-info.ts';
import { type AgentAction, quoteOf } from '../../src/agents/actions/agent-action.ts';
import { runOrPreviewAsAgent } from '../../src/agents/previews/preview-agent-payment.ts';
import { agentCreateExternalAccount } from '../../src/agents/requests/agent-create-external-account.ts';
import { AgentCreateQuoteInput, agentCreateQuote } from '../../src/agents/requests/agent-create-quote.ts';
import { AgentExecuteQuoteInput, agentExecuteQuote } from '../../src/agents/requests/agent-execute-quote.ts';
import {
  AgentTransferInInput,
  AgentTransferOutInput,
  agentTransferIn,
  agentTransferOut,
} from '../../src/agents/requests/agent-transfers.ts';
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
import { QuoteExpired } from '../../src/payments/quotes/errors.ts';
import { PolicyViolation } from '../../src/platforms/access/policy-violation.ts';
import { ExternalAccountRef } from '../accounts/external-accounts.ts';
import {
  AgentExternalAccountInput,
  CreateExternalAccountArgs,
} from '../accounts/manage-external-accounts.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { agentOf } from '../core/context.ts';
import { DryRun, dryRunArgument, PaymentPreviewRef, previewOr } from '../payments/payment-previews.ts';
import { CreateQuoteArgs } from '../payments/quote-inputs.ts';
import { QuoteRef, quoteById } from '../payments/quotes.ts';
import { TransferArgs } from '../payments/transfers.ts';
import { challengeOr, SignedRequestChallengeRef } from '../wallets/signed-requests.ts';
import { AgentActionRef, transactionOf } from './agent-actions.ts';

builder.objectField(AgentActionRef, 'quote', (t) =>
  t.field({
    type: QuoteRef,
    nullable: true,
    description: 'The quote to execute. Only for EXECUTE_QUOTE.',
    resolve: async (action: AgentAction, _args, context) => {
      const { subject } = action;
      if (subject.type !== 'EXECUTE_QUOTE') return null;
      const [quote, transaction] = await Promise.all([
        quoteById(context, subject.quoteId),
        transactionOf(context, action),
      ]);
      return quote ? quoteOf(action, quote, transaction) : null;
    },
  }),
);

const idempotencyKeyDescription =
  'Idempotency key, 1 to 255 characters: a repeated call returns the same action.';

/** The result union of the three operations that return an action. */
const AgentActionResult = builder.errorUnion('AgentActionResult', {
  description: 'Result of an agent operation: the action, executed or waiting for approval.',
  types: [
    AgentActionRef,
    PaymentPreviewRef,
    SignedRequestChallengeRef,
    PolicyViolation,
    InvalidInput,
    Forbidden,
    NotFound,
    Unauthorized,
    Conflict,
    QuoteExpired,
    InsufficientBalance,
    RateLimited,
  ],
  resolveType: previewOr(challengeOr(AgentActionRef)),
});

builder.mutationFields((t) => ({
  agentTransferIn: t.field({
    type: AgentActionResult,
    description: "Transfers money from an external account of the agent's customer to an internal account.",
    authScopes: { permission: 'AGENT_CREATE_TRANSFERS' },
    args: {
      input: t.arg({ type: TransferArgs, required: true, description: 'Source, destination and amount.' }),
      idempotencyKey: t.arg.string({ description: idempotencyKeyDescription }),
      dryRun: t.arg.boolean(dryRunArgument),
    },
    ...accepting(
      { input: AgentTransferInInput, idempotencyKey: IdempotencyKey, dryRun: DryRun },
      async ({ input, ...execution }, context) => {
        const caller = agentOf(context);
        const { result } = await runOrPreviewAsAgent(context.ports, caller, execution, (db, key) =>
          agentTransferIn({ ...context.ports, db }, caller, input, key),
        );
        return result;
      },
    ),
  }),
  agentTransferOut: t.field({
    type: AgentActionResult,
    description: "Transfers money from an internal account of the agent's customer to an external account.",
    authScopes: { permission: 'AGENT_CREATE_TRANSFERS' },
    args: {
      input: t.arg({ type: TransferArgs, required: true, description: 'Source, destination and amount.' }),
      idempotencyKey: t.arg.string({ description: idempotencyKeyDescription }),
      dryRun: t.arg.boolean(dryRunArgument),
    },
    ...accepting(
      { input: AgentTransferOutInput, idempotencyKey: IdempotencyKey, dryRun: DryRun },
      async ({ input, ...execution }, context) => {
        const caller = agentOf(context);
        const { result } = await runOrPreviewAsAgent(context.ports, caller, execution, (db, key) =>
          agentTransferOut({ ...context.ports, db }, caller, input, key),
        );
        return result;
      },
    ),
  }),
  agentExecuteQuote: t.field({
    type: AgentActionResult,
    description: 'Executes a quote of the agent, immediately or after a person approves.',
    authScopes: { permission: 'AGENT_EXECUTE_QUOTES' },
    args: {
      quoteId: t.arg.id({ required: true, description: 'Quote:<uuid>' }),
      signature: t.arg.string({
        description:
          'Only for a quote from an embedded wallet: the stamp over its payloadToSign. The stamp stays valid while the action waits for approval.',
      }),
      idempotencyKey: t.arg.string({ description: idempotencyKeyDescription }),
      dryRun: t.arg.boolean(dryRunArgument),
    },
    ...accepting(
      { ...AgentExecuteQuoteInput.shape, idempotencyKey: IdempotencyKey, dryRun: DryRun },
      async ({ idempotencyKey, dryRun, ...input }, context) => {
        const caller = agentOf(context);
        const execution = { idempotencyKey, dryRun };
        const { result } = await runOrPreviewAsAgent(context.ports, caller, execution, (db, key) =>
          agentExecuteQuote({ ...context.ports, db }, caller, input, key),
        );
        return result;
      },
    ),
  }),
  agentCreateQuote: t.errorUnionField({
    description:
      'Creates a quote with a locked rate and fees for a payment of the agent. immediatelyExecute also requires the permission EXECUTE_QUOTES.',
    authScopes: { permission: 'AGENT_CREATE_QUOTES' },
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
      PolicyViolation,
      InvalidInput,
      Forbidden,
      NotFound,
      Unauthorized,
      Conflict,
      QuoteExpired,
      InsufficientBalance,
      Upstream,
      RateLimited,
    ],
    union: {
      name: 'AgentCreateQuoteResult',
      description: 'Result of agentCreateQuote.',
      resolveType: previewOr(() => QuoteRef),
    },
    ...accepting(
      { input: AgentCreateQuoteInput, idempotencyKey: IdempotencyKey, dryRun: DryRun },
      async ({ input, ...execution }, context) => {
        const caller = agentOf(context);
        const { result } = await runOrPreviewAsAgent(context.ports, caller, execution, (db, key) =>
          agentCreateQuote({ ...context.ports, db }, caller, input, key),
        );
        return result;
      },
    ),
  }),
  agentCreateExternalAccount: t.errorUnionField({
    description:
      "Creates an external account of the agent's customer. defaultUmaDepositAccount also requires the permission SET_DEPOSIT_ACCOUNT.",
    authScopes: { permission: 'AGENT_MANAGE_EXTERNAL_ACCOUNTS' },
    args: {
      input: t.arg({
        type: CreateExternalAccountArgs,
        required: true,
        description: 'The account to create.',
      }),
    },
    types: [ExternalAccountRef, PolicyViolation, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'AgentCreateExternalAccountResult',
      description: 'Result of agentCreateExternalAccount.',
      resolveType: () => ExternalAccountRef,
    },
    ...accepting({ input: AgentExternalAccountInput }, async ({ input }, context) => {
      const result = await agentCreateExternalAccount(context.ports, agentOf(context), input);
      return result instanceof InvalidInput ? inGraphQLShape(result, input.accountInfo) : result;
    }),
  }),
}));
