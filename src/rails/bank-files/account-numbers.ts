/** Account numbers as banks write them: with or without separators, and for an IBAN its local part only. */

/** Shorter numbers are the end of many IBANs by chance. */
const minLocalLength = 8;

/** A number without spaces, hyphens and other separators. */
export const compactNumber = (number: string): string => number.replace(/[^A-Za-z0-9]/g, '').toUpperCase();

/** Whether a name of an account is a number, or the end of it. Both are compact. */
export const namesNumber = (name: string, number: string): boolean =>
  name !== '' && (name === number || (name.length >= minLocalLength && number.endsWith(name)));
