/** A decision on a bank file or a deposit as a response body. Source: docs/behaviour/bank-connections.md#release. */
import { instantView, type JsonBody } from '../../kernel/view.ts';
import type { BankDecision } from './store.ts';

export const bankDecisionView = ({
  actorKind,
  actorId,
  actorName,
  isApproval,
  comment,
  createdAt,
}: BankDecision): JsonBody => ({
  actor: { kind: actorKind, id: actorId, name: actorName },
  isApproval,
  comment,
  createdAt: instantView(createdAt),
});
