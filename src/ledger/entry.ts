/**
 * Rules of the ledger: an entry balances per currency, no available balance is negative, and no balance exceeds the
 * largest exact JSON number. Pure; `ledger-batch-store.ts` applies the results.
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

/** The posted balance of an account, and the part of it that is held. */
export interface Balance {
  readonly posted: bigint;
  readonly held: bigint;
  /** A closed account cannot be credited. */
  readonly closed?: boolean;
}

export const available = ({ posted, held }: Balance): bigint => posted - held;

/** The available balance, which excludes held amounts, is less than the required amount. */
export class InsufficientBalance extends DomainError {
  override readonly name = 'InsufficientBalance';
  readonly kind = 'invalid';
  readonly code = 'INSUFFICIENT_BALANCE';
  readonly available: Money;
  readonly required: Money;

  constructor(available: Money, required: Money) {
    super('The available balance is less than what is needed.');
    this.available = available;
    this.required = required;
  }

  override get details() {
    return {
      available: Number(this.available.amount),
      required: Number(this.required.amount),
      currency: this.required.currency,
    };
  }
}

/** The credit would push the balance past 2^53 - 1. Source: docs/behaviour/conventions.md#idempotency. */
const balanceTooLarge = (path: string): InvalidInput =>
  InvalidInput.at(path, 'would raise the balance above 9007199254740991', 'INVALID_AMOUNT');

/** The credited account is closed because its owner was deleted. */
export class AccountClosed extends InvalidInput {
  override readonly name = 'AccountClosed';

  /** @param path the field of the amount in the operation's input. */
  constructor(path: string) {
    super([{ path, message: 'would be credited to a closed account' }], { code: 'INVALID_AMOUNT' });
  }
}

/** Returns the postings. Throws unless they sum to zero in each currency and none is zero. */
export function assertBalanced(postings: readonly Posting[]): readonly Posting[] {
  const sums = new Map<string, bigint>();
  for (const { amount } of postings) {
    invariant(amount.amount !== 0n, 'a posting is not zero');
    sums.set(amount.currency, (sums.get(amount.currency) ?? 0n) + amount.amount);
  }
  for (const [currency, sum] of sums) invariant(sum === 0n, `an entry balances in ${currency}`);
  invariant(postings.length > 1, 'an entry has two sides');
  return postings;
}

/** Checks that the available balance covers the amount. */
export function checkAvailable(balance: Balance, amount: Money): true | InsufficientBalance {
  return available(balance) >= amount.amount
    ? true
    : new InsufficientBalance({ amount: available(balance), currency: amount.currency }, amount);
}

/**
 * The balance after the change, or its error.
 *
 * @param released the part of the hold that the change consumes.
 * @param path the field of the amount in the operation's input, for the error of a credit.
 */
export function applyChange(
  balance: Balance,
  change: Money,
  released: bigint,
  path = 'amount',
): Balance | InsufficientBalance | InvalidInput {
  if (balance.closed && change.amount > 0n) return new AccountClosed(path);
  const after = { posted: balance.posted + change.amount, held: balance.held - released };
  invariant(after.held >= 0n, 'a release does not exceed the hold');
  if (after.posted > maxBalance) return balanceTooLarge(path);
  if (change.amount < 0n && available(after) < 0n) {
    return new InsufficientBalance(
      { amount: available(balance) + released, currency: change.currency },
      { amount: -change.amount, currency: change.currency },
    );
  }
  return after;
}
