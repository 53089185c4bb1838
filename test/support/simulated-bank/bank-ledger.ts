/** The double-entry ledger of the simulated bank. */
import { sumOf } from './bank-amounts.ts';

/** Our account, the bank's capital and its fee income. Every other name is an account of another party. */
export const bankAccounts = { own: 'OWN', capital: 'CAPITAL', fees: 'FEES', errors: 'ERRORS' } as const;

export interface BankPosting {
  readonly account: string;
  /** Positive when it raises the balance of the holder. */
  readonly amount: bigint;
}

export interface BankTransaction {
  readonly date: string;
  readonly text: string;
  readonly postings: readonly BankPosting[];
}

export interface BankLedger {
  /** Throws when the postings do not sum up to zero. */
  post(transaction: BankTransaction): void;
  /** Moves a positive amount. */
  move(date: string, text: string, from: string, to: string, amount: bigint): void;
  balanceOf(account: string): bigint;
  balances(): ReadonlyMap<string, bigint>;
  transactions(): readonly BankTransaction[];
}

export function createBankLedger(): BankLedger {
  const transactions: BankTransaction[] = [];
  const balances = new Map<string, bigint>();
  const ledger: BankLedger = {
    post(transaction) {
      const { postings } = transaction;
      if (sumOf(postings.map(({ amount }) => amount)) !== 0n)
        throw new Error('A bank transaction does not balance.');
      transactions.push(transaction);
      for (const { account, amount } of postings) balances.set(account, ledger.balanceOf(account) + amount);
    },
    move(date, text, from, to, amount) {
      if (amount <= 0n) throw new Error('The bank moves positive amounts.');
      const postings = [
        { account: from, amount: -amount },
        { account: to, amount },
      ];
      ledger.post({ date, text, postings });
    },
    balanceOf: (account) => balances.get(account) ?? 0n,
    balances: () => balances,
    transactions: () => transactions,
  };
  return ledger;
}
