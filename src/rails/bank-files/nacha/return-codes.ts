/** Reasons of returned ACH entries. Source: Nacha Operating Rules, Appendix Four (return reason codes). */

const titles: Readonly<Record<string, string>> = {
  R01: 'Insufficient funds',
  R02: 'Account closed',
  R03: 'No account, or account not found',
  R04: 'Invalid account number',
  R05: 'Unauthorized debit of a consumer account with a corporate code',
  R06: 'Returned at the request of the originating bank',
  R07: 'Authorization revoked by the customer',
  R08: 'Payment stopped',
  R09: 'Uncollected funds',
  R10: 'Originator not known or not authorized, says the customer',
  R11: 'Entry not in accordance with the authorization, says the customer',
  R12: 'Account sold to another bank',
  R13: 'Invalid routing number',
  R14: 'Representative payee deceased or unable to continue',
  R15: 'Beneficiary or account holder deceased',
  R16: 'Account frozen, or returned by an OFAC instruction',
  R17: 'File record edit criteria, or questionable entry',
  R18: 'Improper effective entry date',
  R19: 'Amount field error',
  R20: 'Account does not allow transactions',
  R21: 'Invalid company identification',
  R22: 'Invalid individual identification number',
  R23: 'Credit rejected by the receiver',
  R24: 'Duplicate entry',
  R25: 'Addenda error',
  R26: 'Mandatory field error',
  R27: 'Trace number error',
  R28: 'Check digit error in the routing number',
  R29: 'Not authorized, says the corporate customer',
  R30: 'Bank does not take part in check truncation',
  R31: 'Permissible return entry, CCD and CTX only',
  R32: 'Receiving bank cannot settle',
  R33: 'Return of a destroyed check entry',
  R34: 'Bank with limited participation',
  R35: 'Return of an improper debit entry',
  R36: 'Return of an improper credit entry',
  R37: 'Source document presented for payment',
  R38: 'Stop payment on the source document',
  R39: 'Improper source document',
  R40: 'Enrollment entry returned by a federal agency',
  R41: 'Invalid transaction code in an enrollment',
  R42: 'Routing number error in an enrollment',
  R43: 'Invalid account number in an enrollment',
  R44: 'Invalid individual identification number in an enrollment',
  R45: 'Invalid name in an enrollment',
  R46: 'Invalid representative payee indicator in an enrollment',
  R47: 'Duplicate enrollment',
  R50: 'State law affects re-presented checks',
  R51: 'Item of a re-presented check ineligible, or entry improper',
  R52: 'Stop payment on the item of a re-presented check',
  R53: 'Item and re-presented check both presented for payment',
  R61: 'Misrouted return',
  R62: 'Return of an erroneous or reversing debit',
  R63: 'Incorrect amount',
  R64: 'Incorrect individual identification',
  R65: 'Incorrect transaction code',
  R66: 'Incorrect company identification',
  R67: 'Duplicate return',
  R68: 'Untimely return',
  R69: 'Field error in the return',
  R70: 'Permissible return not accepted, or return not requested',
  R71: 'Misrouted dishonored return',
  R72: 'Untimely dishonored return',
  R73: 'Timely original return',
  R74: 'Corrected return',
  R75: 'Return is not a duplicate',
  R76: 'No errors found',
  R77: 'Dishonored return R62 not accepted',
  R80: 'Coding error of an international entry',
  R81: 'Bank does not take part in international ACH',
  R82: 'Invalid identification of the foreign receiving bank',
  R83: 'Foreign receiving bank cannot settle',
  R84: 'Entry not processed by the gateway',
  R85: 'Incorrectly coded outbound international payment',
};

/** A short title for people, or `undefined` for a code that is not in the rules. */
export const returnCodeTitle = (code: string): string | undefined =>
  Object.hasOwn(titles, code) ? titles[code] : undefined;

/**
 * What a code says of a payment. `RETURN`: the receiving bank returns it. `DISHONORED`: the originating bank does not accept
 * that return. `CONTESTED`: the receiving bank insists on it. Only the first is the return of a payment that was not returned
 * before. Unknown codes count as returns.
 */
export function returnStage(code: string): 'RETURN' | 'DISHONORED' | 'CONTESTED' {
  const number = Number(code.slice(1));
  if (number >= 61 && number <= 70) return 'DISHONORED';
  return number >= 71 && number <= 77 ? 'CONTESTED' : 'RETURN';
}
