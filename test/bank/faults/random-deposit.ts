/** Deposits as payers make them: most with the right reference or to a virtual IBAN, some with a wrong reference, some without. */
import { creditorReference } from '../../../src/rails/bank-connections/creditor-reference.ts';
import type { Random } from '../../faults/random.ts';
import type { DepositInput } from '../../support/simulated-bank/records.ts';

/** A reference with right check digits that no account has. */
const unknownReference = creditorReference('IA-AAAAAAAAAAAA');

/** A reference whose check digits are wrong. */
const misspelled = (reference: string): string =>
  `RF${reference.slice(2, 4) === '42' ? '43' : '42'}${reference.slice(4)}`;

/** How depositors name the accounts. */
export interface Destinations {
  readonly references: readonly string[];
  /** Empty where the connection has none. */
  readonly virtualIbans: readonly string[];
}

/** @param iban of the payer. */
export function randomDeposit(
  random: Random,
  { references, virtualIbans }: Destinations,
  iban: string,
): DepositInput {
  const virtual = virtualIbans.length > 0 ? 15 : 0;
  const kind = random.weighted({ right: 80 - virtual, virtual, unknown: 7, misspelled: 7, none: 6 });
  const deposit = { amount: BigInt(random.between(1, 100_000)), name: 'Ada Lovelace', iban };
  switch (kind) {
    case 'right':
      return { ...deposit, reference: random.pick(references) };
    case 'virtual':
      return { ...deposit, virtualIban: random.pick(virtualIbans) };
    case 'unknown':
      return { ...deposit, reference: unknownReference };
    case 'misspelled':
      return { ...deposit, reference: misspelled(random.pick(references)) };
    case 'none':
      return deposit;
  }
}
