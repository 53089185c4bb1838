/** Reads pain.001.001.09 and pain.008.001.08 as a bank does: it rejects a file whose sums or accounts are wrong. */
import { parseDecimal, sumOf } from './bank-amounts.ts';
import { parseXml, type XmlNode } from './bank-xml.ts';
import {
  type Direction,
  FileRejected,
  type ReceivedBatch,
  type ReceivedFile,
  type ReceivedPayment,
  type SimulatedAccount,
} from './records.ts';

/** What differs between credit transfers and direct debits. */
interface Message {
  readonly namespace: string;
  readonly root: string;
  readonly format: 'PAIN_001' | 'PAIN_008';
  readonly direction: Direction;
  readonly transaction: string;
  readonly amount: string;
  readonly date: string;
  readonly ownAccount: string;
  readonly otherName: string;
  readonly otherAccount: string;
}

const messages: readonly Message[] = [
  {
    namespace: 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09',
    root: 'CstmrCdtTrfInitn',
    format: 'PAIN_001',
    direction: 'CREDIT',
    transaction: 'CdtTrfTxInf',
    amount: 'Amt/InstdAmt',
    date: 'ReqdExctnDt/Dt',
    ownAccount: 'DbtrAcct',
    otherName: 'Cdtr/Nm',
    otherAccount: 'CdtrAcct',
  },
  {
    namespace: 'urn:iso:std:iso:20022:tech:xsd:pain.008.001.08',
    root: 'CstmrDrctDbtInitn',
    format: 'PAIN_008',
    direction: 'DEBIT',
    transaction: 'DrctDbtTxInf',
    amount: 'InstdAmt',
    date: 'ReqdColltnDt',
    ownAccount: 'CdtrAcct',
    otherName: 'Dbtr/Nm',
    otherAccount: 'DbtrAcct',
  },
];

const accountAt = (node: XmlNode, path: string): string | undefined =>
  node.text(`${path}/Id/IBAN`) ?? node.text(`${path}/Id/Othr/Id`);

function paymentOf(node: XmlNode, message: Message, currency: string): ReceivedPayment {
  const stated = node.text(`${message.amount}/@Ccy`);
  if (stated !== currency) throw new Error('A payment has another currency than the account.');
  const account = accountAt(node, message.otherAccount);
  if (account === undefined) throw new Error('A payment has no account of the other party.');
  return {
    endToEndId: node.required('PmtId/EndToEndId'),
    amount: parseDecimal(node.required(message.amount), currency),
    name: node.required(message.otherName),
    account,
    remittance: node.text('RmtInf/Ustrd'),
    mandateReference: node.text('DrctDbtTx/MndtRltdInf/MndtId'),
  };
}

/** Compares the number of payments and their sum with what the element states, where it states them. */
function checkSums(
  node: XmlNode,
  payments: readonly ReceivedPayment[],
  currency: string,
  file: FileRejected['file'],
): void {
  const [count, sum] = [node.text('NbOfTxs'), node.text('CtrlSum')];
  const total = sumOf(payments.map(({ amount }) => amount));
  if (count !== undefined && Number(count) !== payments.length)
    throw new FileRejected('NbOfTxs differs from the payments.', 'AM18', file);
  if (sum !== undefined && parseDecimal(sum, currency) !== total)
    throw new FileRejected('CtrlSum differs from the payments.', 'AM10', file);
}

function batchOf(
  node: XmlNode,
  message: Message,
  { account, currency }: Expected,
  file: FileRejected['file'],
): ReceivedBatch {
  const payments = node.all(message.transaction).map((one) => paymentOf(one, message, currency));
  checkSums(node, payments, currency, file);
  const own = accountAt(node, message.ownAccount);
  if (own !== (account.iban ?? account.accountNumber))
    throw new FileRejected('The file is for another account.', 'AC02', file);
  return {
    id: node.required('PmtInfId'),
    direction: message.direction,
    executionDate: node.required(message.date),
    payments,
    isBalanced: false,
  };
}

interface Expected {
  readonly account: SimulatedAccount;
  readonly currency: string;
}

/** Throws `FileRejected` when the bank can name the message, else an `Error`. */
export function readPain(text: string, expected: Expected): ReceivedFile {
  const document = parseXml(text);
  const message = messages.find(({ namespace }) => document.text('Document/@xmlns') === namespace);
  if (!message) throw new Error('The bank does not read this message type.');
  const [root] = document.all(`Document/${message.root}`);
  const [header] = root?.all('GrpHdr') ?? [];
  if (!root || !header) throw new Error('The file has no group header.');
  const file = { messageId: header.required('MsgId'), format: message.format };
  try {
    const batches = root.all('PmtInf').map((one) => batchOf(one, message, expected, file));
    checkSums(
      header,
      batches.flatMap(({ payments }) => payments),
      expected.currency,
      file,
    );
    return { ...file, batches };
  } catch (error) {
    if (error instanceof FileRejected) throw error;
    throw new FileRejected(error instanceof Error ? error.message : 'Unreadable.', 'FF01', file);
  }
}
