/**
 * SEPA direct debits, scheme CORE: pain.008.001.08.
 *
 * SEPA requires one sequence type for a batch. The writer starts another batch where the sequence of the mandates changes, so the
 * caller sorts the payments by it. The first batch has the id of the message, the second `<message id>-2`, and so on.
 *
 * Decision: batches state no count and no control sum. Both are optional there, and known only after the last payment of the batch.
 */
import { invariant } from '../../../kernel/errors.ts';
import type { BankFileWriter, DirectDebitMandate, OutgoingFile, OutgoingPayment } from '../bank-file.ts';
import { batchIdOf, batchNumbering } from './direct-debit-batches.ts';
import { namespaceOf } from './message-types.ts';
import {
  accountElement,
  groupHeader,
  idElement,
  instructedAmount,
  partyElement,
  paymentId,
  remittanceElement,
  requiredAgent,
} from './payment-elements.ts';
import { counted, joined, xmlDeclaration } from './write-payments.ts';
import { element, textElement } from './xml-text.ts';

type Sequence = DirectDebitMandate['sequence'];

function creditorScheme({ account }: OutgoingFile): string {
  invariant(account.creditorId, 'the creditor of direct debits has a creditor identifier');
  const scheme = element('SchmeNm', textElement('Prtry', 'SEPA'));
  const other = element('Othr', idElement('Id', account.creditorId), scheme);
  return element('CdtrSchmeId', element('Id', element('PrvtId', other)));
}

/** The elements of a batch before its payments. */
const batchHeader = (file: OutgoingFile, batchId: string, sequence: Sequence): string =>
  [
    idElement('PmtInfId', batchId),
    textElement('PmtMtd', 'DD'),
    element(
      'PmtTpInf',
      element('SvcLvl', textElement('Cd', 'SEPA')),
      element('LclInstrm', textElement('Cd', 'CORE')),
      textElement('SeqTp', sequence),
    ),
    textElement('ReqdColltnDt', file.executionDate),
    partyElement('Cdtr', file.account),
    accountElement('CdtrAcct', file.account),
    requiredAgent('CdtrAgt', file.account),
    textElement('ChrgBr', 'SLEV'),
    creditorScheme(file),
  ].join('');

function mandateOf({ mandate }: OutgoingPayment): DirectDebitMandate {
  invariant(mandate, 'a direct debit has a mandate');
  return mandate;
}

function directDebit(payment: OutgoingPayment, mandate: DirectDebitMandate, file: OutgoingFile): string {
  const related = element(
    'MndtRltdInf',
    idElement('MndtId', mandate.reference),
    textElement('DtOfSgntr', mandate.signedOn),
  );
  return element(
    'DrctDbtTxInf',
    paymentId(payment),
    instructedAmount(payment, file.currency),
    element('DrctDbtTx', related),
    requiredAgent('DbtrAgt', payment.counterparty),
    partyElement('Dbtr', payment.counterparty),
    accountElement('DbtrAcct', payment.counterparty),
    remittanceElement(payment),
  );
}

async function* texts(file: OutgoingFile, payments: AsyncIterable<OutgoingPayment>): AsyncGenerator<string> {
  yield xmlDeclaration;
  yield `<Document xmlns="${namespaceOf('pain.008.001.08')}"><CstmrDrctDbtInitn>${groupHeader(file)}`;
  const batchOf = batchNumbering();
  let current = 0;
  for await (const payment of counted(file, payments)) {
    const mandate = mandateOf(payment);
    const batch = batchOf(mandate.sequence);
    if (batch !== current) {
      if (current > 0) yield '</PmtInf>';
      current = batch;
      yield `<PmtInf>${batchHeader(file, batchIdOf(file.messageId, batch), mandate.sequence)}`;
    }
    yield directDebit(payment, mandate, file);
  }
  yield '</PmtInf></CstmrDrctDbtInitn></Document>\n';
}

export const writePain008: BankFileWriter = (file, payments) => {
  invariant(file.kind === 'PAIN_008' && file.direction === 'DEBIT', 'pain.008 has direct debits');
  invariant(
    file.serviceLevel === 'SEPA' && file.currency === 'EUR',
    'direct debits are SEPA payments in EUR',
  );
  return joined(texts(file, payments));
};
