/** A simulated bank with a folder of its own. */
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { SimulatedBankOptions } from '../support/simulated-bank/bank-state.ts';
import type { BankEntry, SimulatedAccount } from '../support/simulated-bank/records.ts';
import { createSimulatedBank, type SimulatedBank } from '../support/simulated-bank/simulated-bank.ts';

export const ibanAccount: SimulatedAccount = { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' };
export const nachaAccount: SimulatedAccount = { routing: '091000019', accountNumber: '000123456789' };

export interface BankWorld {
  readonly bank: SimulatedBank;
  readonly folder: string;
  /** Publishes a file as the service does. */
  send(name: string, text: string): Promise<void>;
  /** Text of the published files of a kind, in their order. */
  inbox(kind?: string): Promise<readonly string[]>;
}

/** A bank with a folder of its own. The start balance is 10,000.00. */
export async function bankWorld(options: Partial<SimulatedBankOptions> = {}): Promise<BankWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'simulated-bank-'));
  const bank = createSimulatedBank({
    seed: 1,
    account: ibanAccount,
    startBalance: 1_000_000n,
    ...options,
    folder,
  });
  return {
    bank,
    folder,
    async send(name, text) {
      await mkdir(join(folder, 'outbox'), { recursive: true });
      await writeFile(join(folder, 'outbox', name), text);
    },
    async inbox(kind = '') {
      const names = await readdir(join(folder, 'inbox')).catch(() => []);
      const chosen = names.filter((name) => name.includes(`-${kind}`)).sort();
      return Promise.all(chosen.map((name) => readFile(join(folder, 'inbox', name), 'utf8')));
    },
  };
}

/** The entries of every statement, in their order. */
export const entriesOf = (bank: SimulatedBank): readonly BankEntry[] =>
  bank.statements().flatMap(({ entries }) => entries);

const sum = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((total, one) => total + one, 0n);

/** Each transaction and all balances sum up to zero, and the statements lead from the start balance to the balance. */
export function expectConsistent(bank: SimulatedBank, startBalance = 1_000_000n): void {
  expect(sum(bank.balances().values())).toBe(0n);
  for (const { postings } of bank.ledger()) expect(sum(postings.map(({ amount }) => amount))).toBe(0n);
  let balance = startBalance;
  let number = 0;
  for (const statement of bank.statements()) {
    expect(statement.opening).toBe(balance);
    expect(statement.number).toBeGreaterThan(number);
    balance += sum(statement.entries.map(({ amount }) => amount));
    expect(statement.closing).toBe(balance);
    number = statement.number;
  }
  expect(bank.balance()).toBe(balance);
}
