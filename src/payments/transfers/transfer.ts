/** Rules of same-currency transfers. Source: docs/behaviour/endpoints.md#quotes-transfers-look-ups-and-verifications, docs/behaviour/sandbox.md#transfers; docs/behaviour/payments.md. */
import { z } from 'zod';
import { accountNotActive } from '../../accounts/errors.ts';
import type { ExternalAccount } from '../../accounts/external/external-account.ts';
import { isPullable } from '../../accounts/external/external-account.ts';
import type { InternalAccount } from '../../accounts/internal/internal-account.ts';
import { InvalidInput } from '../../kernel/errors.ts';
import { idSchema } from '../../kernel/ids.ts';
import { transferAmount } from '../../kernel/money/amount.ts';
import { checkRange } from '../../kernel/money/amount-range.ts';
import { optional, text } from '../../kernel/parse.ts';
import { directionClosed } from '../../platforms/currencies/enabled-currency.ts';
import type { EnabledCurrency } from '../../platforms/platform.ts';
import type { TransactionType } from '../../platforms/transaction-type.ts';
import { sandboxOutcome } from '../transactions/sandbox-outcome.ts';

/** The input of a transfer. Only the id types differ between in and out. */
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
    amount: transferAmount,
    description: optional(text(255)),
    sandboxOutcome,
  });

export const TransferInInput = transferInput('ExternalAccount', 'InternalAccount');
export const TransferOutInput = transferInput('InternalAccount', 'ExternalAccount');

export interface TransferRequest {
  readonly internal: InternalAccount;
  readonly external: ExternalAccount;
  readonly amount: bigint;
  /** The platform's settings of the currency; absent when the currency is not enabled. */
  readonly currencySettings: EnabledCurrency | undefined;
}

function checkTransfer(
  { internal, external, amount, currencySettings }: TransferRequest,
  names: { internal: string; external: string },
  type: TransactionType,
): true | InvalidInput {
  if (internal.status !== 'ACTIVE') return accountNotActive(names.internal);
  if (external.status !== 'ACTIVE') return accountNotActive(names.external);
  if (external.currency !== internal.currency) {
    return InvalidInput.at(names.external, 'has another currency: use a quote', 'INVALID_CURRENCY');
  }
  if (!currencySettings) {
    return InvalidInput.at(names.internal, 'has a currency that is not enabled', 'INVALID_CURRENCY');
  }
  const closed = directionClosed(currencySettings, type, names.internal);
  if (closed) return closed;
  const range = { min: currencySettings.minAmount, max: currencySettings.maxAmount };
  return checkRange({ amount, currency: internal.currency }, range, 'amount') ?? true;
}

/** Whether the transfer out is allowed. Embedded wallets pay only by signed quotes. */
export function checkTransferOut(request: TransferRequest): true | InvalidInput {
  if (request.internal.type === 'EMBEDDED_WALLET') {
    return InvalidInput.at('source', 'is an embedded wallet, which pays by a signed quote');
  }
  return checkTransfer(request, { internal: 'source', external: 'destination' }, 'OUTGOING');
}

/** Whether the transfer in is allowed. The external account must allow pulls. */
export function checkTransferIn(request: TransferRequest): true | InvalidInput {
  if (!isPullable(request.external)) {
    return InvalidInput.at('source', 'is not an account that money can be pulled from');
  }
  return checkTransfer(request, { internal: 'destination', external: 'source' }, 'INCOMING');
}
