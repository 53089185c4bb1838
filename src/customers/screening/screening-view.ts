/** The response body of a match. Source: docs/behaviour/customers.md#screening. */
import { instantView, type JsonBody } from '../../kernel/view.ts';
import type { ScreeningMatch } from './screening-match.ts';

export const screeningMatchView = (match: ScreeningMatch): JsonBody => ({
  id: match.id,
  customerId: match.customerId,
  subjectId: match.subjectId,
  status: match.status,
  score: match.score,
  matchedName: match.matchedName,
  entryId: match.entryId,
  program: match.program,
  listVersion: match.listVersion,
  decidedBy: match.decidedBy,
  comment: match.comment,
  decidedAt: match.decidedAt && instantView(match.decidedAt),
  createdAt: instantView(match.createdAt),
  updatedAt: instantView(match.updatedAt),
});
