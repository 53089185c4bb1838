/**
 * Step-up: operations that create credentials, change keys or approve large payments need a member that proved to be present
 * in the last minutes, so that an unattended or stolen session alone cannot do them.
 *
 * Decision: other callers have no session and need no step-up.
 *
 * Source: docs/behaviour/members.md#step-up.
 */
import { StepUpRequired } from '../errors.ts';
import type { Principal } from './principal.ts';

export const stepUpSeconds = 300;

/** Returns an error if the caller is a member whose proof of presence is too old. */
export function requireStepUp(caller: Principal, realNow: Date): StepUpRequired | undefined {
  if (caller.kind !== 'member') return undefined;
  const { stepUpAt } = caller.session;
  const isFresh = stepUpAt !== undefined && realNow.getTime() - stepUpAt.getTime() < stepUpSeconds * 1000;
  return isFresh ? undefined : new StepUpRequired();
}
