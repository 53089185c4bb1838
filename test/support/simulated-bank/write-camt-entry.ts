/** Entries of camt messages. */
import { absolute, formatDecimal } from './bank-amounts.ts';
import { amountElement, element, textElement } from './bank-xml.ts';
import type { BankEntry, EntryDetail, EntryKind, SimulatedAccount } from './records.ts';

/** The versions of ISO 20022 that banks publish: `.001.08`, and `.001.02` of older banks. */
export type CamtVersion = '08' | '02';

export interface CamtFormat {
  readonly version: CamtVersion;
  readonly currency: string;
  readonly account: SimulatedAccount;
}

export const indicatorOf = (amount: bigint): string => (amount < 0n ? 'DBIT' : 'CRDT');

/** Family and sub-family of the domain PMNT, and the BAI code of American banks, of credits and debits. */
const codes: Readonly<Record<EntryKind, { readonly credit: Codes; readonly debit: Codes }>> = {
  PAYMENT: { credit: ['ICDT', 'ESCT', '165'], debit: ['ICDT', 'ESCT', '455'] },
  COLLECTION: { credit: ['IDDT', 'ESDD', '166'], debit: ['IDDT', 'ESDD', '455'] },
  DEPOSIT: { credit: ['RCDT', 'ESCT', '165'], debit: ['RCDT', 'ESCT', '455'] },
  RETURN: { credit: ['ICDT', 'RRTN', '257'], debit: ['IDDT', 'UPDD', '557'] },
  FEE: { credit: ['MDOP', 'CHRG', '698'], debit: ['MDOP', 'CHRG', '698'] },
  OTHER: { credit: ['MCOP', 'OTHR', '399'], debit: ['MDOP', 'OTHR', '699'] },
};

type Codes = readonly [family: string, subFamily: string, bai: string];

function codeElement({ kind, amount }: BankEntry, { account }: CamtFormat): string {
  const [family, subFamily, bai] = codes[kind][amount < 0n ? 'debit' : 'credit'];
  if (account.iban === undefined)
    return element('BkTxCd', element('Prtry', textElement('Cd', bai), textElement('Issr', 'BAI')));
  const families = element('Fmly', textElement('Cd', family), textElement('SubFmlyCd', subFamily));
  return element('BkTxCd', element('Domn', textElement('Cd', 'PMNT'), families));
}

const isIban = (account: string): boolean => /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(account);

export function accountElement(name: string, account: string | undefined): string {
  if (account === undefined || account === '') return '';
  const id = isIban(account)
    ? textElement('IBAN', account)
    : element('Othr', textElement('Id', account.slice(0, 34)));
  return element(name, element('Id', id));
}

/** The other party is the debtor of what our account receives, and the creditor of what it pays, also in a return. */
function partiesElement(entry: BankEntry, detail: EntryDetail, { version }: CamtFormat): string {
  const isReceived = entry.kind === 'RETURN' ? entry.amount < 0n : entry.amount > 0n;
  const name = textElement('Nm', detail.name?.slice(0, 140) || undefined);
  const party = version === '02' ? name : element('Pty', name);
  const other = isReceived ? 'Dbtr' : 'Cdtr';
  return element(
    'RltdPties',
    element(other, party),
    accountElement(`${other}Acct`, detail.account),
    accountElement('CdtrAcct', detail.virtualIban),
  );
}

const remittanceElement = ({ reference, remittance }: EntryDetail): string => {
  const type = element('Tp', element('CdOrPrtry', textElement('Cd', 'SCOR')));
  const structured =
    reference === undefined ? '' : element('CdtrRefInf', type, textElement('Ref', reference));
  return element('RmtInf', textElement('Ustrd', remittance || undefined), element('Strd', structured));
};

const reasonElement = (code: string | undefined): string => {
  if (code === undefined) return '';
  // The ISO code set does not have the codes of NACHA.
  const name = /^R\d\d$/.test(code) ? 'Prtry' : 'Cd';
  return element('RtrInf', element('Rsn', textElement(name, code)));
};

function detailElement(entry: BankEntry, detail: EntryDetail, format: CamtFormat): string {
  const amount = formatDecimal(detail.amount, format.currency);
  const amountOf = (name: string): string => amountElement(name, amount, format.currency);
  const mayState = entry.hasBankReference && entry.details.length === 1;
  return element(
    'TxDtls',
    element(
      'Refs',
      textElement('MsgId', detail.messageId),
      textElement('AcctSvcrRef', mayState ? entry.bankReference : undefined),
      textElement('PmtInfId', detail.batchId),
      textElement('EndToEndId', detail.endToEndId ?? 'NOTPROVIDED'),
      textElement('MndtId', detail.mandateReference),
    ),
    format.version === '02'
      ? element('AmtDtls', element('TxAmt', amountOf('Amt')))
      : amountOf('Amt') + textElement('CdtDbtInd', indicatorOf(entry.amount)),
    partiesElement(entry, detail, format),
    remittanceElement(detail),
    reasonElement(detail.returnReason),
  );
}

function batchElement({ batch, amount }: BankEntry, { currency }: CamtFormat): string {
  if (!batch) return '';
  return element(
    'Btch',
    textElement('MsgId', batch.messageId),
    textElement('PmtInfId', batch.batchId),
    textElement('NbOfTxs', batch.count),
    amountElement('TtlAmt', formatDecimal(absolute(amount), currency), currency),
    textElement('CdtDbtInd', indicatorOf(amount)),
  );
}

/** @param status ISO code, `BOOK` or `PDNG`. */
export function entryElement(entry: BankEntry, status: 'BOOK' | 'PDNG', format: CamtFormat): string {
  const { currency, version } = format;
  const details = entry.details.map((detail) => detailElement(entry, detail, format));
  return element(
    'Ntry',
    amountElement('Amt', formatDecimal(entry.amount, currency), currency),
    textElement('CdtDbtInd', indicatorOf(entry.amount)),
    version === '02' ? textElement('Sts', status) : element('Sts', textElement('Cd', status)),
    status === 'BOOK' ? element('BookgDt', textElement('Dt', entry.date)) : '',
    element('ValDt', textElement('Dt', entry.date)),
    textElement('AcctSvcrRef', entry.hasBankReference ? entry.bankReference : undefined),
    codeElement(entry, format),
    element('NtryDtls', batchElement(entry, format), ...details),
    textElement('AddtlNtryInf', entry.information),
  );
}
