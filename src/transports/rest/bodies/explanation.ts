/** Schemas of the explanation of a transaction. Source: docs/behaviour/payments.md#explanation-of-a-payment. */
import { z } from 'zod';
import { maxRuleResults } from '../../../agents/policies/evaluation.ts';
import { actorKinds } from '../../../infrastructure/database/attribution.ts';
import {
  amountNames,
  maxAmounts,
  maxAttempts,
  maxExplanationSteps,
  maxReferences,
  stepKinds,
  stepOutcomes,
} from '../../../operations/explanation/explanation.ts';
import { roundingNames } from '../../../payments/rates/price-rounding.ts';
import { CurrencyAmount, instant } from './common.ts';
import { RuleResult } from './policies.ts';

const text = z.string().optional();

const Rate = z.object({
  exact: z.string(),
  decimal: z.string(),
  sendingCurrency: z.string(),
  receivingCurrency: z.string(),
  source: text,
  publishedAt: instant.optional(),
});

const Rounding = z.object({
  name: z.enum(roundingNames),
  exact: z.string(),
  decimal: z.string(),
  rounded: CurrencyAmount,
  direction: z.enum(['UP', 'DOWN']),
});

const Attempt = z.object({
  at: instant,
  responseStatus: z.int().optional(),
  durationMs: z.int(),
  error: text,
});

const Step = z
  .object({
    kind: z.enum(stepKinds),
    at: instant,
    text: z.string(),
    outcome: z.enum(stepOutcomes),
    actor: z.object({ kind: z.enum(actorKinds), id: text, name: text }).optional(),
    comment: text,
    references: z.array(z.string()).max(maxReferences),
    amounts: z.array(z.object({ name: z.enum(amountNames), value: CurrencyAmount })).max(maxAmounts),
    rate: Rate.optional(),
    roundings: z.array(Rounding).max(roundingNames.length),
    policyVersion: z.int().optional(),
    rules: z.array(RuleResult).max(maxRuleResults),
    attempts: z.array(Attempt).max(maxAttempts),
  })
  .meta({ id: 'ExplanationStep' });

export const TransactionExplanation = z
  .object({ steps: z.array(Step).max(maxExplanationSteps), isTruncated: z.boolean() })
  .meta({ id: 'TransactionExplanation' });
