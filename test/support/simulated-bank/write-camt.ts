/** Writes camt.053 statements, camt.052 intraday reports and camt.054 notifications, in `.08` or `.02`. */
import { absolute, formatDecimal, sumOf } from './bank-amounts.ts';
import { amountElement, documentOf, element, textElement } from './bank-xml.ts';
import type { BankEntry, SimulatedAccount, Statement } from './records.ts';
import { accountElement, type CamtFormat, entryElement, indicatorOf } from './write-camt-entry.ts';

export interface CamtMessage {
  readonly messageId: string;
  readonly createdAt: string;
}

const agentElement = ({ bic, routing }: SimulatedAccount, { version }: CamtFormat): string => {
  const system = element('ClrSysId', textElement('Cd', 'USABA'));
  const member = routing === undefined ? '' : element('ClrSysMmbId', system, textElement('MmbId', routing));
  return element('Svcr', element('FinInstnId', textElement(version === '02' ? 'BIC' : 'BICFI', bic), member));
};

function ownAccountElement(account: SimulatedAccount, format: CamtFormat): string {
  const id = accountElement('Acct', account.iban ?? account.accountNumber);
  const rest = textElement('Ccy', format.currency) + agentElement(account, format);
  return id.replace('</Acct>', `${rest}</Acct>`);
}

const balanceElement = (code: string, amount: bigint, date: string, { currency }: CamtFormat): string =>
  element(
    'Bal',
    element('Tp', element('CdOrPrtry', textElement('Cd', code))),
    amountElement('Amt', formatDecimal(amount, currency), currency),
    textElement('CdtDbtInd', indicatorOf(amount)),
    element('Dt', textElement('Dt', date)),
  );

/** The first page has the opening balance and the last one the closing balance; the others are interim balances. */
function balancesOf({ opening, closing, date, page }: Statement, format: CamtFormat): string {
  const isFirst = page === undefined || page.number === 1;
  const isLast = page === undefined || page.isLast;
  const openingCode = format.version === '02' ? 'PRCD' : 'OPBD';
  return (
    balanceElement(isFirst ? openingCode : 'ITBD', opening, date, format) +
    balanceElement(isLast ? 'CLBD' : 'ITBD', closing, date, format)
  );
}

function summaryElement(entries: readonly BankEntry[], { currency }: CamtFormat): string {
  const totalElement = (name: string, of: readonly BankEntry[]): string =>
    element(
      name,
      textElement('NbOfNtries', of.length),
      textElement('Sum', formatDecimal(sumOf(of.map(({ amount }) => absolute(amount))), currency)),
    );
  return element(
    'TxsSummry',
    totalElement('TtlNtries', entries),
    totalElement(
      'TtlCdtNtries',
      entries.filter(({ amount }) => amount > 0n),
    ),
    totalElement(
      'TtlDbtNtries',
      entries.filter(({ amount }) => amount < 0n),
    ),
  );
}

const pageElement = (name: string, page: Statement['page']): string =>
  page ? element(name, textElement('PgNb', page.number), textElement('LastPgInd', String(page.isLast))) : '';

const headerElement = ({ messageId, createdAt }: CamtMessage, pagination = ''): string =>
  element('GrpHdr', textElement('MsgId', messageId), textElement('CreDtTm', createdAt), pagination);

const statementElement = (statement: Statement, message: CamtMessage, format: CamtFormat): string =>
  element(
    'Stmt',
    textElement('Id', statement.id),
    format.version === '08' ? pageElement('StmtPgntn', statement.page) : '',
    textElement('ElctrncSeqNb', statement.number),
    textElement('CreDtTm', message.createdAt),
    element(
      'FrToDt',
      textElement('FrDtTm', `${statement.date}T00:00:00`),
      textElement('ToDtTm', `${statement.date}T23:59:59`),
    ),
    ownAccountElement(statement.account, format),
    balancesOf(statement, format),
    summaryElement(statement.entries, format),
    ...statement.entries.map((entry) => entryElement(entry, 'BOOK', format)),
    textElement('AddtlStmtInf', statement.information),
  );

/** Several statements in the order of the list. Version `.02` states the page of a statement for the message. */
export function writeCamt053(
  statements: readonly Statement[],
  message: CamtMessage,
  format: CamtFormat,
): string {
  const pagination = format.version === '02' ? pageElement('MsgPgntn', statements[0]?.page) : '';
  const content = statements.map((statement) => statementElement(statement, message, format));
  return documentOf(
    `camt.053.001.${format.version}`,
    element('BkToCstmrStmt', headerElement(message, pagination), ...content),
  );
}

/** An intraday report: its entries are booked, or still pending. */
export function writeCamt052(
  entries: readonly BankEntry[],
  status: 'BOOK' | 'PDNG',
  message: CamtMessage,
  format: CamtFormat,
): string {
  const report = element(
    'Rpt',
    textElement('Id', message.messageId),
    textElement('CreDtTm', message.createdAt),
    ownAccountElement(format.account, format),
    ...entries.map((entry) => entryElement(entry, status, format)),
  );
  return documentOf(
    `camt.052.001.${format.version}`,
    element('BkToCstmrAcctRpt', headerElement(message), report),
  );
}

/** A notification of one credit. */
export function writeCamt054(entry: BankEntry, message: CamtMessage, format: CamtFormat): string {
  const notification = element(
    'Ntfctn',
    textElement('Id', message.messageId),
    textElement('CreDtTm', message.createdAt),
    ownAccountElement(format.account, format),
    entryElement(entry, 'BOOK', format),
  );
  return documentOf(
    `camt.054.001.${format.version}`,
    element('BkToCstmrDbtCdtNtfctn', headerElement(message), notification),
  );
}
