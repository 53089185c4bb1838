/**
 * Credit transfers: pain.001.001.09, one batch.
 *
 * Decision: cross-border payments name no service level. The bank applies that of the agreement with its customer.
 */
import { invariant } from '../../../kernel/errors.ts';
import type { BankFileWriter, OutgoingFile, OutgoingPayment } from '../bank-file.ts';
import { namespaceOf } from './message-types.ts';
import {
  accountElement,
  decimalAmount,
  groupHeader,
  idElement,
  instructedAmount,
  optionalAgent,
  partyElement,
  paymentId,
  remittanceElement,
  requiredAgent,
} from './payment-elements.ts';
import { counted, joined, xmlDeclaration } from './write-payments.ts';
import { element, textElement } from './xml-text.ts';

const isSepa = ({ serviceLevel }: OutgoingFile): boolean => serviceLevel !== 'CROSS_BORDER';

function paymentType({ serviceLevel }: OutgoingFile): string {
  if (serviceLevel === 'CROSS_BORDER') return '';
  const localInstrument =
    serviceLevel === 'SEPA_INSTANT' ? element('LclInstrm', textElement('Cd', 'INST')) : '';
  return element('PmtTpInf', element('SvcLvl', textElement('Cd', 'SEPA')), localInstrument);
}

/** The elements of the batch before its payments. */
const batchHeader = (file: OutgoingFile): string =>
  [
    idElement('PmtInfId', file.messageId),
    textElement('PmtMtd', 'TRF'),
    textElement('NbOfTxs', String(file.count)),
    textElement('CtrlSum', decimalAmount(file.total, file.currency)),
    paymentType(file),
    element('ReqdExctnDt', textElement('Dt', file.executionDate)),
    partyElement('Dbtr', file.account),
    accountElement('DbtrAcct', file.account),
    requiredAgent('DbtrAgt', file.account),
    textElement('ChrgBr', isSepa(file) ? 'SLEV' : 'SHAR'),
  ].join('');

const transfer = (payment: OutgoingPayment, file: OutgoingFile): string =>
  element(
    'CdtTrfTxInf',
    paymentId(payment),
    element('Amt', instructedAmount(payment, file.currency)),
    optionalAgent('CdtrAgt', payment.counterparty),
    partyElement('Cdtr', payment.counterparty),
    accountElement('CdtrAcct', payment.counterparty),
    remittanceElement(payment),
  );

async function* texts(file: OutgoingFile, payments: AsyncIterable<OutgoingPayment>): AsyncGenerator<string> {
  yield xmlDeclaration;
  yield `<Document xmlns="${namespaceOf('pain.001.001.09')}"><CstmrCdtTrfInitn>`;
  yield `${groupHeader(file)}<PmtInf>${batchHeader(file)}`;
  for await (const payment of counted(file, payments)) yield transfer(payment, file);
  yield '</PmtInf></CstmrCdtTrfInitn></Document>\n';
}

/** Writes credit transfers: SEPA, SEPA instant, and cross-border with charges shared. */
export const writePain001: BankFileWriter = (file, payments) => {
  invariant(file.kind === 'PAIN_001' && file.direction === 'CREDIT', 'pain.001 has credit transfers');
  invariant(file.serviceLevel !== 'ACH', 'pain.001 has no ACH payments');
  invariant(!isSepa(file) || file.currency === 'EUR', 'SEPA payments are in EUR');
  return joined(texts(file, payments));
};
