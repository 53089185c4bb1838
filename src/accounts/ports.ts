/** Ports of accounts. */

import type { Ports as CustomerPorts } from '../customers/ports.ts';
import type { Executor } from '../infrastructure/database/client.ts';
import type { Id } from '../kernel/ids.ts';
import type { Platform } from '../platforms/platform.ts';
import type { InvalidBankAccount } from './errors.ts';
import type { AccountInfo } from './external/account-info.ts';
import type { BeneficiaryCheck } from './external/beneficiary-check.ts';

/**
 * Checks the beneficiary's name at the receiving bank (verification of payee). It is called in a transaction, so an adapter of a
 * provider whose check takes time returns PENDING, and reports the result later.
 */
export interface BeneficiaryNames {
  /** Undefined for a wallet, which has no beneficiary. */
  check(platform: Platform, info: AccountInfo): BeneficiaryCheck | InvalidBankAccount | undefined;
}

/** What higher contexts know about accounts, in the same database transaction. */
export interface AccountHooks {
  /** Whether a payment in progress uses the external account. The account's row is locked. */
  isInUse(tx: Executor, id: Id<'ExternalAccount'>): Promise<boolean>;
  /** Whether a payment in progress pulls money from the external account. The account's row is locked. */
  isPulled(tx: Executor, id: Id<'ExternalAccount'>): Promise<boolean>;
}

export interface Ports extends CustomerPorts {
  readonly accountHooks: AccountHooks;
  readonly beneficiaryNames: BeneficiaryNames;
}
