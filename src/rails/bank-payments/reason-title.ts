/** The published title of the code by which a bank rejects or returns a payment. */
import { isoReasonTitle } from '../bank-files/iso-reason-codes.ts';
import { returnCodeTitle } from '../bank-files/nacha/return-codes.ts';

/** `undefined` for a code that is in no list. */
export const reasonTitleOf = (code: string | undefined): string | undefined =>
  code === undefined ? undefined : (isoReasonTitle(code) ?? returnCodeTitle(code));
