/** The elements of a statement, report or notification before its entries. */
import type { IncomingFileKind, StatementHeader } from '../bank-file.ts';
import { readAccount, readAgent } from './parties.ts';
import { amountOf, directionOf, findBoolean, findDate, findSequence } from './values.ts';
import {
  childrenOf,
  findElement,
  findText,
  requiredElement,
  requiredText,
  unreadable,
  type XmlElement,
} from './xml-element.ts';

interface Balance {
  readonly type: string;
  readonly amount: bigint;
  readonly currency: string;
  readonly date: string | undefined;
  readonly line: number;
}

const bookedTypes = ['OPBD', 'PRCD', 'CLBD', 'ITBD'];

/**
 * Decision: a balance without CdtDbtInd is a credit balance. The element is required, but a bank leaves it out of every balance. If the
 * balance is a debit balance, the sums of the statement do not add up.
 */
const signOf = (balance: XmlElement): 1n | -1n =>
  findElement(balance, 'CdtDbtInd') ? directionOf(balance) : 1n;

function readBalance(balance: XmlElement): Balance | undefined {
  const type = findText(balance, 'Tp', 'CdOrPrtry', 'Cd');
  if (!type || !bookedTypes.includes(type)) return undefined;
  const { amount, currency } = amountOf(requiredElement(balance, 'Amt'));
  return {
    type,
    amount: signOf(balance) * amount,
    currency,
    date: findDate(balance, 'Dt'),
    line: balance.line,
  };
}

type Page = StatementHeader['page'];

/** Where a statement has several pages: of the statement itself, or of the message. */
function readPage(statement: XmlElement, groupHeader: XmlElement | undefined): Page {
  const pages =
    findElement(statement, 'StmtPgntn') ??
    findElement(statement, 'RptPgntn') ??
    findElement(statement, 'NtfctnPgntn') ??
    findElement(groupHeader, 'MsgPgntn');
  const number = findSequence(pages, 'PgNb');
  if (number === undefined) return undefined;
  return { number, isLast: findBoolean(pages, 'LastPgInd') ?? true };
}

type Balances = { readonly opening: Balance | undefined; readonly closing: Balance | undefined };

/**
 * The booked balances at the start and the end of the entries. Where a statement has several pages, the interim balance (ITBD) is that
 * at the start or the end of the page.
 */
function readBalances(statement: XmlElement, currency: string | undefined, page: Page): Balances {
  const all = childrenOf(statement, 'Bal')
    .map(readBalance)
    .filter((balance) => balance !== undefined)
    .filter((balance, _, { length }) => length < 2 || !currency || balance.currency === currency);
  const only = (type: string): Balance | undefined => {
    const [first, second] = all.filter((balance) => balance.type === type);
    if (second) throw unreadable(`The balance ${type} occurs more than once.`, second.line);
    return first;
  };
  const interim = all.filter(({ type }) => type === 'ITBD');
  const closing = only('CLBD');
  const startsWithInterim = (page?.number ?? 1) > 1 || interim.length > 1 || closing !== undefined;
  const opening = only('OPBD') ?? only('PRCD') ?? (startsWithInterim ? interim[0] : undefined);
  const lastInterim = interim.at(-1);
  return { opening, closing: closing ?? (lastInterim === opening ? undefined : lastInterim) };
}

/** ISO 20022 has 35 characters; some banks write more. */
const maxIdLength = 255;

function statementId(statement: XmlElement): string {
  const id = requiredText(statement, 'Id');
  if (id.length > maxIdLength)
    throw unreadable(`Id has more than ${maxIdLength} characters.`, statement.line);
  return id;
}

/** @param statement `Stmt`, `Rpt` or `Ntfctn` with its children before the entries. */
export function readStatementHeader(
  statement: XmlElement,
  groupHeader: XmlElement | undefined,
  kind: IncomingFileKind,
): StatementHeader {
  const account = requiredElement(statement, 'Acct');
  const stated = findText(account, 'Ccy');
  const page = readPage(statement, groupHeader);
  const hasBalances = kind !== 'CAMT_054';
  const { opening, closing } = hasBalances
    ? readBalances(statement, stated, page)
    : { opening: undefined, closing: undefined };
  const period = findElement(statement, 'FrToDt');
  return {
    record: 'statement',
    id: statementId(statement),
    sequenceNumber: findSequence(statement, 'ElctrncSeqNb'),
    page,
    account: { ...readAccount(account), ...readAgent(findElement(account, 'Svcr')) },
    currency: stated ?? opening?.currency ?? closing?.currency,
    fromDate: findDate(period, 'FrDtTm') ?? findDate(period, 'FrDt'),
    toDate: findDate(period, 'ToDtTm') ?? findDate(period, 'ToDt'),
    opening: opening && { amount: opening.amount, date: opening.date },
    closing: closing && { amount: closing.amount, date: closing.date },
  };
}
