/** The filter of the audit log, of both APIs. */
import { z } from 'zod';
import { instant, oneOf, optional, text } from '../../kernel/parse.ts';
import { actorKinds } from '../database/attribution.ts';

/** The longest id of a record: its type, a colon and a uuid. */
const recordId = text(100);

export const AuditLogFilterInput = z.object({
  actorKind: optional(oneOf(actorKinds)),
  actorId: optional(recordId),
  operation: optional(text(100)),
  recordType: optional(text(50)),
  recordId: optional(recordId),
  requestId: optional(text(100)),
  createdAfter: optional(instant),
  createdBefore: optional(instant),
});
