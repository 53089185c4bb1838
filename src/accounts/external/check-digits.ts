/**
 * Check digits and address forms that tell a mistyped account from a real one. They are asked for in production
 * only: the published sandbox samples, and every identifier that ends in a scenario's digits, do not pass them.
 *
 * Source: docs/behaviour/accounts.md#account-types; ABA routing number policy; Banxico, CLABE; ISO 13616 and ISO 7064 (MOD 97-10).
 */

function weightedSum(digits: string, weights: readonly number[]): number {
  let sum = 0;
  for (const [index, digit] of [...digits].entries()) {
    sum += Number(digit) * (weights[index % weights.length] ?? 0);
  }
  return sum;
}

/** Nine digits weighted 3, 7, 1 sum to a multiple of ten. Nine zeros do as well, and name no bank. */
export const isAbaRoutingNumber = (text: string): boolean =>
  /^\d{9}$/.test(text) && text !== '000000000' && weightedSum(text, [3, 7, 1]) % 10 === 0;

/** The last of 18 digits makes up the sum of the others, each product taken modulo ten. */
export function isClabe(text: string): boolean {
  if (!/^\d{18}$/.test(text)) return false;
  // Reducing the sum once equals reducing each product, since only the last digit counts.
  return (weightedSum(text.slice(0, 17), [3, 7, 1]) + Number(text[17])) % 10 === 0;
}

/** Country and check digits moved to the end, letters read as 10 to 35, leave 1 when divided by 97. */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/i.test(text)) return false;
  let remainder = 0;
  for (const character of `${text.slice(4)}${text.slice(0, 4)}`) {
    for (const digit of Number.parseInt(character, 36).toString()) {
      remainder = (remainder * 10 + Number(digit)) % 97;
    }
  }
  return remainder === 1;
}
