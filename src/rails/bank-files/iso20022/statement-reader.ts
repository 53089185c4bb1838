/** Reads camt.052, camt.053 and camt.054: statements, their entries, and the details of these, one entry at a time. */
import type { EntryDetail, IncomingRecord, StatementEntry } from '../bank-file.ts';
import { type EntryContext, findId, readDetail } from './entry-detail.ts';
import type { MessageType } from './message-types.ts';
import { readEntry } from './read-entry.ts';
import { readStatementHeader } from './statement-header.ts';
import { StatementTotals } from './statement-totals.ts';
import { amountOf, directionOf, findBoolean, findNumber } from './values.ts';
import {
  elementOf,
  findElement,
  requiredElement,
  requiredText,
  unreadable,
  type XmlElement,
} from './xml-element.ts';
import type { XmlHandler } from './xml-reader.ts';

export const maxDetails = 200_000;
/** Characters of all details of an entry. */
const maxDetailsLength = 64_000_000;
/** Children of a statement before its entries, or of an entry besides its details. */
export const maxParts = 1_000;

const containers = { CAMT_052: 'Rpt', CAMT_053: 'Stmt', CAMT_054: 'Ntfctn' } as const;

const informationNames = {
  CAMT_052: 'AddtlRptInf',
  CAMT_053: 'AddtlStmtInf',
  CAMT_054: 'AddtlNtfctnInf',
} as const;

const headerParts = ['Id', 'ElctrncSeqNb', 'StmtPgntn', 'RptPgntn', 'NtfctnPgntn', 'FrToDt', 'Acct', 'Bal'];
const entryParts = [
  ...['NtryRef', 'Amt', 'CdtDbtInd', 'RvslInd', 'Sts', 'BookgDt', 'ValDt', 'AcctSvcrRef', 'BkTxCd', 'Chrgs'],
  'AddtlNtryInf',
];

const streamedElements = (message: string, container: string, information: string): XmlHandler['streamed'] =>
  new Map([
    ['Document', new Set([message])],
    [message, new Set(['GrpHdr', container])],
    [container, new Set([...headerParts, 'TxsSummry', 'Ntry', information])],
    ['Ntry', new Set([...entryParts, 'NtryDtls'])],
    ['NtryDtls', new Set(['Btch', 'TxDtls'])],
  ]);

type Batch = NonNullable<StatementEntry['batch']>;

const readBatch = (batch: XmlElement): Batch => ({
  messageId: findId(batch, 'MsgId'),
  batchId: findId(batch, 'PmtInfId'),
  count: findNumber(batch, 'NbOfTxs'),
});

/** An entry that is being read. */
interface OpenEntry {
  readonly line: number;
  readonly parts: XmlElement[];
  readonly details: EntryDetail[];
  detailsLength: number;
  /** Known from the first detail on. */
  context?: EntryContext;
  /** Of the first `NtryDtls` that has one, and of the present one. */
  batch?: Batch;
  presentBatch?: Batch | undefined;
}

type StatementFileKind = keyof typeof containers;

export const isStatementFile = (kind: MessageType['kind']): kind is StatementFileKind => kind in containers;

class StatementReader implements XmlHandler {
  readonly streamed: XmlHandler['streamed'];
  private readonly container: string;
  private groupHeader: XmlElement | undefined;
  private statementLine = 0;
  private statementParts: XmlElement[] = [];
  private totals: StatementTotals | undefined;
  private entry: OpenEntry | undefined;
  private hasStatement = false;
  private information: string | undefined;
  private readonly kind: StatementFileKind;
  private readonly message: string;
  private readonly emit: (record: IncomingRecord) => void;

  constructor(kind: StatementFileKind, message: string, emit: (record: IncomingRecord) => void) {
    this.kind = kind;
    this.message = message;
    this.emit = emit;
    this.container = containers[kind];
    this.streamed = streamedElements(message, this.container, informationNames[kind]);
  }

  open(name: string, line: number): void {
    if (name === this.container) this.openStatement(line);
    else if (name === 'Ntry') this.openEntry(line);
    else if (name === 'NtryDtls' && this.entry) this.entry.presentBatch = undefined;
  }

  element(parent: string, element: XmlElement, length: number): void {
    if (parent === this.message) this.addGroupHeader(element);
    else if (parent === this.container) this.addStatementPart(element);
    else if (this.entry && parent === 'Ntry') addPart(this.entry.parts, element);
    else if (this.entry && parent === 'NtryDtls') this.addDetail(this.entry, element, length);
  }

  close(name: string, line: number): void {
    if (name === 'Ntry' && this.entry) this.closeEntry(this.entry);
    else if (name === this.container) this.closeStatement(line);
    else if (name === 'Document' && !this.hasStatement)
      throw unreadable(`${this.container} is missing.`, line);
  }

  private addGroupHeader(element: XmlElement): void {
    if (this.groupHeader) throw unreadable('GrpHdr occurs more than once.', element.line);
    this.groupHeader = element;
    this.emit({ record: 'file', kind: this.kind, messageId: requiredText(element, 'MsgId') });
  }

  private openStatement(line: number): void {
    if (!this.groupHeader) throw unreadable(`GrpHdr is missing before ${this.container}.`, line);
    this.hasStatement = true;
    this.statementLine = line;
    this.statementParts = [];
    this.totals = undefined;
    this.information = undefined;
  }

  private addStatementPart(element: XmlElement): void {
    if (element.name === informationNames[this.kind]) {
      // The only part that follows the entries.
      this.information = element.text.trim() || undefined;
      return;
    }
    if (this.totals) throw unreadable(`${element.name} is after the first Ntry.`, element.line);
    addPart(this.statementParts, element);
  }

  /** The header is complete with the first entry, or with the end of the statement. */
  private completeHeader(): StatementTotals {
    if (this.totals) return this.totals;
    const statement = elementOf(this.container, this.statementLine, this.statementParts);
    const header = readStatementHeader(statement, this.groupHeader, this.kind);
    this.totals = new StatementTotals(header, this.kind, findElement(statement, 'TxsSummry'));
    this.emit(header);
    return this.totals;
  }

  private openEntry(line: number): void {
    this.completeHeader();
    this.entry = { line, parts: [], details: [], detailsLength: 0 };
  }

  private addDetail(entry: OpenEntry, element: XmlElement, length: number): void {
    if (element.name === 'Btch') {
      if (entry.presentBatch) throw unreadable('Btch occurs more than once in NtryDtls.', element.line);
      entry.presentBatch = readBatch(element);
      entry.batch ??= entry.presentBatch;
      return;
    }
    entry.detailsLength += length;
    if (entry.details.length >= maxDetails || entry.detailsLength > maxDetailsLength) {
      throw unreadable(`Ntry has more than ${maxDetails} details, or they are too long.`, element.line);
    }
    entry.context ??= this.contextOf(entry);
    entry.details.push(readDetail(element, entry.context, entry.presentBatch ?? {}));
  }

  private contextOf({ line, parts }: OpenEntry): EntryContext {
    const entry = elementOf('Ntry', line, parts);
    const { currency } = amountOf(requiredElement(entry, 'Amt'));
    const isReversal = findBoolean(entry, 'RvslInd') ?? false;
    const direction = directionOf(entry);
    return { account: this.completeHeader().account, currency, direction, isReversal };
  }

  private closeEntry({ line, parts, details, batch }: OpenEntry): void {
    const totals = this.completeHeader();
    const read = readEntry(elementOf('Ntry', line, parts), this.kind);
    const entry: StatementEntry = { ...read, index: totals.count, batch, details };
    totals.add(entry);
    this.entry = undefined;
    this.emit(entry);
  }

  private closeStatement(line: number): void {
    const totals = this.completeHeader();
    totals.check(line);
    this.emit({ record: 'statement-end', count: totals.count, information: this.information });
  }
}

function addPart(parts: XmlElement[], element: XmlElement): void {
  if (parts.length >= maxParts) throw unreadable(`${element.name} occurs too often.`, element.line);
  parts.push(element);
}

export function createStatementReader(
  kind: StatementFileKind,
  message: string,
  emit: (record: IncomingRecord) => void,
): XmlHandler {
  const reader = new StatementReader(kind, message, emit);
  return {
    streamed: reader.streamed,
    open: (name, line) => reader.open(name, line),
    element: (parent, element, length) => reader.element(parent, element, length),
    close: (name, line) => reader.close(name, line),
  };
}
