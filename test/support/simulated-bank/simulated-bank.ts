/**
 * A bank for tests. It reads the files that the service published in the `outbox/` of a connection, keeps a double-entry ledger of its
 * own, and publishes its files in `inbox/`. The same seed and the same calls give the same files.
 *
 * Decision: the bank works only on its own days, which tests close. No content of a file depends on the clock of the machine.
 */
import { type BankTransaction, bankAccounts } from './bank-ledger.ts';
import {
  type BankState,
  createBankState,
  ownBalance,
  type PublishedFile,
  type SimulatedBankOptions,
} from './bank-state.ts';
import type { BehaviourKind, BehaviourRequest } from './behaviours.ts';
import { closeDay, publishIntraday } from './close-day.ts';
import { receiveDeposit } from './receive-deposits.ts';
import { receiveFiles } from './receive-files.ts';
import type { BankBreak, Deposit, DepositInput, ExpectedPayment, FileResult, Statement } from './records.ts';

export interface SimulatedBank {
  /** The current day, which is open. */
  today(): string;
  /** Reads and removes the files of the outbox. Payments whose day has come are booked at once. */
  readOutbox(): Promise<readonly FileResult[]>;
  /** Books an incoming credit on the current day. */
  deposit(input: DepositInput): Deposit;
  /** The behaviour happens once, at the next chance. */
  request(kind: BehaviourKind, request?: BehaviourRequest): void;
  /** Publishes notifications and intraday reports of what is new. Closing a day does it too. */
  publishIntraday(): Promise<void>;
  /** Publishes the files of each day up to the date, the current day by default. Then the next open day is the current one. */
  closeDay(date?: string): Promise<void>;
  /** Closes as many open days. */
  advance(days: number): Promise<void>;
  /** Closes days until every payment is executed, every return is booked and every statement is published. */
  finish(): Promise<void>;
  /** Of our account. */
  balance(): bigint;
  /** Fee income of the bank. */
  fees(): bigint;
  /** Balances by account of the bank. They sum up to zero. */
  balances(): ReadonlyMap<string, bigint>;
  ledger(): readonly BankTransaction[];
  /** The deviations that reconciliation must name. */
  breaks(): readonly BankBreak[];
  /** By end-to-end id. */
  expected(): ReadonlyMap<string, ExpectedPayment>;
  deposits(): readonly Deposit[];
  /** Statements of closed days, without pages and in their order. */
  statements(): readonly Statement[];
  /** What became of each file of the outbox. */
  fileResults(): readonly FileResult[];
  /** The files of the inbox, in their order. */
  publishedFiles(): readonly PublishedFile[];
}

function expectedOf({ orders }: BankState): ReadonlyMap<string, ExpectedPayment> {
  const expected = new Map<string, ExpectedPayment>();
  for (const { payment, batch, outcome, code, returnedOn } of orders) {
    const { endToEndId, amount } = payment;
    const timesReceived = (expected.get(endToEndId)?.timesReceived ?? 0) + 1;
    const { direction } = batch;
    expected.set(endToEndId, { outcome, code, amount, direction, returnedOn, timesReceived });
  }
  return expected;
}

const hasWork = (state: BankState): boolean =>
  state.scheduled.length > 0 ||
  state.held.length > 0 ||
  state.entries.length > 0 ||
  state.nachaReturns.length > 0;

/** More days than a payment may wait for its execution. */
const maxFinishDays = 1_000;

async function finish(state: BankState): Promise<void> {
  state.isFinishing = true;
  for (let days = 0; hasWork(state); days += 1) {
    if (days >= maxFinishDays) throw new Error('The bank does not finish.');
    await closeDay(state);
  }
  state.isFinishing = false;
}

export function createSimulatedBank(options: SimulatedBankOptions): SimulatedBank {
  const state = createBankState(options);
  return {
    today: () => state.today,
    readOutbox: () => receiveFiles(state),
    deposit: (input) => receiveDeposit(state, input),
    request: (kind, request) => state.behaviours.request(kind, request),
    publishIntraday: () => publishIntraday(state),
    async closeDay(date = state.today) {
      while (state.today <= date) await closeDay(state);
    },
    async advance(days) {
      for (let left = days; left > 0; left -= 1) await closeDay(state);
    },
    finish: () => finish(state),
    balance: () => ownBalance(state),
    fees: () => state.ledger.balanceOf(bankAccounts.fees),
    balances: () => state.ledger.balances(),
    ledger: () => state.ledger.transactions(),
    breaks: () => state.breaks,
    expected: () => expectedOf(state),
    deposits: () => state.deposits,
    statements: () => state.statements,
    fileResults: () => state.fileResults,
    publishedFiles: () => state.published,
  };
}
