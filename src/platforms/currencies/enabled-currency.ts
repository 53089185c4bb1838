/** The directions in which a platform has enabled a currency. Source: docs/behaviour/platforms.md#settings-of-a-platform. */
import { InvalidInput } from '../../kernel/errors.ts';
import type { EnabledCurrency } from '../platform.ts';
import type { TransactionType } from '../transaction-type.ts';

/**
 * The error of a payment in a direction that the platform has not enabled for the currency.
 *
 * @param path the input field that selects the currency.
 */
export const directionClosed = (
  { currency, enabledTransactionTypes }: EnabledCurrency,
  type: TransactionType,
  path: string,
): InvalidInput | undefined =>
  enabledTransactionTypes.includes(type)
    ? undefined
    : InvalidInput.at(path, `has ${currency}, which is not enabled for ${type} payments`, 'INVALID_CURRENCY');
