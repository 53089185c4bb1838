/** The state of a simulated bank, which the other files of this folder change. */
import { absolute } from './bank-amounts.ts';
import { isOpenDay, nextDay } from './bank-dates.ts';
import { type BankLedger, bankAccounts, createBankLedger } from './bank-ledger.ts';
import { type Behaviours, createBehaviours, type Probabilities } from './behaviours.ts';
import { type ExchangeFolder, openExchangeFolder } from './exchange-folder.ts';
import type {
  BankBreak,
  BankEntry,
  Deposit,
  FileResult,
  Order,
  SimulatedAccount,
  Statement,
} from './records.ts';
import type { NachaReturn } from './write-nacha-returns.ts';

export interface SimulatedBankOptions {
  readonly seed: number;
  readonly account: SimulatedAccount;
  /** The default is EUR, and USD for an account with a routing number. */
  readonly currency?: string;
  /** With `outbox/` and `inbox/` of the service. */
  readonly folder: string;
  readonly startBalance: bigint;
  readonly behaviours?: Probabilities;
  /** First day of the bank. The default is Monday, 5 January 2026. */
  readonly startDate?: string;
  /** Versions of the published messages: camt `.08` and pain.002 `.10`, or `.02` and `.03`, or both at random. */
  readonly versions?: 'CURRENT' | 'OLD' | 'MIXED';
}

/** What happens on a later day. */
interface ScheduledWork {
  readonly date: string;
  readonly run: () => void;
}

export interface HeldStatement {
  readonly statement: Statement;
  readonly dueOn: string;
  /** REORDERED: published with the following statement, which comes first. */
  readonly mode: 'DELAYED' | 'REORDERED';
}

/** A file that the bank published. */
export interface PublishedFile {
  readonly name: string;
  readonly kind: string;
  readonly date: string;
}

export interface BankState {
  readonly account: SimulatedAccount;
  readonly currency: string;
  readonly versions: 'CURRENT' | 'OLD' | 'MIXED';
  readonly behaviours: Behaviours;
  readonly folder: ExchangeFolder;
  readonly ledger: BankLedger;
  today: string;
  /** Entries of the current day. */
  entries: BankEntry[];
  /** How many of these entries were in intraday reports and notifications. */
  notifiedCount: number;
  nachaReturns: NachaReturn[];
  scheduled: ScheduledWork[];
  held: HeldStatement[];
  statementNumber: number;
  /** The last days have no behaviours that would need more days. */
  isFinishing: boolean;
  /** Message ids with the hash of their file. */
  readonly messages: Map<string, string>;
  readonly fileResults: FileResult[];
  readonly orders: Order[];
  readonly deposits: Deposit[];
  readonly statements: Statement[];
  readonly breaks: BankBreak[];
  readonly published: PublishedFile[];
  /** The last number of each kind of id. */
  readonly counters: Map<string, number>;
}

/** The first day of the bank is an open day. */
const firstOpenDay = (date: string): string => (isOpenDay(date) ? date : firstOpenDay(nextDay(date)));

export function createBankState(options: SimulatedBankOptions): BankState {
  const { account, seed, startBalance, startDate = '2026-01-05' } = options;
  const state: BankState = {
    account,
    currency: options.currency ?? (account.routing === undefined ? 'EUR' : 'USD'),
    versions: options.versions ?? 'CURRENT',
    behaviours: createBehaviours(seed, options.behaviours ?? {}),
    folder: openExchangeFolder(options.folder),
    ledger: createBankLedger(),
    today: firstOpenDay(startDate),
    entries: [],
    notifiedCount: 0,
    nachaReturns: [],
    scheduled: [],
    held: [],
    statementNumber: 0,
    isFinishing: false,
    messages: new Map(),
    fileResults: [],
    orders: [],
    deposits: [],
    statements: [],
    breaks: [],
    published: [],
    counters: new Map(),
  };
  if (startBalance > 0n)
    state.ledger.move(state.today, 'start', bankAccounts.capital, bankAccounts.own, startBalance);
  return state;
}

/** Unique for the bank, ascending from 1. */
export function nextNumber(state: BankState, kind: string): number {
  const number = (state.counters.get(kind) ?? 0) + 1;
  state.counters.set(kind, number);
  return number;
}

export const nextId = (state: BankState, prefix: string): string =>
  `${prefix}${String(nextNumber(state, prefix)).padStart(8, '0')}`;

export const ownBalance = ({ ledger }: BankState): bigint => ledger.balanceOf(bankAccounts.own);

/** Runs now when the day is reached, else at the start of that day. */
export function schedule(state: BankState, date: string, run: () => void): void {
  if (date <= state.today) run();
  else state.scheduled.push({ date, run });
}

/**
 * Books an entry of our account against other accounts of the bank.
 *
 * @param postings the other side, which sums up to the negative amount of the entry.
 */
export function book(
  state: BankState,
  entry: Omit<BankEntry, 'bankReference' | 'hasBankReference' | 'date'> & {
    readonly mustHaveReference?: boolean;
  },
  postings: readonly { readonly account: string; readonly amount: bigint }[],
): BankEntry {
  const { mustHaveReference = false, ...rest } = entry;
  const { behaviours, ledger, today: date } = state;
  const bankReference = nextId(state, 'SB');
  const own = { account: bankAccounts.own, amount: entry.amount };
  ledger.post({ date, text: `${entry.kind} ${bankReference}`, postings: [own, ...postings] });
  const isOmitted = behaviours.decide('omitBankReference') !== undefined && !mustHaveReference;
  const booked: BankEntry = { ...rest, bankReference, hasBankReference: !isOmitted, date };
  state.entries.push(booked);
  return booked;
}

/** An entry with one detail. */
export const bookSingle = (
  state: BankState,
  entry: Pick<BankEntry, 'kind' | 'amount' | 'information'> & { readonly mustHaveReference?: boolean },
  detail: Omit<BankEntry['details'][number], 'amount'>,
  otherAccount: string,
): BankEntry =>
  book(state, { ...entry, details: [{ ...detail, amount: absolute(entry.amount) }] }, [
    { account: otherAccount, amount: -entry.amount },
  ]);

export function recordBreak(
  state: BankState,
  kind: BankBreak['kind'],
  id: string,
  amount?: bigint | undefined,
): void {
  state.breaks.push({ kind, date: state.today, amount, id });
}
