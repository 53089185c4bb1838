/**
 * A repricing: the price of a waiting action after its quote had expired, and what followed from it. The list of an action is
 * a part of its record, so that its events contain it.
 *
 * Source: docs/behaviour/agents.md#late-approval.
 */
import { invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { Money } from '../../kernel/money/amount.ts';
import { exactText, parseRatio, type Ratio } from '../../kernel/money/rate.ts';
import type { Quote } from '../../payments/quotes/quote.ts';
import { fractionText, slippageOf } from '../votes/tolerance.ts';

export const repricingOutcomes = [
  'ACCEPTED',
  'OUTSIDE_TOLERANCE',
  'APPROVALS_MISSING',
  'LIMIT_EXCEEDED',
] as const;
export type RepricingOutcome = (typeof repricingOutcomes)[number];

/** How often an action is priced again, so that its record stays bounded. */
export const maxRepricings = 20;

/** What approvers see of a price. */
export interface PaymentFigures {
  /** Absent where the price was not kept as a quote. */
  readonly quoteId: Id<'Quote'> | undefined;
  readonly sending: Money;
  readonly receiving: Money;
  /** In the smallest unit of the sending currency; part of `sending`. */
  readonly fees: bigint;
  readonly exchangeRate: Ratio;
}

export interface Repricing {
  readonly at: Date;
  readonly outcome: RepricingOutcome;
  /** The fraction by which the price is worse for the payer, as decimal text; negative where it is better. */
  readonly slippage: string;
  readonly before: PaymentFigures;
  readonly after: PaymentFigures;
}

const figuresOf = (quote: Quote): PaymentFigures => ({
  quoteId: quote.id,
  sending: quote.sending,
  receiving: quote.receiving,
  fees: quote.feesIncluded,
  exchangeRate: quote.exchangeRate,
});

export function repricingOf(before: Quote, after: Quote, outcome: RepricingOutcome, at: Date): Repricing {
  const figures = figuresOf(after);
  return {
    at,
    outcome,
    slippage: fractionText(slippageOf(before.lockedSide, before, after)),
    before: figuresOf(before),
    after: outcome === 'LIMIT_EXCEEDED' ? { ...figures, quoteId: undefined } : figures,
  };
}

/** How many times approvers had to vote anew. Votes of an earlier pricing do not count. */
export const pricingOf = ({ repricings }: { readonly repricings: readonly Repricing[] }): number =>
  repricings.filter(({ outcome }) => outcome === 'OUTSIDE_TOLERANCE' || outcome === 'APPROVALS_MISSING')
    .length;

interface StoredMoney {
  readonly amount: string;
  readonly currency: string;
}

interface StoredFigures {
  readonly quoteId: Id<'Quote'> | null;
  readonly sending: StoredMoney;
  readonly receiving: StoredMoney;
  readonly fees: string;
  readonly exchangeRate: string;
}

/** The form in the database and in events. */
export interface StoredRepricing {
  readonly at: string;
  readonly outcome: RepricingOutcome;
  readonly slippage: string;
  readonly before: StoredFigures;
  readonly after: StoredFigures;
}

const moneyToJson = ({ amount, currency }: Money): StoredMoney => ({ amount: String(amount), currency });
const moneyFromJson = ({ amount, currency }: StoredMoney): Money => ({ amount: BigInt(amount), currency });

const figuresToJson = (figures: PaymentFigures): StoredFigures => ({
  quoteId: figures.quoteId ?? null,
  sending: moneyToJson(figures.sending),
  receiving: moneyToJson(figures.receiving),
  fees: String(figures.fees),
  exchangeRate: exactText(figures.exchangeRate),
});

function figuresFromJson(stored: StoredFigures): PaymentFigures {
  const exchangeRate = parseRatio(stored.exchangeRate);
  invariant(exchangeRate, 'a stored rate is readable');
  return {
    quoteId: stored.quoteId ?? undefined,
    sending: moneyFromJson(stored.sending),
    receiving: moneyFromJson(stored.receiving),
    fees: BigInt(stored.fees),
    exchangeRate,
  };
}

export const repricingToJson = (repricing: Repricing): StoredRepricing => ({
  ...repricing,
  at: repricing.at.toISOString(),
  before: figuresToJson(repricing.before),
  after: figuresToJson(repricing.after),
});

export const repricingFromJson = (stored: StoredRepricing): Repricing => ({
  ...stored,
  at: new Date(stored.at),
  before: figuresFromJson(stored.before),
  after: figuresFromJson(stored.after),
});
