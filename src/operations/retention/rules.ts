/**
 * Retention rules: which rows are deleted after which time. Records of money (entries, events, transactions, quotes) and the
 * audit log have no rule and are retained forever. An operator can move events to files (`operations/archive/`).
 *
 * Decision: rows with times of a platform's clock are aged by the real time in their id. A sandbox clock is never behind real
 * time, so a row that is days old in real time has expired on that clock too, and moving a clock deletes nothing early.
 *
 * Decision: idempotency keys are retained for 48 hours, and as long as the action that they created is undecided. Look-ups,
 * signed requests, access tokens, faults on request and retired keys are retained for 24 hours after their end. Sign-in links and
 * challenges of members are deleted when they expire, sessions of the Model Context Protocol an hour after their last use. Ended sessions, of wallets and of members, device codes,
 * verification links, API requests, and finished webhook deliveries with their attempts are retained for 30 days, finished imports
 * with their errors for 90. Published exchange rates are retained for 400 days, so that a year can be compared with the one before,
 * and evaluations of submissions that a policy rejected as long.
 * Files: `sweep-files.ts`.
 *
 * Decision: documents that a verification used are deleted five years after the deletion of the customer: they are the evidence of
 * an identity check, which rules against money laundering require for that time after the end of the relationship. The others
 * are deleted with the customer (`delete-customer.ts`). `sweep-files.ts` removes their files. Matches with sanctions lists are such
 * evidence too.
 *
 * Source: docs/behaviour/conventions.md#idempotency (idempotency keys), docs/behaviour/wallets.md#openid-connect-and-one-time-codes, docs/behaviour/webhooks.md#responses-and-retries.
 */
import { type SQL, sql } from 'drizzle-orm';
import { earliestUuidAt } from '../../kernel/ids.ts';
import { verifiesForMs } from '../../platforms/access/access-token-keys.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const evidenceMs = 5 * 365 * dayMs;
const rateHistoryMs = 400 * dayMs;
const evaluationMs = 400 * dayMs;

export interface RetentionRule {
  readonly table: string;
  /** The condition for rows to delete at an instant of real time. The table has the alias `t`. */
  readonly expired: (realNow: Date) => SQL;
  /** Rows of another table that are deleted with each row. */
  readonly with?: { readonly table: string; readonly of: string };
}

const ago = (now: Date, ms: number): SQL => sql`${new Date(now.getTime() - ms).toISOString()}::timestamptz`;
/** The smallest id of rows that were created since then, in real time. */
const createdBefore = (now: Date, ms: number): SQL =>
  sql`${earliestUuidAt(new Date(now.getTime() - ms))}::uuid`;

export const retentionRules: readonly RetentionRule[] = [
  {
    table: 'idempotency_keys',
    expired: (now) => sql`t.created_at < ${ago(now, 2 * dayMs)} and not exists (
      select from agent_actions a where a.status = 'PENDING_APPROVAL' and t.result_id = 'AgentAction:' || a.id)`,
  },
  {
    table: 'receiver_lookups',
    expired: (now) => sql`t.id < ${createdBefore(now, 2 * dayMs)} and t.expires_at < ${ago(now, dayMs)}
      and not exists (select from quotes q where q.lookup_id = t.id)`,
  },
  {
    table: 'signed_requests',
    expired: (now) => sql`t.id < ${createdBefore(now, 2 * dayMs)}`,
  },
  { table: 'api_requests', expired: (now) => sql`t.id < ${createdBefore(now, 30 * dayMs)}` },
  { table: 'spent_once', expired: (now) => sql`t.forgotten_at < ${ago(now, 0)}` },
  { table: 'rate_limits', expired: (now) => sql`t.forgotten_at < ${ago(now, 0)}` },
  { table: 'sandbox_faults', expired: (now) => sql`t.expires_at < ${ago(now, dayMs)}` },
  { table: 'access_tokens', expired: (now) => sql`t.expires_at < ${ago(now, dayMs)}` },
  { table: 'access_token_keys', expired: (now) => sql`t.created_at < ${ago(now, verifiesForMs + dayMs)}` },
  { table: 'webhook_keys', expired: (now) => sql`t.retired_at < ${ago(now, dayMs)}` },
  {
    table: 'sessions',
    expired: (now) =>
      sql`t.id < ${createdBefore(now, 30 * dayMs)} and t.expires_at < ${ago(now, 30 * dayMs)}`,
  },
  { table: 'sign_in_links', expired: (now) => sql`t.expires_at < ${ago(now, 0)}` },
  { table: 'member_passkey_challenges', expired: (now) => sql`t.expires_at < ${ago(now, 0)}` },
  {
    table: 'member_sessions',
    expired: (now) => sql`t.expires_at < ${ago(now, 30 * dayMs)}`,
  },
  {
    table: 'documents',
    expired: (now) => sql`t.id < ${createdBefore(now, evidenceMs)} and exists (
      select from customers c where c.id = t.customer_id and c.deleted_at < ${ago(now, evidenceMs)})`,
  },
  {
    // The last publication of a feed is the one in use.
    table: 'rate_snapshots',
    expired: (now) => sql`t.id < ${createdBefore(now, rateHistoryMs)} and exists (
      select from rate_snapshots s where s.source = t.source and (s.published_at, s.id) > (t.published_at, t.id))`,
  },
  {
    table: 'customer_imports',
    expired: (now) =>
      sql`t.id < ${createdBefore(now, 90 * dayMs)} and t.status in ('COMPLETED', 'FAILED') and t.storage_key is null`,
    with: { table: 'customer_import_errors', of: 'import_id' },
  },
  {
    table: 'screening_matches',
    expired: (now) => sql`t.id < ${createdBefore(now, evidenceMs)} and exists (
      select from customers c where c.id = t.customer_id and c.deleted_at < ${ago(now, evidenceMs)})`,
  },
  {
    // The evaluation of an action stays with it. A backtest reaches back a year.
    table: 'agent_evaluations',
    expired: (now) => sql`t.action_id is null and t.id < ${createdBefore(now, evaluationMs)}`,
  },
  { table: 'mcp_sessions', expired: (now) => sql`t.last_used_at < ${ago(now, hourMs)}` },
  { table: 'device_codes', expired: (now) => sql`t.expires_at < ${ago(now, 30 * dayMs)}` },
  { table: 'kyc_links', expired: (now) => sql`t.expires_at < ${ago(now, 30 * dayMs)}` },
  {
    table: 'webhook_deliveries',
    expired: (now) => sql`t.id < ${createdBefore(now, 30 * dayMs)} and t.status <> 'PENDING' and not exists (
      select from webhook_attempts a where a.delivery_id = t.id and a.id >= ${createdBefore(now, 30 * dayMs)})`,
    with: { table: 'webhook_attempts', of: 'delivery_id' },
  },
];
