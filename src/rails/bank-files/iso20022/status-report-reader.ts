/**
 * Reads pain.002: the bank's status of a message, of its batches and of payments.
 *
 * A level without a status gives no record. A payment without a status has that of its batch, or of the message.
 */
import type { IncomingRecord, PaymentStatusReport } from '../bank-file.ts';
import { findId } from './entry-detail.ts';
import {
  childrenOf,
  elementOf,
  findCode,
  findElement,
  findText,
  requiredText,
  unreadable,
  type XmlElement,
} from './xml-element.ts';
import type { XmlHandler } from './xml-reader.ts';

const batch = 'OrgnlPmtInfAndSts';
/** Children of a batch besides its payments. */
const maxParts = 1_000;

const streamedElements = (message: string): XmlHandler['streamed'] =>
  new Map([
    ['Document', new Set([message])],
    [message, new Set(['GrpHdr', 'OrgnlGrpInfAndSts', batch])],
    [batch, new Set(['OrgnlPmtInfId', 'PmtInfSts', 'StsRsnInf', 'TxInfAndSts'])],
  ]);

/** The reason is that of the first `StsRsnInf` that has one; information of all of them is joined. */
function readReasons(parent: XmlElement): Pick<PaymentStatusReport, 'reason' | 'information'> {
  const all = childrenOf(parent, 'StsRsnInf');
  const texts = all.flatMap((one) => childrenOf(one, 'AddtlInf')).map(({ text }) => text.trim());
  return {
    reason: all.map((one) => findCode(one, 'Rsn')).find((code) => code !== undefined),
    information: texts.filter(Boolean).join(' ') || undefined,
  };
}

/** A batch that is being read. */
interface OpenBatch {
  readonly line: number;
  readonly parts: XmlElement[];
  id?: string | undefined;
  status?: string | undefined;
  isComplete: boolean;
}

export function createStatusReportReader(
  message: string,
  emit: (record: IncomingRecord) => void,
): XmlHandler {
  let hasGroupHeader = false;
  let originalMessageId: string | undefined;
  let messageStatus: string | undefined;
  let open: OpenBatch | undefined;

  function addToMessage(element: XmlElement): void {
    if (element.name === 'GrpHdr') {
      if (hasGroupHeader) throw unreadable('GrpHdr occurs more than once.', element.line);
      hasGroupHeader = true;
      emit({ record: 'file', kind: 'PAIN_002', messageId: requiredText(element, 'MsgId') });
    } else readMessageStatus(element);
  }

  function readMessageStatus(group: XmlElement): void {
    if (!hasGroupHeader) throw unreadable(`GrpHdr is missing before ${group.name}.`, group.line);
    if (originalMessageId !== undefined) throw unreadable(`${group.name} occurs more than once.`, group.line);
    originalMessageId = requiredText(group, 'OrgnlMsgId');
    messageStatus = findText(group, 'GrpSts');
    if (messageStatus === undefined) return;
    emit({
      record: 'status',
      level: 'MESSAGE',
      originalMessageId,
      status: messageStatus,
      ...readReasons(group),
    });
  }

  const messageIdFor = (line: number): string => {
    if (originalMessageId === undefined)
      throw unreadable(`OrgnlGrpInfAndSts is missing before ${batch}.`, line);
    return originalMessageId;
  };

  /** What is known of a batch before its first payment, or at its end. */
  function completeBatch(read: OpenBatch): void {
    if (read.isComplete) return;
    read.isComplete = true;
    const element = elementOf(batch, read.line, read.parts);
    read.id = findId(element, 'OrgnlPmtInfId');
    read.status = findText(element, 'PmtInfSts');
    if (read.status === undefined) return;
    emit({
      record: 'status',
      level: 'BATCH',
      originalMessageId: messageIdFor(read.line),
      originalBatchId: read.id,
      status: read.status,
      ...readReasons(element),
    });
  }

  function addToBatch(read: OpenBatch, element: XmlElement): void {
    if (element.name === 'TxInfAndSts') {
      readPayment(read, element);
      return;
    }
    if (read.isComplete) throw unreadable(`${element.name} is after the first TxInfAndSts.`, element.line);
    if (read.parts.length >= maxParts) throw unreadable(`${element.name} occurs too often.`, element.line);
    read.parts.push(element);
  }

  function readPayment(read: OpenBatch, payment: XmlElement): void {
    completeBatch(read);
    const status = findText(payment, 'TxSts') ?? read.status ?? messageStatus;
    if (status === undefined) throw unreadable('TxSts is missing in TxInfAndSts.', payment.line);
    emit({
      record: 'status',
      level: 'PAYMENT',
      originalMessageId:
        findText(findElement(payment, 'OrgnlGrpInf'), 'OrgnlMsgId') ?? messageIdFor(payment.line),
      originalBatchId: read.id,
      originalEndToEndId: findId(payment, 'OrgnlEndToEndId') ?? findId(payment, 'OrgnlInstrId'),
      status,
      ...readReasons(payment),
    });
  }

  return {
    streamed: streamedElements(message),
    open: (name, line) => {
      if (name !== batch) return;
      messageIdFor(line);
      open = { line, parts: [], isComplete: false };
    },
    element: (parent, element) => {
      if (parent === message) addToMessage(element);
      else if (open) addToBatch(open, element);
    },
    close: (name, line) => {
      if (name === batch && open) completeBatch(open);
      if (name === 'Document' && originalMessageId === undefined) {
        throw unreadable('OrgnlGrpInfAndSts is missing.', line);
      }
    },
  };
}
