/** Check digits of ISO 7064 (MOD 97-10), which IBANs (ISO 13616) and creditor references (ISO 11649) have. */

/** The characters as digits: A is 10, Z is 35. */
const asDigits = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));

/** `<prefix><two check digits><body>`. Both are of 0 to 9 and A to Z; the prefix has two letters. */
export function withCheckDigits(prefix: string, body: string): string {
  const check = 98n - (BigInt(asDigits(`${body}${prefix}00`)) % 97n);
  return `${prefix}${String(check).padStart(2, '0')}${body}`;
}
