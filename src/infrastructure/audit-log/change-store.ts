/**
 * Records a change that no trigger sees as one: a secret that was shown, or a value that many transactions change together.
 * Triggers record all other changes (`database/attribution.ts`).
 */
import { sql } from 'drizzle-orm';
import { type Id, type IdType, typeOfId, uuidOf } from '../../kernel/ids.ts';
import { isAttributed } from '../database/attribution.ts';
import type { Executor } from '../database/client.ts';
import { send } from '../database/transact.ts';

/**
 * @param changes by field name: the values before and after, as the audit log shows them. Empty for a record that was only
 *   disclosed.
 */
export async function recordChange(
  tx: Executor,
  platformId: Id<'Platform'>,
  recordId: Id<IdType>,
  changes: Readonly<Record<string, readonly [before: unknown, after: unknown]>> = {},
): Promise<void> {
  if (!isAttributed(tx)) return;
  await send(
    tx,
    sql`insert into audit_changes (platform_id, written_in, written_at, record_type, record_id, changes, attribution)
        values (${uuidOf(platformId)}, txid_current(), now(), ${typeOfId(recordId)}, ${recordId}, ${JSON.stringify(changes)}::jsonb,
          (current_setting('payments.attribution')::jsonb -> 0) - 'record')`,
  );
}
