/** Files as a service publishes them, for tests of the simulated bank. Written by hand, so that they need no writer of `src/`. */
import { ibanAccount } from './bank-world.ts';

export interface TestPayment {
  readonly id: string;
  /** In cents. */
  readonly cents: number;
}

export interface TestFile {
  readonly messageId?: string;
  readonly payments: readonly TestPayment[];
  readonly executionDate?: string;
}

const euros = (cents: number): string => (cents / 100).toFixed(2);
const totalOf = (payments: readonly TestPayment[]): number =>
  payments.reduce((sum, { cents }) => sum + cents, 0);
const sumsOf = (payments: readonly TestPayment[]): string =>
  `<NbOfTxs>${payments.length}</NbOfTxs><CtrlSum>${euros(totalOf(payments))}</CtrlSum>`;

const messageOf = (name: string, root: string, messageId: string, sums: string, batch: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${name}"><${root}>
<GrpHdr><MsgId>${messageId}</MsgId><CreDtTm>2026-01-05T09:30:00Z</CreDtTm>${sums}</GrpHdr>
<PmtInf><PmtInfId>${messageId}</PmtInfId>${batch}</PmtInf></${root}></Document>`;

/** pain.001 of one batch. */
export function creditTransfers({
  messageId = 'BF-1',
  payments,
  executionDate = '2026-01-05',
}: TestFile): string {
  const transfers = payments.map(
    ({ id, cents }) =>
      `<CdtTrfTxInf><PmtId><EndToEndId>${id}</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">${euros(cents)}</InstdAmt></Amt>
<Cdtr><Nm>Ann &amp; Co</Nm></Cdtr><CdtrAcct><Id><IBAN>FR1420041010050500013M02606</IBAN></Id></CdtrAcct><RmtInf><Ustrd>Pay ${id}</Ustrd></RmtInf></CdtTrfTxInf>`,
  );
  const batch = `${sumsOf(payments)}<ReqdExctnDt><Dt>${executionDate}</Dt></ReqdExctnDt><DbtrAcct><Id><IBAN>${ibanAccount.iban}</IBAN></Id></DbtrAcct>${transfers.join('')}`;
  return messageOf('pain.001.001.09', 'CstmrCdtTrfInitn', messageId, sumsOf(payments), batch);
}

/** pain.008 of one batch. */
export function directDebits({
  messageId = 'BF-8',
  payments,
  executionDate = '2026-01-05',
}: TestFile): string {
  const debits = payments.map(
    ({ id, cents }) =>
      `<DrctDbtTxInf><PmtId><EndToEndId>${id}</EndToEndId></PmtId><InstdAmt Ccy="EUR">${euros(cents)}</InstdAmt><DrctDbtTx><MndtRltdInf><MndtId>M-${id}</MndtId></MndtRltdInf></DrctDbtTx>
<Dbtr><Nm>Bob</Nm></Dbtr><DbtrAcct><Id><IBAN>NL91ABNA0417164300</IBAN></Id></DbtrAcct></DrctDbtTxInf>`,
  );
  const batch = `${sumsOf(payments)}<ReqdColltnDt>${executionDate}</ReqdColltnDt><CdtrAcct><Id><IBAN>${ibanAccount.iban}</IBAN></Id></CdtrAcct>${debits.join('')}`;
  return messageOf('pain.008.001.08', 'CstmrDrctDbtInitn', messageId, sumsOf(payments), batch);
}

const digits = (value: number | bigint | string, length: number): string =>
  String(value).padStart(length, '0');

/** A NACHA file of one batch; `side` is CREDIT or DEBIT of the other parties, `isBalanced` adds the entry of our account. */
export function nachaFile(
  { messageId = 'A', payments, executionDate = '2026-01-05' }: TestFile,
  {
    side = 'CREDIT',
    isBalanced = false,
  }: { readonly side?: 'CREDIT' | 'DEBIT'; readonly isBalanced?: boolean } = {},
): string {
  const total = totalOf(payments);
  const day = executionDate.replaceAll('-', '').slice(2);
  const entry = (code: string, routing: string, account: string, cents: number, id: string, index: number) =>
    `6${code}${routing}${account.padEnd(17)}${digits(cents, 10)}${id.padEnd(15)}${'Carl Jones'.padEnd(22)}  009100001${digits(index, 7)}`;
  const [code, offset] = side === 'CREDIT' ? ['22', '27'] : ['27', '22'];
  const entries = payments.map(({ id, cents }, index) =>
    entry(code, '021000021', '55667788', cents, id, index + 1),
  );
  if (isBalanced)
    entries.push(entry(offset, '091000019', '000123456789', total, 'OFFSET', payments.length + 1));
  const hash = digits(2_100_002 * payments.length + (isBalanced ? 9_100_001 : 0), 10);
  const [debit, credit] = [
    side === 'DEBIT' || isBalanced ? total : 0,
    side === 'CREDIT' || isBalanced ? total : 0,
  ];
  const sums = `${digits(debit, 12)}${digits(credit, 12)}`;
  const lines = [
    `101 0910000191234567892${day}0930${messageId}094101${'SIMULATED BANK'.padEnd(23)}${'OUR COMPANY'.padEnd(23)}${' '.repeat(8)}`,
    `5200${'OUR COMPANY'.padEnd(16)}${' '.repeat(20)}1234567892PPD${'PAYMENT'.padEnd(10)}${' '.repeat(6)}${day}   1091000010000001`,
    ...entries,
    `8200${digits(entries.length, 6)}${hash}${sums}1234567892${' '.repeat(25)}091000010000001`,
  ];
  const blocks = Math.ceil((lines.length + 1) / 10);
  lines.push(`9000001${digits(blocks, 6)}${digits(entries.length, 8)}${hash}${sums}${' '.repeat(39)}`);
  while (lines.length % 10 !== 0) lines.push('9'.repeat(94));
  return `${lines.join('\n')}\n`;
}
