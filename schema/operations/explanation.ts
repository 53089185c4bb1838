/** The explanation of a transaction. Source: docs/behaviour/payments.md#explanation-of-a-payment. */
import { maxRuleResults } from '../../src/agents/policies/evaluation.ts';
import { invariant } from '../../src/kernel/errors.ts';
import type { Id } from '../../src/kernel/ids.ts';
import { currencyOf } from '../../src/kernel/money/currencies.ts';
import { decimalText, exactText } from '../../src/kernel/money/rate.ts';
import { explainTransactions } from '../../src/operations/explanation/explain-transactions.ts';
import {
  amountNames,
  type ExplainedAmount,
  type ExplainedAttempt,
  type ExplainedRate,
  type Explanation,
  type ExplanationStep,
  maxAmounts,
  maxAttempts,
  maxExplanationSteps,
  maxInAllSteps,
  maxReferences,
  stepKinds,
  stepOutcomes,
} from '../../src/operations/explanation/explanation.ts';
import { type PriceRounding, roundingNames } from '../../src/payments/rates/price-rounding.ts';
import { RuleResultRef } from '../agents/policy-evaluation.ts';
import { builder } from '../core/builder.ts';
import { batched, principalOf } from '../core/context.ts';
import { describedEnum } from '../core/enums.ts';
import { CurrencyRef, MoneyRef } from '../core/money.ts';
import { TransactionRef, transactionById } from '../payments/transactions.ts';
import { ActorRef } from '../platforms/actors.ts';

const StepKindEnum = describedEnum('ExplanationStepKind', 'Kind of a step.', stepKinds, {
  REQUESTED: 'Who requested the payment.',
  QUOTED: 'The quote: rate, fees and each division that rounds.',
  POLICY_CHECKED: 'What the policy of the agent said, with its rules and limits.',
  VOTED: 'An approver voted on the action of the agent.',
  DECIDED: 'The decision on the action of the agent.',
  APPROVAL_REQUESTED: 'The platform had to approve the incoming payment.',
  APPROVAL_DECIDED: 'The decision of the platform on the incoming payment.',
  HOLD_PLACED: 'An amount was reserved.',
  HOLD_CAPTURED: 'The reserved amount was debited.',
  HOLD_RELEASED: 'The reserved amount is available again.',
  BANK_PAYMENT_CREATED: 'A bank was to execute the payment.',
  BANK_FILE_MADE: 'The payment went into a file for the bank.',
  BANK_ENTRY_BOOKED: 'The bank reported the payment, its return or the deposit on a statement.',
  BANK_PAYMENT_FAILED: 'The bank rejected or returned the payment.',
  STATUS_CHANGED: 'The status of the transaction changed.',
  REFUND_CHANGED: 'The refund started, was paid or failed.',
  POSTED: 'An account was debited or credited.',
  WEBHOOK_DELIVERED: 'A webhook about the payment, with its attempts.',
});

const StepOutcomeEnum = describedEnum('ExplanationStepOutcome', 'What a step means.', stepOutcomes, {
  NEUTRAL: 'Neither good nor bad.',
  SUCCEEDED: 'Something succeeded.',
  FAILED: 'Something failed, or was rejected.',
  WAITING: 'Something is still open.',
});

const AmountNameEnum = describedEnum('ExplanationAmountName', 'Meaning of an amount.', amountNames, {
  SENT: 'Debited from the source, fees included.',
  RECEIVED: 'Credited to the destination.',
  FEES: 'All fees, in the sending currency.',
  FIXED_FEE: 'Fixed fee, part of the fees.',
  VARIABLE_FEE: 'Variable fee, part of the fees.',
  COUNTERPARTY_FEE: 'Fixed fee of the counterparty, in the receiving currency.',
  CHARGE: 'What the action counts against the limits of the agent.',
  HELD: 'Reserved amount.',
  DEBITED: 'Debited from the account.',
  CREDITED: 'Credited to the account.',
  BALANCE_AFTER: 'Posted balance of the account directly after the posting.',
  REFUNDED: 'Returned to the source.',
  BOOKED: 'Amount of the entry of the bank, which can contain more than this payment.',
  FILE_TOTAL: 'Sum of all payments of the file.',
});

const RoundingNameEnum = describedEnum(
  'PriceRoundingName',
  'What a division of a price gives.',
  roundingNames,
  {
    COUNTERPARTY_FEE: 'Fixed fee of the counterparty in the sending currency.',
    VARIABLE_FEE: 'Variable fee: sending amount times rate.',
    NET_AMOUNT: 'What must remain after fees so that the receiving amount arrives.',
    SENDING_AMOUNT: 'Smallest total that leaves the net amount after fees.',
    RECEIVING_AMOUNT: 'What arrives of the sending amount after fees.',
  },
);

const RoundingDirectionEnum = describedEnum('RoundingDirection', 'Direction of a rounding.', ['UP', 'DOWN'], {
  UP: 'To the next larger smallest unit.',
  DOWN: 'To the next lower smallest unit.',
});

const AmountRef = builder.objectRef<ExplainedAmount>('ExplanationAmount').implement({
  description: 'An amount with its meaning.',
  fields: (t) => ({
    name: t.field({
      type: AmountNameEnum,
      description: 'Meaning of the amount.',
      resolve: ({ name }) => name,
    }),
    value: t.field({ type: MoneyRef, description: 'The amount.', resolve: ({ value }) => value }),
  }),
});

const RateRef = builder.objectRef<ExplainedRate>('ExplanationRate').implement({
  description: 'The exchange rate of a quote.',
  fields: (t) => ({
    exact: t.string({
      description: 'The rate as an exact decimal, or as a fraction of integers where no decimal is exact.',
      resolve: ({ rate }) => exactText(rate),
    }),
    decimal: t.string({
      description: 'The rate as a decimal of at most 12 significant digits.',
      resolve: ({ rate }) => decimalText(rate),
    }),
    sendingCurrency: t.field({
      type: CurrencyRef,
      description: 'The rate is units of this currency, in major units,',
      resolve: ({ sendingCurrency }) => currencyOf(sendingCurrency),
    }),
    receivingCurrency: t.field({
      type: CurrencyRef,
      description: 'for one unit of this currency.',
      resolve: ({ receivingCurrency }) => currencyOf(receivingCurrency),
    }),
    source: t.string({
      nullable: true,
      description: 'Where the rate comes from; null within one currency.',
      resolve: ({ source }) => source ?? null,
    }),
    publishedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the source published the rate, in real time.',
      resolve: ({ publishedAt }) => publishedAt ?? null,
    }),
  }),
});

const RoundingRef = builder.objectRef<PriceRounding>('PriceRounding').implement({
  description: 'One division of a price, before and after it was rounded.',
  fields: (t) => ({
    name: t.field({ type: RoundingNameEnum, description: 'What it gives.', resolve: ({ name }) => name }),
    exact: t.string({
      description:
        'Value before, in the smallest unit: an exact decimal, or a fraction of integers where no decimal is exact.',
      resolve: ({ exact }) => exactText(exact),
    }),
    decimal: t.string({
      description: 'Value before, in the smallest unit, as a decimal of at most 12 significant digits.',
      resolve: ({ exact }) => decimalText(exact),
    }),
    rounded: t.field({ type: MoneyRef, description: 'Value after.', resolve: ({ rounded }) => rounded }),
    direction: t.field({
      type: RoundingDirectionEnum,
      description: 'Direction of the rounding.',
      resolve: ({ direction }) => direction,
    }),
  }),
});

const AttemptRef = builder.objectRef<ExplainedAttempt>('ExplanationAttempt').implement({
  description: 'One HTTP request to a webhook endpoint.',
  fields: (t) => ({
    at: t.field({ type: 'DateTime', description: 'Start time.', resolve: ({ at }) => at }),
    responseStatus: t.int({
      nullable: true,
      description: 'HTTP status; null if there was no response.',
      resolve: ({ responseStatus }) => responseStatus ?? null,
    }),
    durationMs: t.exposeInt('durationMs', { description: 'Duration in milliseconds.' }),
    error: t.string({
      nullable: true,
      description: 'Error, if there was no response.',
      resolve: ({ error }) => error ?? null,
    }),
  }),
});

/** Cost of a field that only some steps have: what all steps together have, spread over the steps. */
const sharedBySteps = (list: keyof typeof maxInAllSteps) => ({
  field: 1,
  multiplier: maxInAllSteps[list] / maxExplanationSteps,
});

const StepRef = builder.objectRef<ExplanationStep>('ExplanationStep').implement({
  description: 'One step of the story of a payment.',
  fields: (t) => ({
    kind: t.field({ type: StepKindEnum, description: 'Kind of the step.', resolve: ({ kind }) => kind }),
    at: t.field({ type: 'DateTime', description: 'Time of the step.', resolve: ({ at }) => at }),
    text: t.exposeString('text', {
      description: 'What happened, as a sentence for a human reader. The text may change.',
    }),
    outcome: t.field({
      type: StepOutcomeEnum,
      description: 'What the step means.',
      resolve: ({ outcome }) => outcome,
    }),
    actor: t.field({
      type: ActorRef,
      nullable: true,
      description: 'Who did it; null for the service, and if the caller may not know.',
      resolve: ({ actor }) => actor ?? null,
    }),
    comment: t.string({
      nullable: true,
      description: 'What a person or a bank wrote about it.',
      resolve: ({ comment }) => comment ?? null,
    }),
    references: t.idList({
      bound: maxReferences,
      description: 'Ids of the records that the step refers to, each <Type>:<uuid>.',
      resolve: ({ references }) => [...(references ?? [])],
    }),
    amounts: t.field({
      type: [AmountRef],
      complexity: sharedBySteps('amounts'),
      bound: maxAmounts,
      description: 'Amounts of the step.',
      resolve: ({ amounts }) => [...(amounts ?? [])],
    }),
    rate: t.field({
      type: RateRef,
      complexity: sharedBySteps('rates'),
      nullable: true,
      description: 'Exchange rate. Only for QUOTED.',
      resolve: ({ rate }) => rate ?? null,
    }),
    roundings: t.field({
      type: [RoundingRef],
      complexity: sharedBySteps('roundings'),
      bound: roundingNames.length,
      description:
        'Divisions of the price that round, in the order of the calculation. Only for QUOTED. Empty if they do not give the stored amounts, as for quotes of earlier versions.',
      resolve: ({ roundings }) => [...(roundings ?? [])],
    }),
    policyVersion: t.int({
      nullable: true,
      description: 'Version of the policy; null if it was not recorded. Only for POLICY_CHECKED.',
      resolve: ({ policyVersion }) => policyVersion ?? null,
    }),
    rules: t.field({
      type: [RuleResultRef],
      complexity: sharedBySteps('rules'),
      bound: maxRuleResults,
      description:
        'Rules of the policy, in the order of the checks; only the one that required the approval for an action of an earlier version of the service. Only for POLICY_CHECKED.',
      resolve: ({ rules }) => [...(rules ?? [])],
    }),
    attempts: t.field({
      type: [AttemptRef],
      complexity: sharedBySteps('attempts'),
      bound: maxAttempts,
      description: 'Latest attempts, oldest first. Only for WEBHOOK_DELIVERED.',
      resolve: ({ attempts }) => [...(attempts ?? [])],
    }),
  }),
});

const ExplanationRef = builder.objectRef<Explanation>('TransactionExplanation').implement({
  description: 'The ordered story of a payment, with what the caller may read.',
  fields: (t) => ({
    steps: t.field({
      type: [StepRef],
      bound: maxExplanationSteps,
      description: 'Steps, oldest first.',
      resolve: ({ steps }) => [...steps],
    }),
    isTruncated: t.exposeBoolean('isTruncated', {
      description: 'Whether later webhook deliveries are missing. webhookDeliveries has all.',
    }),
  }),
});

const explanationOf = batched<Id<'Transaction'>, Explanation>(
  'explanationOfTransaction',
  async (context, ids) => {
    const found = await Promise.all(ids.map((id) => transactionById(context, id)));
    const transactions = found.flatMap((transaction) => transaction ?? []);
    return explainTransactions(context.ports, principalOf(context), transactions);
  },
);

builder.objectField(TransactionRef, 'explanation', (t) =>
  t.field({
    type: ExplanationRef,
    description:
      'Who requested it, what the policy said, who decided, at which rate and fees, with which holds, postings and status changes, and which webhooks were sent. Parts that the caller may not read are missing.',
    resolve: async ({ id }, _args, context) => {
      const explanation = await explanationOf(context, id);
      invariant(explanation, 'a transaction that the caller reads is explained');
      return explanation;
    },
  }),
);
