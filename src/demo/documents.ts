/** The documents of the demo that the client package does not have: a part of a record, and counts. */
import type { DocumentString } from '@payments-platform/client';

interface Amount {
  readonly amount: number;
}

interface LedgerEntry {
  readonly direction: string;
  readonly amount: Amount;
  readonly balanceAfter: Amount;
  readonly description: string;
}

interface AccountWithLedgerResult {
  readonly internalAccount: {
    readonly balance: Amount;
    readonly ledgerEntries: { readonly nodes: readonly LedgerEntry[] };
  } | null;
}

export const AccountWithLedger: DocumentString<AccountWithLedgerResult, { id: string }> = `query ($id: ID!) {
  internalAccount(id: $id) {
    balance { amount }
    ledgerEntries(first: 10) { nodes { direction amount { amount } balanceAfter { amount } description } }
  }
}`;

interface Count {
  readonly totalCount: number;
}

export const CountTransactions: DocumentString<
  { readonly transactions: Count },
  { status: readonly string[] }
> = `query ($status: [TransactionStatus!]) {
  transactions(first: 1, filter: { status: $status }) { totalCount }
}`;

export const CountCustomers: DocumentString<{ readonly customers: Count }, object> =
  '{ customers(first: 1) { totalCount } }';
