/**
 * The sandbox's beneficiary name check: the last three characters of an account's primary identifier decide.
 *
 * Decision: the near variant of a name is the name with its last letter doubled, and the other name is a fixed one,
 * so that a test knows what to expect.
 *
 * Source: docs/behaviour/sandbox.md#beneficiary-check.
 */

import { InvalidBankAccount } from '../accounts/errors.ts';
import { type AccountInfo, primaryIdentifier, scenarioSuffix } from '../accounts/external/account-info.ts';
import { beneficiaryName } from '../accounts/external/beneficiary.ts';
import type {
  BeneficiaryCheck,
  BeneficiaryVerificationStatus,
} from '../accounts/external/beneficiary-check.ts';

/** Other suffixes give MATCHED. */
const beneficiaryScenarios: ReadonlyMap<string, BeneficiaryVerificationStatus | 'INVALID'> = new Map([
  ['102', 'NOT_MATCHED'],
  ['103', 'PARTIAL_MATCH'],
  ['104', 'PENDING'],
  ['105', 'INVALID'],
  ['106', 'UNSUPPORTED'],
  ['107', 'CHECKED_BY_RECEIVING_FI'],
]);

/**
 * The status of the account by suffix. Decision: the published suffixes make an active or a pending account. These two
 * make an account under review and an inactive one.
 */
const accountScenarios: ReadonlyMap<string, 'UNDER_REVIEW' | 'INACTIVE'> = new Map([
  ['150', 'UNDER_REVIEW'],
  ['151', 'INACTIVE'],
]);

const otherNames = ['Jordan Sample', 'Robin Example'] as const;

function verifiedName(status: BeneficiaryVerificationStatus, given: string): string | undefined {
  switch (status) {
    case 'MATCHED':
      return given;
    case 'PARTIAL_MATCH':
      return `${given}${[...given].at(-1) ?? ''}`;
    case 'NOT_MATCHED':
      return given === otherNames[0] ? otherNames[1] : otherNames[0];
    default:
      return undefined;
  }
}

/**
 * The result for an account, `undefined` for a wallet. The error of an invalid account has the REST path of the identifier
 * (`accountInfo.accountNumber`).
 */
export function sandboxBeneficiaryCheck(
  info: AccountInfo,
): BeneficiaryCheck | InvalidBankAccount | undefined {
  if (!info.beneficiary) return undefined;
  const { field, value } = primaryIdentifier(info);
  const suffix = scenarioSuffix(value);
  const status = beneficiaryScenarios.get(suffix) ?? 'MATCHED';
  const account = accountScenarios.get(suffix);
  if (status === 'INVALID') return new InvalidBankAccount(`accountInfo.${field}`);
  const fullName = verifiedName(status, beneficiaryName(info.beneficiary));
  return {
    status,
    ...(fullName !== undefined && { verifiedData: { fullName } }),
    ...(account && { account }),
  };
}
