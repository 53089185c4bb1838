/** The response body of an internal account. `balance` is the available balance. Source: docs/behaviour/accounts.md#internal-accounts. */

import { instantView, type JsonBody, moneyView } from '../../kernel/view.ts';
import type { FundingInstructions } from './funding-instructions.ts';
import type { InternalAccount } from './internal-account.ts';

export function internalAccountView(
  account: InternalAccount,
  fundingPaymentInstructions: readonly FundingInstructions[],
): JsonBody {
  const { currency, posted, held } = account;
  return {
    id: account.id,
    customerId: account.customerId,
    type: account.type,
    status: account.status,
    balance: moneyView({ amount: posted - held, currency }),
    totalBalance: moneyView({ amount: posted, currency }),
    fundingPaymentInstructions,
    privateEnabled: account.type === 'EMBEDDED_WALLET' ? account.privateEnabled : undefined,
    createdAt: instantView(account.createdAt),
    updatedAt: instantView(account.updatedAt),
  };
}
