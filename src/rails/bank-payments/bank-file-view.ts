/** The response body of a bank file. Source: docs/behaviour/bank-connections.md#payments. */
import { instantView, type JsonBody, moneyView } from '../../kernel/view.ts';
import { bankDecisionView } from '../decisions/decision-view.ts';
import { ofRound, type RoundDecision } from '../decisions/store.ts';
import type { BankFile } from './bank-payment.ts';

/**
 * @param currency of the connection of the file.
 * @param decisions of all rounds; the body has those of the current one.
 */
export const bankFileView = (
  file: BankFile,
  currency: string,
  decisions: readonly RoundDecision[],
): JsonBody => ({
  id: file.id,
  connectionId: file.connectionId,
  direction: file.direction,
  kind: file.kind,
  status: file.status,
  name: file.name,
  messageId: file.messageId,
  serviceLevel: file.serviceLevel,
  paymentDirection: file.paymentDirection,
  executionDate: file.executionDate,
  count: file.count,
  total: file.direction === 'OUT' ? moneyView({ amount: file.total, currency }) : undefined,
  byteLength: file.byteLength,
  reason: file.reason,
  line: file.line,
  releases: file.releases,
  decisions: ofRound(decisions, file.round).map(bankDecisionView),
  createdAt: instantView(file.createdAt),
  updatedAt: instantView(file.updatedAt),
});
