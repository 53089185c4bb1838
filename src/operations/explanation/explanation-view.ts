/** The JSON body of an explanation. Source: docs/behaviour/payments.md#explanation-of-a-payment. */
import { ruleResultView } from '../../agents/policies/evaluation-view.ts';
import { decimalText, exactText } from '../../kernel/money/rate.ts';
import { instantView, type JsonBody, moneyView } from '../../kernel/view.ts';
import type { PriceRounding } from '../../payments/rates/price-rounding.ts';
import type { ExplainedRate, Explanation, ExplanationStep } from './explanation.ts';

const rateView = ({ rate, publishedAt, ...others }: ExplainedRate): JsonBody => ({
  ...others,
  exact: exactText(rate),
  decimal: decimalText(rate),
  publishedAt: publishedAt && instantView(publishedAt),
});

const roundingView = ({ name, exact, rounded, direction }: PriceRounding): JsonBody => ({
  name,
  exact: exactText(exact),
  decimal: decimalText(exact),
  rounded: moneyView(rounded),
  direction,
});

const stepView = (step: ExplanationStep): JsonBody => ({
  kind: step.kind,
  at: instantView(step.at),
  text: step.text,
  outcome: step.outcome,
  actor: step.actor && { ...step.actor },
  comment: step.comment,
  references: step.references ?? [],
  amounts: (step.amounts ?? []).map(({ name, value }) => ({ name, value: moneyView(value) })),
  rate: step.rate && rateView(step.rate),
  roundings: (step.roundings ?? []).map(roundingView),
  policyVersion: step.policyVersion,
  rules: (step.rules ?? []).map(ruleResultView),
  attempts: (step.attempts ?? []).map((attempt) => ({ ...attempt, at: instantView(attempt.at) })),
});

export const explanationView = ({ steps, isTruncated }: Explanation): JsonBody => ({
  steps: steps.map(stepView),
  isTruncated,
});
