/**
 * Rules of the ledger: an entry balances per currency, no available balance goes below zero, none grows past what a
 * JSON number can carry. Pure; `ledger.ts` applies what they allow.
 */
import { DomainError, InvalidInput, invariant } from '../kernel/errors.ts';
import { type Money, maxBalance } from '../kernel/money/amount.ts';

/** One side of an entry. A positive amount credits the account: its balance grows. */
export interface Posting {
  readonly account: PostingAccount;
  readonly amount: Money;
}

export type PostingAccount =
  | { readonly kind: 'balance'; readonly uuid: string }
  | { readonly kind: 'service'; readonly uuid: string };

/** What an account holds now: posted, and the part of it that is held. */
export interface Balance {
  readonly posted: bigint;
  readonly held: bigint;
  /** A closed account takes no credit. */
  readonly closed?: boolean;
}

export const available = ({ posted, held }: Balance): bigint => posted - held;

/** The account cannot pay what was asked, held amounts taken off. */
export class InsufficientBalance extends DomainError {
  override readonly name = 'InsufficientBalance';
  readonly kind = 'invalid';
  readonly code = 'INSUFFICIENT_BALANCE';
  readonly available: Money;
  readonly required: Money;

  constructor(has: Money, needs: Money) {
    super('The available balance is less than what is needed.');
    this.available = has;
    this.required = needs;
  }

  override get details() {
    return {
      available: Number(this.available.amount),
      required: Number(this.required.amount),
      currency: this.required.currency,
    };
  }
}

/** The credit would push the balance past 2^53 - 1. Source: gaps 1.8. */
export const balanceTooLarge = (): InvalidInput =>
  InvalidInput.at('amount', 'would push the balance past 9007199254740991', 'INVALID_AMOUNT');

/** The credit would go to an account that is closed because its owner was deleted. */
export class AccountClosed extends InvalidInput {
  override readonly name = 'AccountClosed';
  constructor() {
    super([{ path: 'amount', message: 'would be credited to a closed account' }], { code: 'INVALID_AMOUNT' });
  }
}

/** The postings, proven to sum to zero in each currency and to move something. */
export function assertBalanced(postings: readonly Posting[]): readonly Posting[] {
  const sums = new Map<string, bigint>();
  for (const { amount } of postings) {
    invariant(amount.amount !== 0n, 'a posting moves something');
    sums.set(amount.currency, (sums.get(amount.currency) ?? 0n) + amount.amount);
  }
  for (const [currency, sum] of sums) invariant(sum === 0n, `an entry balances in ${currency}`);
  invariant(postings.length > 1, 'an entry has two sides');
  return postings;
}

/** Whether the account can pay the amount out of what is available. */
export function checkAvailable(balance: Balance, amount: Money): true | InsufficientBalance {
  return available(balance) >= amount.amount
    ? true
    : new InsufficientBalance({ amount: available(balance), currency: amount.currency }, amount);
}

/** The balance after a change, or why it may not be. `released` is the held part that the change uses up. */
export function applyChange(
  balance: Balance,
  change: Money,
  released: bigint,
): Balance | InsufficientBalance | InvalidInput {
  if (balance.closed && change.amount > 0n) return new AccountClosed();
  const after = { posted: balance.posted + change.amount, held: balance.held - released };
  invariant(after.held >= 0n, 'no more is released than is held');
  if (after.posted > maxBalance) return balanceTooLarge();
  if (change.amount < 0n && available(after) < 0n) {
    return new InsufficientBalance(
      { amount: available(balance) + released, currency: change.currency },
      { amount: -change.amount, currency: change.currency },
    );
  }
  return after;
}
