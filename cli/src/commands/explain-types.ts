/** What `explain` reads: a transaction, and the explanation of the server. */
import type { Money } from '../output.ts';

type Currency = Money['currency'];

export interface Step {
  readonly kind: string;
  readonly at: string;
  readonly text: string;
  readonly outcome: string;
  readonly comment: string | null;
  readonly references: readonly string[];
  readonly actor: { readonly kind: string; readonly id: string | null; readonly name: string | null } | null;
  readonly amounts: readonly { readonly name: string; readonly value: Money }[];
  readonly rate: {
    readonly exact: string;
    readonly decimal: string;
    readonly sendingCurrency: Currency;
    readonly receivingCurrency: Currency;
    readonly source: string | null;
    readonly publishedAt: string | null;
  } | null;
  readonly roundings: readonly {
    readonly name: string;
    readonly exact: string;
    readonly decimal: string;
    readonly direction: string;
    readonly rounded: Money;
  }[];
  readonly rules: readonly {
    readonly rule: string;
    readonly verdict: string;
    readonly limit: number | null;
    readonly used: number | null;
    readonly reserved: number | null;
    readonly requested: number | null;
    readonly currency: Currency | null;
  }[];
  readonly policyVersion: number | null;
  readonly attempts: readonly {
    readonly at: string;
    readonly responseStatus: number | null;
    readonly durationMs: number;
    readonly error: string | null;
  }[];
}

export interface Explained {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly description: string | null;
  readonly sentAmount: Money | null;
  readonly receivedAmount: Money | null;
  readonly customer: { readonly id: string; readonly fullName: string | null } | null;
  readonly counterparty: { readonly displayName: string | null; readonly umaAddress: string | null };
  readonly explanation: { readonly steps: readonly Step[]; readonly isTruncated: boolean };
}
