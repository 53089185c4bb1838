/** Schemas of the sandbox. Source: docs/behaviour/sandbox.md#faults. */
import { z } from 'zod';
import { faultKinds, faultTargets } from '../../../sandbox/faults/fault.ts';
import { id, instant } from './common.ts';

export const SandboxFault = z
  .object({
    id: id('SandboxFault'),
    kind: z.enum(faultKinds),
    target: z.enum(faultTargets),
    operation: z.string().optional().meta({ description: 'The operation that it is limited to.' }),
    tokenId: id('Token', 'AccessToken', 'Agent').optional(),
    eventType: z.string().optional().meta({ description: 'The event type that it is limited to.' }),
    delayMs: z.int().optional().meta({ description: 'Only of a kind with a delay.' }),
    retryAfterSeconds: z.int().optional().meta({ description: 'Only of RATE_LIMITED.' }),
    hidden: z.boolean().meta({ description: 'Whether responses and deliveries do not name the fault.' }),
    remaining: z
      .int()
      .optional()
      .meta({ description: 'How many more times it applies. Absent if only time ends it.' }),
    appliedCount: z.int().meta({ description: 'How often it has applied, over all processes.' }),
    createdAt: instant,
    expiresAt: instant,
  })
  .meta({ id: 'SandboxFault' });
