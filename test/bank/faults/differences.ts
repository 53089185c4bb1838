/** What differs between the books of the service and of the simulated bank. Each difference is a sentence. */
import type { Database } from '../../../src/infrastructure/database/client.ts';
import type { Id } from '../../../src/kernel/ids.ts';
import type { BankConnection } from '../../../src/rails/bank-connections/bank-connection.ts';
import type { Deposit } from '../../support/simulated-bank/records.ts';
import type { SimulatedBank } from '../../support/simulated-bank/simulated-bank.ts';

/** What the run did, and where to compare it. */
export interface Books {
  readonly db: Database;
  readonly connection: Pick<BankConnection, 'id' | 'platformId' | 'currency'>;
  readonly bank: SimulatedBank;
  /** Internal accounts by the references that depositors state, and by their virtual IBANs. */
  readonly accounts: ReadonlyMap<string, Id<'InternalAccount'>>;
  /** The payments that the service accepted. */
  readonly payments: readonly AcceptedPayment[];
  /** The clock of the service. */
  readonly now: Date;
}

/** A payment to another bank, or a direct debit from it. */
export interface AcceptedPayment {
  readonly direction: 'OUT' | 'IN';
  readonly transactionId: Id<'Transaction'>;
  readonly accountId: Id<'InternalAccount'>;
  readonly amount: bigint;
}

const maxExamples = 5;

/** Both sides as texts, compared as multisets. */
export function compareTexts(what: string, found: readonly string[], expected: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of found) counts.set(text, (counts.get(text) ?? 0) + 1);
  for (const text of expected) counts.set(text, (counts.get(text) ?? 0) - 1);
  const list = (sign: 1 | -1) => [...counts].flatMap(([text, count]) => (count * sign > 0 ? [text] : []));
  const describe = (verb: string, texts: readonly string[]) =>
    texts.length === 0
      ? []
      : [`${what}: ${texts.length} ${verb}, for example ${texts.slice(0, maxExamples).join('; ')}`];
  return [...describe('more than expected', list(1)), ...describe('missing', list(-1))];
}

export const compareValues = (what: string, found: unknown, expected: unknown): string[] =>
  String(found) === String(expected) ? [] : [`${what}: ${String(found)} instead of ${String(expected)}`];

/** The account that a deposit must credit; `undefined` when it must be an unmatched deposit. */
export function accountOf(
  { accounts }: Pick<Books, 'accounts'>,
  { form, reference, virtualIban }: Deposit,
): Id<'InternalAccount'> | undefined {
  const name = form === 'VIRTUAL_IBAN' ? virtualIban : reference;
  return form === 'NONE' || name === undefined ? undefined : accounts.get(name);
}
