/** SQL of the approval rules: a section of the platform's settings. */
import type { Executor } from '../../infrastructure/database/client.ts';
import type { Id } from '../../kernel/ids.ts';
import { toWire } from '../../kernel/money/amount.ts';
import { readSettings, saveSettingsSection } from '../../platforms/store.ts';
import { type ApprovalRules, parseApprovalRules } from './approval-rules.ts';

const name = 'approvals';

export async function findApprovalRules(db: Executor, platformId: Id<'Platform'>): Promise<ApprovalRules> {
  const settings = (await readSettings(db, platformId)) as { readonly [name]?: unknown };
  return parseApprovalRules(settings[name]);
}

/** The row of the platform is locked. */
export const saveApprovalRules = (
  tx: Executor,
  platformId: Id<'Platform'>,
  rules: ApprovalRules,
  at: Date,
): Promise<void> =>
  saveSettingsSection(tx, platformId, {
    name,
    section: JSON.parse(
      JSON.stringify(rules, (_, value) => (typeof value === 'bigint' ? toWire(value) : value)),
    ),
    at,
  });
