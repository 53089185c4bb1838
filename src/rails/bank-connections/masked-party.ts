/** Accounts of bank records as callers see them: numbers are masked for callers without MANAGE. */
import { masked } from '../../kernel/mask.ts';
import type { BankParty, OwnAccount } from '../bank-files/bank-file.ts';

/** `masked` for callers without MANAGE. */
export type Identifiers = 'shown' | 'masked';

const shownAs = (value: string | undefined, identifiers: Identifiers): string | undefined =>
  value === undefined || identifiers === 'shown' ? value : masked(value);

/** The platform's own account. */
export const ownAccountAs = (account: OwnAccount, identifiers: Identifiers): OwnAccount => ({
  ...account,
  iban: shownAs(account.iban, identifiers),
  accountNumber: shownAs(account.accountNumber, identifiers),
});

/** The other party of a movement: its name and its account. */
export interface Counterparty {
  readonly name: string | undefined;
  /** IBAN, or account number. */
  readonly account: string | undefined;
  readonly bic: string | undefined;
  readonly routingNumber: string | undefined;
}

export const counterpartyAs = (
  { name, iban, accountNumber, bic, routingNumber }: BankParty,
  identifiers: Identifiers,
): Counterparty => ({ name, account: shownAs(iban ?? accountNumber, identifiers), bic, routingNumber });
