/** The JSON body of a dry run. Source: docs/behaviour/payments.md#dry-runs. */
import type { InternalAccount } from '../../accounts/internal/internal-account.ts';
import { toWire } from '../../kernel/money/amount.ts';
import { jsonNumber } from '../../kernel/money/rate.ts';
import { instantView, type JsonBody, moneyView } from '../../kernel/view.ts';
import { available } from '../../ledger/entry.ts';
import { rateDetailsView } from '../transactions/transaction-view.ts';
import type { PaymentPreview } from './payment-preview.ts';

const balanceView = (account: InternalAccount): JsonBody => ({
  accountId: account.id,
  balance: moneyView({ amount: account.posted, currency: account.currency }),
  availableBalance: moneyView({ amount: available(account), currency: account.currency }),
});

/** Members have the names of GraphQL: a preview is an extension of the interface. */
export function previewView({ payment, balances }: PaymentPreview): JsonBody {
  const { exchangeRate, rateDetails, quoteExpiresAt } = payment;
  return {
    transactionStatus: payment.status,
    failureCode: payment.failureReason,
    price: {
      sendingAmount: moneyView(payment.sending),
      receivingAmount: moneyView(payment.receiving),
      fees: toWire(payment.fees),
      exchangeRate: exchangeRate && jsonNumber(exchangeRate),
      rateDetails: rateDetails && rateDetailsView('OUTGOING', rateDetails),
      rateSource: payment.rateSource,
      quoteExpiresAt: quoteExpiresAt && instantView(quoteExpiresAt),
    },
    requiresSignature: payment.requiresSignature,
    balances: balances?.map(balanceView),
  };
}
