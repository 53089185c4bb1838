/** Rules of same-currency transfers. Source: gaps 3.2, 7.3; interface, "What the service does" 2. */
import { z } from 'zod';
import { accountNotActive } from '../../accounts/errors.ts';
import { pullable } from '../../accounts/external/account-info.ts';
import type { ExternalAccount } from '../../accounts/external/external-account.ts';
import type { InternalAccount } from '../../accounts/internal/internal-account.ts';
import { InvalidInput } from '../../kernel/errors.ts';
import { idSchema } from '../../kernel/ids.ts';
import { movedAmount } from '../../kernel/money/amount.ts';
import { checkRange } from '../../kernel/money/amount-range.ts';
import { optional, text } from '../../kernel/parse.ts';
import { directionClosed } from '../../platforms/currencies/enabled-currency.ts';
import type { EnabledCurrency } from '../../platforms/platform.ts';
import type { TransactionType } from '../../platforms/transaction-type.ts';

/** Where each end of a transfer may be: only the types of the ids differ between in and out. */
const transferInput = <
  S extends 'InternalAccount' | 'ExternalAccount',
  D extends 'InternalAccount' | 'ExternalAccount',
>(
  source: S,
  destination: D,
) =>
  z.object({
    source: idSchema(source),
    destination: idSchema(destination),
    amount: movedAmount,
    description: optional(text(255)),
  });

export const TransferInInput = transferInput('ExternalAccount', 'InternalAccount');
export const TransferOutInput = transferInput('InternalAccount', 'ExternalAccount');

interface Ends {
  readonly internal: InternalAccount;
  readonly external: ExternalAccount;
  readonly amount: bigint;
  /** The platform's bounds for the internal account's currency; absent when it is not enabled. */
  readonly bounds: EnabledCurrency | undefined;
}

function movable(
  { internal, external, amount, bounds }: Ends,
  names: { internal: string; external: string },
  type: TransactionType,
): true | InvalidInput {
  if (internal.status !== 'ACTIVE') return accountNotActive(names.internal);
  if (external.status !== 'ACTIVE') return accountNotActive(names.external);
  if (external.currency !== internal.currency) {
    return InvalidInput.at(names.external, 'has another currency: use a quote', 'INVALID_CURRENCY');
  }
  if (!bounds) {
    return InvalidInput.at(names.internal, 'has a currency that is not enabled', 'INVALID_CURRENCY');
  }
  const closed = directionClosed(bounds, type, names.internal);
  if (closed) return closed;
  const range = { min: bounds.minAmount, max: bounds.maxAmount };
  return checkRange({ amount, currency: internal.currency }, range, 'amount') ?? true;
}

/** A transfer out leaves an internal account for an external one of the same currency. */
export function transferableOut(ends: Ends): true | InvalidInput {
  if (ends.internal.type === 'EMBEDDED_WALLET') {
    return InvalidInput.at('source', 'is an embedded wallet, which pays by a signed quote');
  }
  return movable(ends, { internal: 'source', external: 'destination' }, 'OUTGOING');
}

/** A transfer in is pulled from an external account that allows it. */
export function transferableIn(ends: Ends): true | InvalidInput {
  if (!pullable(ends.external.accountInfo)) {
    return InvalidInput.at('source', 'is not an account that money can be pulled from');
  }
  return movable(ends, { internal: 'destination', external: 'source' }, 'INCOMING');
}
