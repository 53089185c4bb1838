/** The response body of an unmatched deposit. Source: docs/behaviour/bank-connections.md#unmatched-deposits. */
import { instantView, type JsonBody, moneyView } from '../../kernel/view.ts';
import { counterpartyAs, type Identifiers } from '../bank-connections/masked-party.ts';
import { bankDecisionView } from '../decisions/decision-view.ts';
import { ofRound, type RoundDecision } from '../decisions/store.ts';
import type { UnmatchedDeposit } from './unmatched-deposit.ts';

/** @param decisions of all rounds; the body has those of the current one. */
export const unmatchedDepositView = (
  deposit: UnmatchedDeposit,
  decisions: readonly RoundDecision[],
  identifiers: Identifiers,
): JsonBody => ({
  id: deposit.id,
  connectionId: deposit.connectionId,
  entryId: deposit.entryId,
  amount: moneyView(deposit),
  depositor: deposit.depositor && counterpartyAs(deposit.depositor, identifiers),
  remittance: deposit.remittance,
  status: deposit.status,
  reason: deposit.reason,
  decision: deposit.decision,
  decidedAccountId: deposit.decidedAccountId,
  decisions: ofRound(decisions, deposit.round).map(bankDecisionView),
  transactionId: deposit.transactionId,
  createdAt: instantView(deposit.createdAt),
  updatedAt: instantView(deposit.updatedAt),
});
