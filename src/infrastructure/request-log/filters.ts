/** The filter of the request log, of both APIs. */
import { z } from 'zod';
import { boolean, instant, optional, text } from '../../kernel/parse.ts';

export const ApiRequestFilterInput = z.object({
  requestId: optional(text(100)),
  actorId: optional(text(100)),
  operation: optional(text(200)),
  errorCode: optional(text(100)),
  failed: optional(boolean),
  startedAfter: optional(instant),
  startedBefore: optional(instant),
});
