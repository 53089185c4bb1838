/**
 * The kinds of event of internal accounts. Source: docs/behaviour/webhooks.md#delivery.
 */
import { type EventKind, kindOf } from '../infrastructure/events/kind.ts';

export const accountEventKinds = {
  'INTERNAL_ACCOUNT.BALANCE_UPDATED': kindOf('InternalAccount'),
  'INTERNAL_ACCOUNT.STATUS_UPDATED': kindOf('InternalAccount'),
} as const satisfies Record<string, EventKind>;

export type AccountEventType = keyof typeof accountEventKinds;

/** What of an internal account an event tells: `balance` is the available one, in the smallest unit. */
interface AccountState {
  readonly status: string;
  readonly balance: bigint;
}

/** The events of an internal account's change, its status first. Making an account is no update. */
export function accountEvents(from: AccountState, to: AccountState): readonly AccountEventType[] {
  return [
    ...(from.status === to.status ? [] : (['INTERNAL_ACCOUNT.STATUS_UPDATED'] as const)),
    ...(from.balance === to.balance ? [] : (['INTERNAL_ACCOUNT.BALANCE_UPDATED'] as const)),
  ];
}
