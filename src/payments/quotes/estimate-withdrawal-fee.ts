/**
 * What a withdrawal from an internal account would cost: the network's fee, and the fees that a quote within the currency has.
 *
 * Decision: a fiat currency is withdrawn to a bank, without a network fee. So `cryptoNetwork` and `destinationAddress` are for crypto
 * currencies, which require them.
 * Decision: the network's fee is in the withdrawn currency, because no rate of a network's own coin is known.
 *
 * Source: docs/behaviour/payments.md#exchange-rates-institutions-and-crypto-fees.
 */
import { z } from 'zod';
import { AccountNotFound } from '../../accounts/errors.ts';
import { findInternalAccount } from '../../accounts/internal/internal-account-store.ts';
import { type FieldError, InvalidInput } from '../../kernel/errors.ts';
import { idSchema } from '../../kernel/ids.ts';
import { movedAmount } from '../../kernel/money/amount.ts';
import { findCurrency } from '../../kernel/money/currencies.ts';
import { oneOf, optional, text } from '../../kernel/parse.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { Ports } from '../ports.ts';
import { CorridorNotServed } from '../rates/errors.ts';
import { feesOn } from '../rates/pricing.ts';
import { termsOf } from '../rates/rate-table.ts';
import { cryptoNetworks } from './quote.ts';

export const EstimateWithdrawalFeeInput = z.object({
  internalAccountId: idSchema('InternalAccount'),
  currency: text(10),
  cryptoNetwork: optional(oneOf(cryptoNetworks)),
  amount: movedAmount,
  destinationAddress: optional(text(255)),
});

type Input = z.output<typeof EstimateWithdrawalFeeInput>;

/** Amounts are in the smallest unit of `currency`, those of the network's fee in that of `networkFeeAsset`. */
export interface WithdrawalFee {
  readonly currency: string;
  readonly networkFee: bigint;
  readonly networkFeeAsset: string;
  readonly applicationFee: bigint;
  readonly totalFee: bigint;
  /** The amount that arrives. */
  readonly netAmount: bigint;
}

/** The fields that a withdrawal of this kind of currency has, or has not. */
function wrongFields({ cryptoNetwork, destinationAddress }: Input, kind: 'fiat' | 'crypto'): FieldError[] {
  const given = { cryptoNetwork, destinationAddress };
  return Object.entries(given).flatMap(([path, value]): FieldError[] => {
    if (kind === 'crypto') return value === undefined ? [{ path, message: 'is required' }] : [];
    return value === undefined ? [] : [{ path, message: 'is for crypto currencies' }];
  });
}

/** The fee of the network; an error when the platform has no rail over it. */
function networkFeeOf(
  { networkFees }: Pick<Ports, 'networkFees'>,
  platform: Platform,
  { currency, cryptoNetwork }: Input,
): bigint | InvalidInput {
  if (cryptoNetwork === undefined) return 0n;
  return (
    networkFees.feeOf(platform, currency, cryptoNetwork) ??
    new InvalidInput([{ path: 'cryptoNetwork', message: `no rail sends ${currency} over this network` }], {
      reason: 'No rail',
    })
  );
}

export async function estimateWithdrawalFee(
  ports: Pick<Ports, 'db' | 'rates' | 'networkFees'>,
  { platform, scope }: { readonly platform: Platform; readonly scope: Scope },
  input: Input,
): Promise<WithdrawalFee | InvalidInput | AccountNotFound> {
  const { internalAccountId, currency, amount } = input;
  const account = await findInternalAccount(ports.db.orm, scope, internalAccountId);
  if (!account) return new AccountNotFound(internalAccountId);
  if (account.currency !== currency) {
    return InvalidInput.at('currency', 'is not the currency of the account', 'INVALID_CURRENCY');
  }
  const wrong = wrongFields(input, findCurrency(currency)?.kind ?? 'fiat');
  if (wrong.length > 0) return new InvalidInput(wrong);
  const networkFee = networkFeeOf(ports, platform, input);
  if (networkFee instanceof InvalidInput) return networkFee;

  const rates = ports.rates(platform);
  const terms = termsOf(rates, currency, currency);
  if (!terms) return new CorridorNotServed('currency', currency, currency, rates);
  const applicationFee = feesOn(terms, amount);
  const totalFee = networkFee + applicationFee;
  if (amount <= totalFee) {
    return InvalidInput.at('amount', `must be more than the fees, ${totalFee}`, 'INVALID_AMOUNT');
  }
  return {
    currency,
    networkFee,
    networkFeeAsset: currency,
    applicationFee,
    totalFee,
    netAmount: amount - totalFee,
  };
}
