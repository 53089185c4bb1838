/** The filters of lists of accounts. Source: docs/behaviour/conventions.md#filters. */
import { z } from 'zod';
import { idSchema } from '../kernel/ids.ts';
import { boolean, oneOf, optional, text } from '../kernel/parse.ts';
import { internalAccountTypes } from './internal/internal-account.ts';

export const InternalAccountFilterInput = z.object({
  customerId: optional(idSchema('Customer')),
  currency: optional(text(10)),
  type: optional(oneOf(internalAccountTypes)),
});

export const ExternalAccountFilterInput = z.object({
  customerId: optional(idSchema('Customer')),
  platformOwned: optional(boolean),
  currency: optional(text(10)),
});

/** Whether no index has the accounts of the filter in the order of the list. */
export const isWideAccountFilter = ({
  customerId,
  ...others
}: {
  readonly customerId?: unknown;
  readonly currency?: unknown;
  readonly type?: unknown;
  readonly platformOwned?: unknown;
}): boolean => customerId === undefined && Object.values(others).some((value) => value !== undefined);
