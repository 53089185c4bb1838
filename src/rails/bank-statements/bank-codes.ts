/**
 * What the bank transaction code of an entry says. The bank sets it, so the payer of a credit cannot choose it.
 *
 * Sources: ISO 20022, external bank transaction codes; BAI2, type codes; DK, Geschäftsvorfallcodes; SWIFT, transaction type codes.
 */
import type { StatementEntry } from '../bank-files/bank-file.ts';

type Coded = Pick<StatementEntry, 'bankCode'>;

const maxLength = 100;

const hasCode =
  (codes: RegExp) =>
  ({ bankCode = '' }: Coded): boolean =>
    bankCode.length <= maxLength && codes.test(bankCode);

/** Families of ISO 20022, and type codes of BAI2: interest and its adjustments, analysis fees, miscellaneous fees and their refunds. */
export const isFee = hasCode(/(^|\.)(CHRG|COMM|FEES|INTR)(\.|$)|^BAI\.(354|359|398|654|659|661|698)$/);

/** Sub-families of ISO 20022 and type codes of BAI2: returns, reversals and cancelled payments. */
export const isReturn = hasCode(/(^|\.)(RRTN|RPCR|PRCT|RVSL)(\.|$)|^BAI\.(252|256|257|258)$/);

/**
 * Direct debits: families and sub-families of ISO 20022; of BAI2 concentration, preauthorized drafts and settlement of the ACH; codes
 * of SWIFT; in Germany 171, 174, 192 and 196.
 */
export const isDirectDebit = hasCode(
  /(^|\.)(IDDT|RDDT|ESDD|BBDD|PMDD|OODD|FFDD)(\.|$)|^BAI\.(145|155|166)$|^[NFS]DDT(\+|$)|^[A-Z]{4}\+(171|174|192|196)(\+|$)/,
);

/** Credit transfers that our account receives: families of ISO 20022. */
export const isReceivedTransfer = hasCode(/(^|\.)(RCDT|RRCT)(\.|$)/);
