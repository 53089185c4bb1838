/** Which amounts were held, and which accounts were debited and credited. */
import type { InternalAccount } from '../../accounts/internal/internal-account.ts';
import { findInternalAccounts } from '../../accounts/internal/internal-account-store.ts';
import { formatMoney, money } from '../../kernel/money/amount.ts';
import type { PostingRecord } from '../../ledger/posting-store.ts';
import {
  type HoldRecord,
  holdsOfTransactions,
  postingsOfTransactions,
} from '../../ledger/transaction-ledger-store.ts';
import type { ExplanationStep } from './explanation.ts';
import type { Part } from './reading.ts';

const accountText = ({ customerId }: InternalAccount): string =>
  customerId ? 'the account of the customer' : 'the account of the platform';

function holdSteps(hold: HoldRecord, account: InternalAccount): ExplanationStep[] {
  const { status, amount, createdAt, updatedAt } = hold;
  const held = {
    outcome: 'NEUTRAL',
    references: [account.id],
    amounts: [{ name: 'HELD', value: amount }],
  } as const;
  const text = formatMoney(amount);
  const placed: ExplanationStep = {
    ...held,
    kind: 'HOLD_PLACED',
    at: createdAt,
    text: `${text} was held on ${accountText(account)}: it is in the balance, and not available.`,
    outcome: status === 'PLACED' ? 'WAITING' : 'NEUTRAL',
  };
  switch (status) {
    case 'PLACED':
      return [placed];
    case 'CAPTURED':
      return [
        placed,
        {
          ...held,
          kind: 'HOLD_CAPTURED',
          at: updatedAt,
          text: `The hold of ${text} was captured: it is debited.`,
        },
      ];
    case 'RELEASED':
      return [
        placed,
        {
          ...held,
          kind: 'HOLD_RELEASED',
          at: updatedAt,
          text: `The hold of ${text} was released: it is available again.`,
        },
      ];
  }
}

function postingStep(posting: PostingRecord, account: InternalAccount): ExplanationStep {
  const { id, amount, balanceAfter, description, createdAt } = posting;
  const isCredit = amount.amount > 0n;
  const value = money(isCredit ? amount.amount : -amount.amount, amount.currency);
  return {
    kind: 'POSTED',
    at: createdAt,
    text: `${formatMoney(value)} was ${isCredit ? 'credited to' : 'debited from'} ${accountText(account)} (${description}). Its balance was then ${formatMoney(balanceAfter)}.`,
    outcome: 'NEUTRAL',
    references: [id, account.id],
    amounts: [
      { name: isCredit ? 'CREDITED' : 'DEBITED', value },
      { name: 'BALANCE_AFTER', value: balanceAfter },
    ],
  };
}

/** Only accounts that the caller may read. Service accounts are no internal accounts. */
export const explainLedger: Part = async ({ db, scope }, transactions) => {
  const ids = transactions.map(({ id }) => id);
  const [holds, postings] = await Promise.all([
    holdsOfTransactions(db, scope, ids),
    postingsOfTransactions(db, scope, ids),
  ]);
  const accountIds = new Set(
    [...holds.values(), ...[...postings.values()].flat()].map(({ accountId }) => accountId),
  );
  const found = accountIds.size > 0 ? await findInternalAccounts(db, scope, [...accountIds]) : [];
  const accounts = new Map(found.map((account) => [account.id, account]));
  return ({ id }) => {
    const hold = holds.get(id);
    const held = hold && accounts.get(hold.accountId);
    return [
      ...(hold && held ? holdSteps(hold, held) : []),
      ...(postings.get(id) ?? []).flatMap((posting) => {
        const account = accounts.get(posting.accountId);
        return account ? [postingStep(posting, account)] : [];
      }),
    ];
  };
};
