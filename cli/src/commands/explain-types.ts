/** The parts of a transaction that `explain` reads. */
import type { Money } from '../output.ts';

type Currency = Money['currency'];

interface Party {
  readonly account: { readonly id?: string } | null;
  readonly umaAddress: string | null;
}

export interface ExplainedTransaction {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly description: string | null;
  readonly createdAt: string;
  readonly settledAt: string | null;
  readonly failureReason: string | null;
  readonly sentAmount: Money | null;
  readonly receivedAmount: Money | null;
  readonly customer: { readonly id: string; readonly fullName: string | null } | null;
  readonly counterparty: { readonly displayName: string | null; readonly umaAddress: string | null };
  readonly source: Party;
  readonly destination: Party;
  readonly agent: { readonly id: string; readonly name: string } | null;
  readonly quote: {
    readonly id: string;
    readonly status: string;
    readonly exchangeRate: number;
    readonly expiresAt: string;
    readonly feesIncluded: number;
    readonly totalSendingAmount: number;
    readonly totalReceivingAmount: number;
    readonly sendingCurrency: Currency;
    readonly receivingCurrency: Currency;
  } | null;
  readonly refund: {
    readonly status: string;
    readonly reason: string | null;
    readonly reference: string;
  } | null;
  readonly ledgerEntries: readonly Entry[];
  readonly timeline: readonly {
    readonly status: string;
    readonly refundStatus: string | null;
    readonly note: string | null;
    readonly occurredAt: string;
  }[];
}

export interface Entry {
  readonly id: string;
  readonly direction: string;
  readonly description: string;
  readonly createdAt: string;
  readonly amount: Money;
  readonly balanceAfter: Money;
  readonly account: { readonly id: string };
}

export interface Action {
  readonly id: string;
  readonly status: string;
  readonly type: string;
  readonly reason: string | null;
  readonly createdAt: string;
  readonly decidedAt: string | null;
  readonly decidedBy: string | null;
  readonly comment: string | null;
  readonly transaction: { readonly id: string } | null;
}

export interface Explained {
  readonly transaction: ExplainedTransaction;
  readonly agentAction: Action | null;
  readonly ledger: readonly { readonly accountId: string; readonly entries: readonly Entry[] }[];
}
