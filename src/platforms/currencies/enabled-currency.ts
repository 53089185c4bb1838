/** What a platform has enabled a currency for. Source: docs/behaviour/platforms.md#settings-of-a-platform. */
import { InvalidInput } from '../../kernel/errors.ts';
import type { EnabledCurrency } from '../platform.ts';
import type { TransactionType } from '../transaction-type.ts';

/**
 * The refusal of a payment in a direction that the platform has closed for its currency; it is of the field that chose
 * the currency.
 */
export const directionClosed = (
  { currency, enabledTransactionTypes }: EnabledCurrency,
  type: TransactionType,
  path: string,
): InvalidInput | undefined =>
  enabledTransactionTypes.includes(type)
    ? undefined
    : InvalidInput.at(path, `has ${currency}, which is not enabled for ${type} payments`, 'INVALID_CURRENCY');
