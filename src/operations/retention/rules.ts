/**
 * What is kept for a time and then forgotten. Entries, events, transactions, quotes and whatever else tells what
 * happened to money is not here: it is kept for ever.
 *
 * Decision: where a platform's clock stamped a row, its age is counted from when it was made, in real time, which its
 * id tells: a sandbox's clock is only ever ahead, so what has been there for days of real time is over on it too, and
 * moving a clock forgets nothing early.
 *
 * Decision: idempotency keys are kept for 48 hours, and as long as an action that they made is undecided; look-ups,
 * signed requests, access tokens and retired keys for 24 hours after their end; ended sessions, device codes and
 * verification links, and webhook deliveries that are done, with their attempts, for 30 days. Files: `sweep-files.ts`.
 *
 * Source: gaps 1.8 (idempotency keys), 4.10, 6.3.
 */
import { type SQL, sql } from 'drizzle-orm';
import { earliestUuidAt } from '../../kernel/ids.ts';
import { verifiesForMs } from '../../platforms/access/access-token-keys.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

export interface RetentionRule {
  readonly table: string;
  /** Which rows are forgotten at an instant of real time; the table is called `t`. */
  readonly forgotten: (realNow: Date) => SQL;
  /** Rows of another table that go with each. */
  readonly with?: { readonly table: string; readonly of: string };
}

const ago = (now: Date, ms: number): SQL => sql`${new Date(now.getTime() - ms).toISOString()}::timestamptz`;
/** Below the ids of whatever was made since, by real time. */
const madeBefore = (now: Date, ms: number): SQL => sql`${earliestUuidAt(new Date(now.getTime() - ms))}::uuid`;

export const retentionRules: readonly RetentionRule[] = [
  {
    table: 'idempotency_keys',
    forgotten: (now) => sql`t.created_at < ${ago(now, 2 * dayMs)} and not exists (
      select from agent_actions a where a.status = 'PENDING_APPROVAL' and t.result_id = 'AgentAction:' || a.id)`,
  },
  {
    table: 'receiver_lookups',
    forgotten: (now) => sql`t.id < ${madeBefore(now, 2 * dayMs)} and t.expires_at < ${ago(now, dayMs)}
      and not exists (select from quotes q where q.lookup_id = t.id)`,
  },
  {
    table: 'signed_requests',
    forgotten: (now) => sql`t.id < ${madeBefore(now, 2 * dayMs)}`,
  },
  { table: 'spent_once', forgotten: (now) => sql`t.forgotten_at < ${ago(now, 0)}` },
  { table: 'rate_limits', forgotten: (now) => sql`t.forgotten_at < ${ago(now, 0)}` },
  { table: 'access_tokens', forgotten: (now) => sql`t.expires_at < ${ago(now, dayMs)}` },
  { table: 'access_token_keys', forgotten: (now) => sql`t.created_at < ${ago(now, verifiesForMs + dayMs)}` },
  { table: 'webhook_keys', forgotten: (now) => sql`t.retired_at < ${ago(now, dayMs)}` },
  {
    table: 'sessions',
    forgotten: (now) => sql`t.id < ${madeBefore(now, 30 * dayMs)} and t.expires_at < ${ago(now, 30 * dayMs)}`,
  },
  { table: 'device_codes', forgotten: (now) => sql`t.expires_at < ${ago(now, 30 * dayMs)}` },
  { table: 'kyc_links', forgotten: (now) => sql`t.expires_at < ${ago(now, 30 * dayMs)}` },
  {
    table: 'webhook_deliveries',
    forgotten: (now) => sql`t.id < ${madeBefore(now, 30 * dayMs)} and t.status <> 'PENDING' and not exists (
      select from webhook_attempts a where a.delivery_id = t.id and a.id >= ${madeBefore(now, 30 * dayMs)})`,
    with: { table: 'webhook_attempts', of: 'delivery_id' },
  },
];
