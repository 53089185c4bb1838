/** Ports of accounts. */

import type { Ports as CustomerPorts } from '../customers/ports.ts';
import type { Platform } from '../platforms/platform.ts';
import type { InvalidBankAccount } from './errors.ts';
import type { AccountInfo } from './external/account-info.ts';
import type { BeneficiaryCheck } from './external/beneficiary-check.ts';

/** Checks the beneficiary's name at the receiving bank. Undefined for a wallet. */
interface BeneficiaryNames {
  check(platform: Platform, info: AccountInfo): BeneficiaryCheck | InvalidBankAccount | undefined;
}

export interface Ports extends CustomerPorts {
  readonly beneficiaryNames: BeneficiaryNames;
}
