/**
 * Checks the sums of a statement: its balances, and the counts and sums that the bank states (TxsSummry).
 *
 * Decision: a statement of several pages is not checked, because banks repeat the balances and sums of the whole statement on each page.
 * Neither are the balances of a report of the day (camt.052), whose entries can be those since the last report.
 */
import type { BankAccount, IncomingFileKind, StatementEntry, StatementHeader } from '../bank-file.ts';
import { decimalOf, findNumber } from './values.ts';
import { findElement, unreadable, type XmlElement } from './xml-element.ts';

interface Totals {
  count: number;
  sum: bigint;
}

/** Entries by direction, in their own currency. */
interface Sums {
  readonly credits: Totals;
  readonly debits: Totals;
}

const noSums = (): Sums => ({ credits: { count: 0, sum: 0n }, debits: { count: 0, sum: 0n } });

const both = ({ credits, debits }: Sums): Totals => ({
  count: credits.count + debits.count,
  sum: credits.sum + debits.sum,
});

/** The difference of credits and debits, without its sign. */
function netOf({ credits, debits }: Sums): bigint {
  const net = credits.sum - debits.sum;
  return net < 0n ? -net : net;
}

function add({ credits, debits }: Sums, amount: bigint): void {
  const totals = amount < 0n ? debits : credits;
  totals.count += 1;
  totals.sum += amount < 0n ? -amount : amount;
}

export class StatementTotals {
  private readonly header: StatementHeader;
  private readonly kind: IncomingFileKind;
  /** TxsSummry */
  private readonly summary: XmlElement | undefined;
  private readonly all = noSums();
  private readonly booked = noSums();
  /** Whether a booked entry, or any entry, has a currency other than that of the statement. */
  private isBookedMixed = false;
  private isMixed = false;

  constructor(header: StatementHeader, kind: IncomingFileKind, summary: XmlElement | undefined) {
    this.header = header;
    this.kind = kind;
    this.summary = summary;
  }

  get account(): BankAccount {
    return this.header.account;
  }

  get count(): number {
    return both(this.all).count;
  }

  add({ amount, currency, status }: StatementEntry): void {
    const isOther = currency !== this.header.currency;
    this.isMixed ||= isOther;
    add(this.all, amount);
    if (status !== 'BOOKED') return;
    this.isBookedMixed ||= isOther;
    add(this.booked, amount);
  }

  /** @param line of the end of the statement. */
  check(line: number): void {
    const { page } = this.header;
    if (page && !(page.number === 1 && page.isLast)) return;
    if (this.kind === 'CAMT_053') this.checkBalances(line);
    this.checkSummary('TtlNtries', both);
    this.checkSummary('TtlCdtNtries', ({ credits }) => credits);
    this.checkSummary('TtlDbtNtries', ({ debits }) => debits);
  }

  private checkBalances(line: number): void {
    const { opening, closing } = this.header;
    if (!opening || !closing) return;
    if (this.isBookedMixed) throw unreadable('Ntry has another currency than the balances.', line);
    const { credits, debits } = this.booked;
    if (opening.amount + credits.sum - debits.sum !== closing.amount) {
      throw unreadable(
        'The opening balance and the booked entries do not add up to the closing balance.',
        line,
      );
    }
  }

  /**
   * Some banks count all entries, others only those that are booked. As the sum of all, some state the net amount, and some write debits with
   * a minus.
   */
  private checkSummary(name: string, select: (sums: Sums) => Totals): void {
    const stated = findElement(this.summary, name);
    if (!stated) return;
    const selected = [this.all, this.booked].map(select);
    const count = findNumber(stated, 'NbOfNtries');
    if (count !== undefined && selected.every((totals) => totals.count !== count)) {
      throw unreadable(`NbOfNtries of ${name} is not the number of entries.`, stated.line);
    }
    const sum = findElement(stated, 'Sum');
    const { currency } = this.header;
    if (!sum || !currency || this.isMixed) return;
    const amount = decimalOf({ ...sum, text: sum.text.trim().replace(/^-/, '') }, currency);
    const nets = name === 'TtlNtries' ? [this.all, this.booked].map(netOf) : [];
    if (![...selected.map((totals) => totals.sum), ...nets].includes(amount)) {
      throw unreadable(`Sum of ${name} is not the sum of the entries.`, stated.line);
    }
  }
}
