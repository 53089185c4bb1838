/** Ntry: one entry of a statement, without its details. */
import type { IncomingFileKind, StatementEntry } from '../bank-file.ts';
import { readCharges } from './charges.ts';
import { findId } from './entry-detail.ts';
import { amountOf, directionOf, findBoolean, findDate } from './values.ts';
import { findCode, findElement, findText, requiredElement, type XmlElement } from './xml-element.ts';

/**
 * Only `BOOK` changes a balance. A future entry (`FUTR`) is pending. Other codes are information: if the bank has booked such
 * an entry, the balances do not add up.
 *
 * Decision: an entry of a statement (camt.053) without the required element is booked, because a statement has only such entries, and
 * its balances show an error. In reports and notifications the element is required.
 */
function readStatus(entry: XmlElement, kind: IncomingFileKind): StatementEntry['status'] {
  if (kind !== 'CAMT_053') requiredElement(entry, 'Sts');
  const code = findCode(entry, 'Sts') ?? 'BOOK';
  if (code === 'BOOK') return 'BOOKED';
  return code === 'PDNG' || code === 'FUTR' ? 'PENDING' : 'INFORMATION';
}

/** American banks put the code of a BAI2 file into the proprietary code. */
const baiIssuer = /^BAI2?$/i;

/** A proprietary code of an issuer that we know starts with its name. */
function readProprietaryCode(code: XmlElement | undefined): string | undefined {
  const proprietary = findText(code, 'Prtry', 'Cd');
  const isBai = baiIssuer.test(findText(code, 'Prtry', 'Issr') ?? '');
  return proprietary && isBai ? `BAI.${proprietary}` : proprietary;
}

function readBankCode(entry: XmlElement): string | undefined {
  const code = findElement(entry, 'BkTxCd');
  const domain = findElement(code, 'Domn');
  const family = findElement(domain, 'Fmly');
  const parts = [findText(domain, 'Cd'), findText(family, 'Cd'), findText(family, 'SubFmlyCd')];
  return parts.filter(Boolean).join('.') || readProprietaryCode(code);
}

/** @param entry `Ntry` with its children besides `NtryDtls`. */
export function readEntry(
  entry: XmlElement,
  kind: IncomingFileKind,
): Omit<StatementEntry, 'index' | 'details' | 'batch'> {
  const { amount, currency } = amountOf(requiredElement(entry, 'Amt'));
  return {
    record: 'entry',
    bankReference: findId(entry, 'AcctSvcrRef'),
    entryReference: findText(entry, 'NtryRef'),
    amount: directionOf(entry) * amount,
    currency,
    status: readStatus(entry, kind),
    isReversal: findBoolean(entry, 'RvslInd') ?? false,
    bookingDate: findDate(entry, 'BookgDt'),
    valueDate: findDate(entry, 'ValDt'),
    bankCode: readBankCode(entry),
    charges: readCharges(entry, currency),
    information: findText(entry, 'AddtlNtryInf'),
  };
}
