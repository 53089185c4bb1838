/**
 * The structured creditor reference that a depositor states: `RF`, two check digits, and the reference of the account or the quote
 * without its hyphen.
 *
 * Source: ISO 11649; ISO 7064 (MOD 97-10).
 */
import { withCheckDigits } from '../../kernel/check-digits.ts';

/** @param reference `<two letters>-<12 characters>`. */
export const creditorReference = (reference: string): string =>
  withCheckDigits('RF', reference.replaceAll('-', ''));

/** A reference of ours: two letters that say what it is of, and 12 random characters of base32. Candidates can overlap. */
const own = /(IA|QT)(?=([A-Z2-7]{12}))/g;

/** People copy a long text from a screen, so at most this much of it is searched. */
const maxSearched = 1_000;
const maxFound = 20;

/**
 * The references of accounts and quotes in a remittance text, in upper or lower case, with or without spaces and hyphens. A creditor
 * reference with wrong check digits does not count. Each once, in the order of the text, at most 20.
 */
export function referencesIn(text: string): readonly string[] {
  const compact = text
    .slice(0, maxSearched)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
  const found = [...compact.matchAll(own)].flatMap(({ index, 1: prefix, 2: rest }) => {
    const reference = `${prefix}-${rest}`;
    const before = compact.slice(Math.max(0, index - 4), index);
    const isWrong = /^RF\d\d$/.test(before) && creditorReference(reference) !== `${before}${prefix}${rest}`;
    return isWrong ? [] : [reference];
  });
  return [...new Set(found)].slice(0, maxFound);
}
