/** Schemas of dry runs. Source: docs/behaviour/payments.md#dry-runs. */
import { z } from 'zod';
import { agentActionStatuses } from '../../../agents/actions/agent-action.ts';
import { transactionStatuses } from '../../../payments/transactions/transaction.ts';
import { ApprovalReason } from './agent-actions.ts';
import { amount, CurrencyAmount, id, instant } from './common.ts';
import { RateDetails } from './payments.ts';
import { Evaluation } from './policies.ts';

const text = z.string().optional();

const PolicyPreview = z
  .object({
    actionStatus: z
      .enum(agentActionStatuses)
      .optional()
      .meta({ description: 'Absent for a quote that is only created.' }),
    approvalReason: ApprovalReason.optional(),
    reason: text,
    evaluation: Evaluation.meta({
      description:
        'The verdict and every rule with its numbers before the payment. For a quote that is only created: of its execution now.',
    }),
  })
  .meta({ id: 'PolicyPreview' });

export const PaymentPreview = z
  .object({
    transactionStatus: z.enum(transactionStatuses).optional(),
    failureCode: text,
    price: z.object({
      sendingAmount: CurrencyAmount,
      receivingAmount: CurrencyAmount,
      fees: amount,
      exchangeRate: z.number().optional(),
      rateDetails: RateDetails.optional(),
      rateSource: text,
      quoteExpiresAt: instant.optional(),
    }),
    requiresSignature: z.boolean(),
    balances: z
      .array(
        z.object({
          accountId: id('InternalAccount'),
          balance: CurrencyAmount,
          availableBalance: CurrencyAmount,
        }),
      )
      .max(2)
      .optional()
      .meta({ description: 'Absent if the caller may not read accounts.' }),
    policy: PolicyPreview.optional().meta({ description: 'Only for agents.' }),
  })
  .meta({ id: 'PaymentPreview', description: 'What a request would do. Nothing was stored.' });
