/** The records of a batch: header, entries with addenda, control. */
import { invariant } from '../../../kernel/errors.ts';
import type { BankAccount, OutgoingFile, OutgoingPayment } from '../bank-file.ts';
import { hashModulus, identifier, maxNachaAmount, numeric, shortDate, text } from './fields.ts';
import { bankIdOf, routingNumberOf } from './trace-numbers.ts';

type EntryClass = 'PPD' | 'CCD';
type Direction = OutgoingFile['direction'];

const addendaTextWidth = 80;

/** Credits and debits by kind of account. */
const transactionCodes = {
  CREDIT: { CHECKING: '22', SAVINGS: '32' },
  DEBIT: { CHECKING: '27', SAVINGS: '37' },
} as const;

const serviceClasses = { MIXED: '200', CREDIT: '220', DEBIT: '225' } as const;
const entryDescriptions: Record<Direction, string> = { CREDIT: 'PAYMENT', DEBIT: 'COLLECTION' };
const opposite: Record<Direction, Direction> = { CREDIT: 'DEBIT', DEBIT: 'CREDIT' };

/** Counts, hash and amounts of a batch or of the file. */
export interface Totals {
  entriesAndAddenda: number;
  hash: bigint;
  debits: bigint;
  credits: bigint;
}

export const noTotals = (): Totals => ({ entriesAndAddenda: 0, hash: 0n, debits: 0n, credits: 0n });

export function addTotals(sum: Totals, added: Totals): void {
  sum.entriesAndAddenda += added.entriesAndAddenda;
  sum.hash += added.hash;
  sum.debits += added.debits;
  sum.credits += added.credits;
}

/** Hash and amounts, as in both control records. */
export const totalsText = ({ hash, debits, credits }: Totals): string =>
  numeric(hash % hashModulus, 10, 'an entry hash') +
  numeric(debits, 12, 'a total of debits') +
  numeric(credits, 12, 'a total of credits');

/** One batch, from its header to its control record. */
export class Batch {
  readonly entryClass: EntryClass;
  readonly totals = noTotals();
  readonly #file: OutgoingFile;
  readonly #number: number;

  constructor(file: OutgoingFile, entryClass: EntryClass, number: number) {
    this.#file = file;
    this.entryClass = entryClass;
    this.#number = number;
  }

  get #serviceClass(): string {
    return serviceClasses[this.#file.account.balancedBatches ? 'MIXED' : this.#file.direction];
  }

  /** Our bank and the number of the batch, at the end of header and control. */
  get #ending(): string {
    return bankIdOf(this.#file.account) + numeric(this.#number, 7, 'a batch number');
  }

  get #companyId(): string {
    return identifier(this.#file.account.companyId, 10, 'a company id');
  }

  header(): string {
    const { account, direction, executionDate } = this.#file;
    const company = `${text(account.name, 16)}${' '.repeat(20)}${this.#companyId}`;
    const description = entryDescriptions[direction].padEnd(10);
    // No descriptive date and no settlement date. Originator status 1: a bank.
    const dates = `${' '.repeat(6)}${shortDate(executionDate)}${' '.repeat(3)}`;
    return `5${this.#serviceClass}${company}${this.entryClass}${description}${dates}1${this.#ending}`;
  }

  /** The records of a payment: an entry, and an addenda record with its remittance. */
  payment({ counterparty, amount, endToEndId, remittance, traceNumber }: OutgoingPayment): string[] {
    const note = text(remittance ?? '', addendaTextWidth);
    const hasNote = note.trim() !== '';
    const entry = this.#entry({
      direction: this.#file.direction,
      account: counterparty,
      name: counterparty.name ?? '',
      amount,
      id: identifier(endToEndId, 15, 'an individual identification number'),
      traceNumber,
      hasAddenda: hasNote,
    });
    if (!hasNote) return [entry];
    this.totals.entriesAndAddenda += 1;
    return [entry, `705${note}0001${entry.slice(-7)}`];
  }

  /** The entry to our own account that makes credits and debits equal. */
  offset(traceNumber: string | undefined): string {
    const { account, direction } = this.#file;
    const amount = direction === 'CREDIT' ? this.totals.credits : this.totals.debits;
    const id = text('OFFSET', 15);
    const entry = { account, name: account.name, amount, id, traceNumber, hasAddenda: false };
    return this.#entry({ ...entry, direction: opposite[direction] });
  }

  #entry(entry: {
    readonly direction: Direction;
    readonly account: BankAccount;
    readonly name: string;
    readonly amount: bigint;
    readonly id: string;
    readonly traceNumber: string | undefined;
    readonly hasAddenda: boolean;
  }): string {
    const { direction, account, amount, traceNumber = '' } = entry;
    invariant(amount > 0n && amount <= maxNachaAmount, 'the amount of an entry has at most 10 digits');
    invariant(
      /^\d{15}$/.test(traceNumber) && traceNumber.startsWith(bankIdOf(this.#file.account)),
      'a trace number has 15 digits and starts with our bank',
    );
    this.totals.entriesAndAddenda += 1;
    this.totals.hash += BigInt(bankIdOf(account));
    this.totals[direction === 'CREDIT' ? 'credits' : 'debits'] += amount;
    return [
      `6${transactionCodes[direction][account.accountKind ?? 'CHECKING']}`,
      routingNumberOf(account),
      identifier(account.accountNumber, 17, 'an account number'),
      numeric(amount, 10, 'an amount'),
      entry.id,
      text(entry.name, 22),
      '  ',
      entry.hasAddenda ? '1' : '0',
      traceNumber,
    ].join('');
  }

  control(): string {
    const count = numeric(this.totals.entriesAndAddenda, 6, 'the number of entries and addenda of a batch');
    const totals = totalsText(this.totals);
    return `8${this.#serviceClass}${count}${totals}${this.#companyId}${' '.repeat(25)}${this.#ending}`;
  }
}
