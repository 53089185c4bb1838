/**
 * Changes the approval rules of a platform. Actions that wait are decided under the new rules.
 *
 * Decision: changing who is notified needs VIEW too, because a notification has data that the caller could not read itself.
 *
 * Source: docs/behaviour/agents.md#approval-rules; schema.graphql, `updateApprovalRules`.
 */
import { transact } from '../../infrastructure/database/transact.ts';
import { InvalidInput, invariant } from '../../kernel/errors.ts';
import type { Ports } from '../../payments/ports.ts';
import { requireToGrant } from '../../platforms/access/grants.ts';
import type { PlatformCaller } from '../../platforms/access/principal.ts';
import { requireStepUp } from '../../platforms/access/step-up.ts';
import type { PermissionNotHeld, StepUpRequired } from '../../platforms/errors.ts';
import { lockPlatform } from '../../platforms/store.ts';
import { type ApprovalRules, type ApprovalRulesChange, changeApprovalRules } from './approval-rules.ts';
import { sealSlackUrl } from './slack-url.ts';
import { findApprovalRules, saveApprovalRules } from './store.ts';

export async function updateApprovalRules(
  { db, clock, dataKey }: Pick<Ports, 'db' | 'clock' | 'dataKey'>,
  principal: PlatformCaller,
  change: ApprovalRulesChange,
): Promise<ApprovalRules | InvalidInput | PermissionNotHeld | StepUpRequired> {
  const { platform: caller } = principal;
  // Who receives notifications reads amounts and agents.
  const notAllowed =
    (change.notifications && requireToGrant(principal, ['VIEW'])) ?? requireStepUp(principal, clock.real());
  if (notAllowed) return notAllowed;
  const url = change.notifications?.slackWebhookUrl;
  if (typeof url === 'string' && caller.mode === 'PRODUCTION' && !url.startsWith('https:')) {
    return InvalidInput.at('notifications.slackWebhookUrl', 'must be an https URL');
  }
  const slack = typeof url === 'string' ? sealSlackUrl(dataKey, caller.id, url) : url;
  return transact<ApprovalRules | InvalidInput>(db, async (tx) => {
    const platform = await lockPlatform(tx, caller.id);
    invariant(platform, 'the platform of a caller exists');
    const rules = changeApprovalRules(await findApprovalRules(tx, platform.id), change, slack);
    await saveApprovalRules(tx, platform.id, rules, clock.now(platform));
    return rules;
  });
}
