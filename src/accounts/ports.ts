/** What accounts need from outside. */

import type { Ports as CustomerPorts } from '../customers/ports.ts';
import type { Platform } from '../platforms/platform.ts';
import type { InvalidBankAccount } from './errors.ts';
import type { AccountInfo } from './external/account-info.ts';
import type { BeneficiaryCheck } from './external/beneficiary-check.ts';

/** Asks the receiving bank whom an account belongs to; nothing to ask for a wallet. */
interface BeneficiaryNames {
  check(platform: Platform, info: AccountInfo): BeneficiaryCheck | InvalidBankAccount | undefined;
}

export interface Ports extends CustomerPorts {
  readonly beneficiaryNames: BeneficiaryNames;
}
