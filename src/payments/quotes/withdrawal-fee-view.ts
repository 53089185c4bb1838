/** The JSON body of an estimate. Source: docs/behaviour/payments.md#exchange-rates-institutions-and-crypto-fees. */
import { toWire } from '../../kernel/money/amount.ts';
import type { JsonBody } from '../../kernel/view.ts';
import type { WithdrawalFee } from './estimate-withdrawal-fee.ts';

export const withdrawalFeeView = ({ currency: _, ...fee }: WithdrawalFee): JsonBody => ({
  networkFee: toWire(fee.networkFee),
  networkFeeAsset: fee.networkFeeAsset,
  applicationFee: toWire(fee.applicationFee),
  totalFee: toWire(fee.totalFee),
  netAmount: toWire(fee.netAmount),
});
