/** Bank files of tests: outgoing records, and text of incoming files. */
import type {
  BankFileReader,
  BankFileWriter,
  IncomingRecord,
  OutgoingFile,
  OutgoingPayment,
  StatementEntry,
  StatementHeader,
} from '../../src/rails/bank-files/bank-file.ts';
import { readIso20022 } from '../../src/rails/bank-files/iso20022/read-iso20022.ts';
import type { ReceivedFormat } from './simulated-bank/records.ts';
import { writePain002 } from './simulated-bank/write-pain-002.ts';

export const ourIban = 'DE89370400440532013000';
export const theirIban = 'FR1420041010050500013M02606';

export const aPayment = (change: Partial<OutgoingPayment> = {}): OutgoingPayment => ({
  endToEndId: 'TO-ABCDEFGHIJKL',
  amount: 12_345n,
  counterparty: { name: 'Jane Doe', iban: theirIban },
  remittance: 'Invoice 17',
  ...change,
});

export const aMandate = { reference: 'M-17', signedOn: '2024-02-29', sequence: 'RCUR' } as const;

/** A file with the count and total of the payments. */
export const aFile = (
  payments: readonly OutgoingPayment[],
  change: Partial<OutgoingFile> = {},
): OutgoingFile => ({
  kind: 'PAIN_001',
  serviceLevel: 'SEPA',
  direction: 'CREDIT',
  messageId: 'BF-ABCDEFGHIJKL',
  createdAt: new Date('2025-10-13T12:05:00.123Z'),
  executionDate: '2025-10-14',
  currency: 'EUR',
  account: { name: 'Acme Payments GmbH', iban: ourIban, bic: 'COBADEFFXXX' },
  count: payments.length,
  total: payments.reduce((sum, { amount }) => sum + amount, 0n),
  ...change,
});

export async function* streamOf<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items;
}

export async function written(
  write: BankFileWriter,
  file: OutgoingFile,
  payments: readonly OutgoingPayment[],
): Promise<string> {
  let text = '';
  for await (const chunk of write(file, streamOf(payments))) text += chunk;
  return text;
}

/** All records of a file. @param size bytes of a chunk. */
export async function readAll(
  content: string | Uint8Array,
  { read = readIso20022, size = 1_000 }: { read?: BankFileReader; size?: number } = {},
): Promise<IncomingRecord[]> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
  const records: IncomingRecord[] = [];
  for await (const record of read(streamOf(chunks))) records.push(record);
  return records;
}

export const xml = (namespace: string, content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${namespace}">${content}</Document>`;

interface BalanceText {
  readonly type: string;
  readonly amount: string;
  readonly indicator?: 'CRDT' | 'DBIT';
  readonly currency?: string;
}

export const balance = ({ type, amount, indicator = 'CRDT', currency = 'EUR' }: BalanceText): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${indicator}</CdtDbtInd><Dt><Dt>2025-10-13</Dt></Dt></Bal>`;

interface EntryText {
  readonly amount?: string;
  readonly indicator?: string;
  readonly currency?: string;
  readonly status?: string;
  /** Elements between `CdtDbtInd` and `Sts`. */
  readonly before?: string;
  /** Elements after `Sts`. */
  readonly after?: string;
}

export const entry = ({
  amount = '10.00',
  indicator = 'CRDT',
  currency = 'EUR',
  status = '<Cd>BOOK</Cd>',
  before = '',
  after = '',
}: EntryText = {}): string =>
  `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${indicator}</CdtDbtInd>${before}<Sts>${status}</Sts>${after}</Ntry>`;

/** An entry with one movement (`TxDtls`). */
export const movement = (details: string, change: EntryText = {}): string =>
  entry({ ...change, after: `<NtryDtls><TxDtls>${details}</TxDtls></NtryDtls>` });

interface StatementText {
  readonly version?: string;
  readonly id?: string;
  readonly account?: string;
  readonly balances?: string;
  /** Elements between `Id` and `Acct`. */
  readonly before?: string;
  readonly summary?: string;
  readonly entries?: string;
}

const ourAccount = `<Id><IBAN>${ourIban}</IBAN></Id><Ccy>EUR</Ccy>`;

export const statementElement = (
  name: string,
  { id = 'S-1', account = ourAccount, balances = '', before = '', summary = '', entries = '' }: StatementText,
): string =>
  `<${name}><Id>${id}</Id>${before}<Acct>${account}</Acct>${balances}${summary}${entries}</${name}>`;

export const groupHeader = '<GrpHdr><MsgId>B-1</MsgId><CreDtTm>2025-10-13T12:05:00Z</CreDtTm></GrpHdr>';

/** A camt.053 with one statement. */
export const statement = (text: StatementText = {}): string =>
  xml(
    `camt.053.001.${text.version ?? '08'}`,
    `<BkToCstmrStmt>${groupHeader}${statementElement('Stmt', text)}</BkToCstmrStmt>`,
  );

export const entriesOf = (records: readonly IncomingRecord[]): StatementEntry[] =>
  records.filter((record) => record.record === 'entry');

export const headersOf = (records: readonly IncomingRecord[]): StatementHeader[] =>
  records.filter((record) => record.record === 'statement');

/** A status report that rejects one payment of a message with AC04. */
export const rejection = (
  format: ReceivedFormat,
  originalMessageId: string,
  { reference }: { readonly reference: string },
): string =>
  writePain002(
    {
      id: `R-${reference}`,
      createdAt: '2025-10-13T12:05:00Z',
      format,
      originalMessageId,
      batches: [{ batchId: originalMessageId, rejected: [{ endToEndId: reference, code: 'AC04' }] }],
    },
    '10',
  );
