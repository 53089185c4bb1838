/**
 * The event types of internal accounts. Source: docs/behaviour/webhooks.md#delivery.
 */
import { type EventKind, kindOf } from '../infrastructure/events/kind.ts';

export const accountEventKinds = {
  'INTERNAL_ACCOUNT.BALANCE_UPDATED': kindOf('InternalAccount'),
  'INTERNAL_ACCOUNT.STATUS_UPDATED': kindOf('InternalAccount'),
} as const satisfies Record<string, EventKind>;
