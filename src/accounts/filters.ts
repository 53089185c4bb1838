/** The filters of lists of accounts. Source: docs/behaviour/conventions.md#filters. */
import { z } from 'zod';
import { idSchema } from '../kernel/ids.ts';
import { oneOf, optional, text } from '../kernel/parse.ts';
import { internalAccountTypes } from './internal/internal-account.ts';

export const InternalAccountFilterInput = z.object({
  customerId: optional(idSchema('Customer')),
  currency: optional(text(10)),
  type: optional(oneOf(internalAccountTypes)),
});

export const ExternalAccountFilterInput = z.object({
  customerId: optional(idSchema('Customer')),
  platformOwned: optional(z.boolean({ error: 'must be true or false' })),
  currency: optional(text(10)),
});
