/**
 * Check digits of account identifiers. They are checked in production only, because published sandbox samples and
 * identifiers that end in scenario digits do not have right ones.
 *
 * Decision: IBANs are checked by `ibantools`, without the check digits that some countries have within the account number.
 *
 * Source: docs/behaviour/accounts.md#account-types, docs/decisions/0030-account-check-digits.md; ABA routing number policy;
 * Banxico, CLABE; ISO 13616 and ISO 7064 (MOD 97-10).
 */
import { ValidationErrorsIBAN, validateIBAN } from 'ibantools';

function weightedSum(digits: string, weights: readonly number[]): number {
  let sum = 0;
  for (const [index, digit] of [...digits].entries()) {
    sum += Number(digit) * (weights[index % weights.length] ?? 0);
  }
  return sum;
}

/** The digits with the weights 3, 7, 1 sum to a multiple of ten. Nine zeros are rejected, because they identify no bank. */
export const isAbaRoutingNumber = (text: string): boolean =>
  /^\d{9}$/.test(text) && text !== '000000000' && weightedSum(text, [3, 7, 1]) % 10 === 0;

/** The sum of the first 17 digits, with the weights 3, 7, 1, and the check digit is a multiple of ten. */
export function isClabe(text: string): boolean {
  if (!/^\d{18}$/.test(text)) return false;
  // The rule reduces each product modulo ten. Only the last digit of the sum counts, so that is not necessary.
  return (weightedSum(text.slice(0, 17), [3, 7, 1]) + Number(text[17])) % 10 === 0;
}

/**
 * An IBAN with the length and format of its country and right check digits (MOD 97-10), in any case.
 *
 * @param text at most 34 characters.
 */
export function isIban(text: string): boolean {
  const { errorCodes } = validateIBAN(text.toUpperCase());
  return errorCodes.every((code) => code === ValidationErrorsIBAN.WrongAccountBankBranchChecksum);
}
