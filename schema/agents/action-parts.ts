/** The types of what a person needs to decide about an action. */
import type { Payee } from '../../src/accounts/external/payee.ts';
import type { InternalAccount } from '../../src/accounts/internal/internal-account.ts';
import { findInternalAccounts } from '../../src/accounts/internal/internal-account-store.ts';
import type { decisionOf } from '../../src/agents/actions/agent-action.ts';
import type { LimitState } from '../../src/agents/policies/limit-states.ts';
import { fractionText, type Tolerance } from '../../src/agents/votes/tolerance.ts';
import { type Vote, voteDecisions } from '../../src/agents/votes/vote.ts';
import type { Id } from '../../src/kernel/ids.ts';
import { currencyOf } from '../../src/kernel/money/currencies.ts';
import { available } from '../../src/ledger/entry.ts';
import { type AccountParty, internalAccountOf } from '../../src/payments/payment-party.ts';
import { builder } from '../core/builder.ts';
import { batched, byId, visibleIf } from '../core/context.ts';
import { describedEnum } from '../core/enums.ts';
import { CurrencyRef } from '../core/money.ts';
import { ActorRef } from '../platforms/actors.ts';
import { PolicyRuleEnum } from './policy-violation.ts';

const payingAccount = batched<Id<'InternalAccount'>, InternalAccount>(
  'payingAccountOfAction',
  async (context, ids) =>
    byId(await findInternalAccounts(context.ports.db.orm, visibleIf(context, 'VIEW_ACTION_BALANCES'), ids)),
);

export const SourceAccountRef = builder.objectRef<AccountParty>('AgentActionSourceAccount').implement({
  description: 'The account that pays an action.',
  fields: (t) => ({
    id: t.id({
      description: 'InternalAccount:<uuid>, or ExternalAccount:<uuid> for a transfer from a bank.',
      resolve: ({ accountId }) => accountId,
    }),
    currency: t.exposeString('currency', { description: 'Currency code.' }),
    availableBalance: t.field({
      type: 'Amount',
      nullable: true,
      description:
        'Available balance now, in the smallest unit of `currency`; null for an external account. Agents need VIEW_TRANSACTIONS.',
      resolve: async (party, _args, context) => {
        const id = internalAccountOf(party);
        const account = id && (await payingAccount(context, id));
        return account ? available(account) : null;
      },
    }),
  }),
});

export const PayeeRef = builder.objectRef<Payee>('Payee').implement({
  description: 'Who receives a payment, without the details with which the account can be paid.',
  fields: (t) => ({
    displayName: t.string({
      nullable: true,
      description:
        'Name of the beneficiary, or of the owner of an internal account. For a UMA address the name that its provider gave, or else the address. For an external wallet the name of its type, for example "Solana wallet". Null for the platform\'s own accounts.',
      resolve: ({ displayName }) => displayName ?? null,
    }),
    bankName: t.string({
      nullable: true,
      description: 'Name of the bank; null if the account does not state one.',
      resolve: ({ bankName }) => bankName ?? null,
    }),
    last4: t.string({
      nullable: true,
      description:
        'Last four characters of the primary identifier of the account, for example of its IBAN. Null for email addresses and payment handles, and for identifiers of four characters or fewer.',
      resolve: ({ last4 }) => last4 ?? null,
    }),
    country: t.string({
      nullable: true,
      description: 'Country of the account, ISO 3166-1 alpha-2; null if it has none.',
      resolve: ({ country }) => country ?? null,
    }),
  }),
});

const unit = 'In the smallest unit of `currency`, or a number of transactions.';

export const LimitStateRef = builder.objectRef<LimitState>('AgentLimit').implement({
  description: 'A spending limit of an agent as it is now.',
  fields: (t) => ({
    name: t.field({
      type: PolicyRuleEnum,
      description: 'The rule that an action above the limit violates.',
      resolve: ({ name }) => name,
    }),
    currency: t.field({
      type: CurrencyRef,
      nullable: true,
      description: 'Currency of the amounts; null if the limit counts transactions.',
      resolve: ({ currency }) => (currency === undefined ? null : currencyOf(currency)),
    }),
    limit: t.field({ type: 'Amount', description: `The limit. ${unit}`, resolve: ({ limit }) => limit }),
    used: t.field({
      type: 'Amount',
      description: `What the agent has used in the period; 0 for a limit on each transaction. ${unit}`,
      resolve: ({ used }) => used,
    }),
    reserved: t.field({
      type: 'Amount',
      description: `What waiting actions have reserved, this action included while it waits. ${unit}`,
      resolve: ({ reserved }) => reserved,
    }),
    remaining: t.field({
      type: 'Amount',
      description: `What is left after used and reserved. ${unit}`,
      resolve: ({ remaining }) => remaining,
    }),
  }),
});

const VoteDecisionEnum = describedEnum('VoteDecision', 'What an approver decided.', voteDecisions, {
  APPROVED: 'The approver approves.',
  REJECTED: 'The approver rejects. One rejection rejects the action.',
});

const ToleranceRef = builder.objectRef<Tolerance>('ApprovalTolerance').implement({
  description:
    'How much worse the price may be, if the quote has expired when the last approval comes. One of the fields is set.',
  fields: (t) => ({
    maxSlippage: t.string({
      nullable: true,
      description: 'Fraction by which the price may be worse for the payer, for example "0.01".',
      resolve: (tolerance) => (tolerance.kind === 'SLIPPAGE' ? fractionText(tolerance.millionths) : null),
    }),
    maxSendingAmount: t.field({
      type: 'Amount',
      nullable: true,
      description: 'Highest sending amount, in the smallest unit of its currency.',
      resolve: (tolerance) => (tolerance.kind === 'SENDING_AMOUNT' ? tolerance.limit : null),
    }),
  }),
});

export const VoteRef = builder.objectRef<Vote>('AgentActionVote').implement({
  description: 'The vote of one approver about an action.',
  fields: (t) => ({
    actor: t.field({ type: ActorRef, description: 'Who voted.', resolve: ({ actor }) => actor }),
    decision: t.field({
      type: VoteDecisionEnum,
      description: 'What the approver decided.',
      resolve: ({ decision }) => decision,
    }),
    comment: t.string({
      nullable: true,
      description: 'What the approver said about it.',
      resolve: ({ comment }) => comment ?? null,
    }),
    tolerance: t.field({
      type: ToleranceRef,
      nullable: true,
      description: 'The tolerance of an approval; null without one.',
      resolve: ({ tolerance }) => tolerance ?? null,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the vote.',
      resolve: ({ createdAt }) => createdAt,
    }),
  }),
});

export const DecisionRef = builder
  .objectRef<NonNullable<ReturnType<typeof decisionOf>>>('AgentActionDecision')
  .implement({
    description: 'The decision of a person about an action.',
    fields: (t) => ({
      isApproved: t.exposeBoolean('isApproved', {
        description: 'true: approved, whatever the execution then did. false: rejected.',
      }),
      decidedBy: t.exposeString('decidedBy', {
        description: 'Name of the API token, or subject of the access token, that made the decision.',
      }),
      decidedAt: t.field({
        type: 'DateTime',
        description: 'Time of the decision.',
        resolve: ({ decidedAt }) => decidedAt,
      }),
      comment: t.string({
        nullable: true,
        description: 'What the person said about it; for a rejection its reason.',
        resolve: ({ comment }) => comment ?? null,
      }),
    }),
  });
