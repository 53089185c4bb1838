/** Writes payment status reports: pain.002.001.10, or .03 of older banks. */
import { documentOf, element, textElement } from './bank-xml.ts';
import type { ReceivedFormat } from './records.ts';

export interface StatusOfPayment {
  readonly endToEndId: string;
  readonly code: string;
}

export interface StatusOfBatch {
  readonly batchId: string;
  /** Reason of a batch that is rejected completely. */
  readonly code?: string | undefined;
  /** The rejected payments of a batch that is accepted in part. */
  readonly rejected: readonly StatusOfPayment[];
}

export interface StatusReport {
  readonly id: string;
  readonly createdAt: string;
  readonly format: ReceivedFormat;
  readonly originalMessageId: string;
  /** Reason of a message that is rejected completely. */
  readonly code?: string | undefined;
  readonly batches: readonly StatusOfBatch[];
}

const reasonOf = (code: string | undefined): string =>
  code === undefined ? '' : element('StsRsnInf', element('Rsn', textElement('Cd', code)));

const isPartial = ({ code, rejected }: StatusOfBatch): boolean => code !== undefined || rejected.length > 0;

function batchElement({ batchId, code, rejected }: StatusOfBatch): string {
  const status = code !== undefined ? 'RJCT' : rejected.length > 0 ? 'PART' : 'ACCP';
  const payments = rejected.map((one) =>
    element(
      'TxInfAndSts',
      textElement('OrgnlEndToEndId', one.endToEndId),
      textElement('TxSts', 'RJCT'),
      reasonOf(one.code),
    ),
  );
  return element(
    'OrgnlPmtInfAndSts',
    textElement('OrgnlPmtInfId', batchId),
    textElement('PmtInfSts', status),
    reasonOf(code),
    ...payments,
  );
}

/** An accepted message has the status of the group only; otherwise each batch has its own. */
export function writePain002(report: StatusReport, version: '10' | '03'): string {
  const { code, batches } = report;
  const status = code !== undefined ? 'RJCT' : batches.some(isPartial) ? 'PART' : 'ACCP';
  const group = element(
    'OrgnlGrpInfAndSts',
    textElement('OrgnlMsgId', report.originalMessageId),
    textElement('OrgnlMsgNmId', report.format === 'PAIN_001' ? 'pain.001.001.09' : 'pain.008.001.08'),
    textElement('GrpSts', status),
    reasonOf(code),
  );
  const header = element('GrpHdr', textElement('MsgId', report.id), textElement('CreDtTm', report.createdAt));
  const details = status === 'PART' ? batches.map(batchElement) : [];
  return documentOf(`pain.002.001.${version}`, element('CstmrPmtStsRpt', header, group, ...details));
}
