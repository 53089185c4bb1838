/** Rules of same-currency transfers. Source: gaps 3.2, 7.3; interface, "What the service does" 2. */
import { z } from 'zod';
import { accountNotActive } from '../accounts/errors.ts';
import { pullable } from '../accounts/account-info.ts';
import type { ExternalAccount } from '../accounts/external-account.ts';
import type { InternalAccount } from '../accounts/internal-account.ts';
import type { PaymentRail } from '../accounts/payment-rails.ts';
import { InvalidInput } from '../kernel/errors.ts';
import { idSchema } from '../kernel/ids.ts';
import { optional, text } from '../kernel/parse.ts';
import type { ServiceAccountCode } from '../ledger/chart.ts';
import { movedAmount } from '../money/amount.ts';
import type { EnabledCurrency } from '../platforms/platform.ts';

/** Where each end of a transfer may be: only the types of the ids differ between in and out. */
const transferInput = <S extends 'InternalAccount' | 'ExternalAccount', D extends 'InternalAccount' | 'ExternalAccount'>(
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

/** The amount is outside what the platform allows for the currency. */
export class AmountOutOfRange extends InvalidInput {
  override readonly name = 'AmountOutOfRange';
  readonly #bounds: EnabledCurrency;

  constructor(path: string, bounds: EnabledCurrency) {
    super([{ path, message: `must be from ${bounds.minAmount} to ${bounds.maxAmount}` }], {
      code: 'AMOUNT_OUT_OF_RANGE',
    });
    this.#bounds = bounds;
  }

  override get details() {
    const { minAmount, maxAmount, currency } = this.#bounds;
    return { ...super.details, min: Number(minAmount), max: Number(maxAmount), currency };
  }
}

interface Ends {
  readonly internal: InternalAccount;
  readonly external: ExternalAccount;
  readonly amount: bigint;
  /** The platform's bounds for the internal account's currency; absent when it is not enabled. */
  readonly bounds: EnabledCurrency | undefined;
}

function movable({ internal, external, amount, bounds }: Ends, names: { internal: string; external: string }) {
  if (internal.status !== 'ACTIVE') return accountNotActive(names.internal);
  if (external.status !== 'ACTIVE') return accountNotActive(names.external);
  if (external.currency !== internal.currency) {
    return InvalidInput.at(names.external, 'has another currency: use a quote', 'INVALID_CURRENCY');
  }
  if (!bounds) {
    return InvalidInput.at(names.internal, 'has a currency that is not enabled', 'INVALID_CURRENCY');
  }
  if (amount < bounds.minAmount || amount > bounds.maxAmount) return new AmountOutOfRange('amount', bounds);
  return true;
}

/** A transfer out leaves an internal account for an external one of the same currency. */
export function transferableOut(ends: Ends): true | InvalidInput {
  if (ends.internal.type === 'EMBEDDED_WALLET') {
    return InvalidInput.at('source', 'is an embedded wallet, which pays by a signed quote');
  }
  return movable(ends, { internal: 'source', external: 'destination' });
}

/** A transfer in is pulled from an external account that allows it. */
export function transferableIn(ends: Ends): true | InvalidInput {
  if (!pullable(ends.external.accountInfo)) {
    return InvalidInput.at('source', 'is not an account that money can be pulled from');
  }
  return movable(ends, { internal: 'destination', external: 'source' });
}

/** The clearing account of the rail that a transfer takes: the first of the account's. */
export function clearingCode(rails: readonly PaymentRail[]): ServiceAccountCode {
  const [rail] = rails;
  return rail ? `CLEARING_${rail}` : 'CLEARING_CRYPTO';
}
