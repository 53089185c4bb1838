/**
 * Invariants of the audit log: each platform's entries are one chain, and its head is the last of them. A changed entry has
 * another hash than its content. A removed or inserted one breaks the chain, or is not the head.
 *
 * A process that can write the database could write another chain with its head. The seal of a head needs the data key. A restored
 * older state of the log and its head is consistent: it is found by comparing heads with those of an earlier verification or
 * with an export.
 *
 * Source: docs/behaviour/audit.md#the-chain.
 */
import { sql } from 'drizzle-orm';
import { firstPreviousHash } from '../../infrastructure/audit-log/audit-entry.ts';
import { type AuditHead, sealOf } from '../../infrastructure/audit-log/sequence.ts';
import { type Executor, rawRows } from '../../infrastructure/database/client.ts';
import type { SealingKey } from '../../kernel/crypto/at-rest.ts';
import { idOf } from '../../kernel/ids.ts';
import { apiId, type Check, type CheckResult, offendersShown } from './check.ts';

const platform = apiId('Platform', 'e.platform_id');

export const auditLogChecks: readonly Check[] = [
  {
    name: 'the entries of each audit log are one chain, and each has the hash of its content',
    rows: sql`select count(*) from audit_entries`,
    wrong: sql`select ${platform} || ' entry ' || e.position || case
        when e.position <> e.position_before + 1 then ' follows entry ' || e.position_before
        when e.previous_hash <> e.hash_before then ' does not continue the chain'
        else ' has another hash than its content' end
      from (
        select a.platform_id, a.position, a.previous_hash, a.hash,
          lag(a.position, 1, 0::bigint) over chain as position_before,
          lag(a.hash, 1, ${firstPreviousHash}) over chain as hash_before,
          audit_hash(a.previous_hash, audit_content(a.platform_id, a.position, a.created_at, a.actor_kind, a.actor_id,
            a.actor_name, a.operation, a.record_type, a.record_id, a.changes, a.request_id, a.address)) as computed
        from audit_entries a window chain as (partition by a.platform_id order by a.position)
      ) e
      where e.position <> e.position_before + 1 or e.previous_hash <> e.hash_before or e.hash <> e.computed`,
  },
  {
    name: 'the head of each audit log is its last entry',
    rows: sql`select count(*) from platforms`,
    wrong: sql`select ${platform} || case
        when e.head is null then ' has no head'
        when e.last is null then ' has no entry, its head is ' || e.head
        else ' ends with entry ' || e.last || ', its head is ' || e.head end
      from (
        select p.platform_id, h.position as head, l.position as last, h.hash = l.hash as is_last
        from (
          select id as platform_id from platforms union select platform_id from audit_entries
          union select platform_id from audit_heads
        ) p
          left join audit_heads h on h.platform_id = p.platform_id
          left join lateral (
            select a.position, a.hash from audit_entries a where a.platform_id = p.platform_id order by a.position desc limit 1
          ) l on true
        where h.position is not null or l.position is not null
          or not exists (select from audit_changes c where c.platform_id = p.platform_id)
      ) e
      where (e.head = e.last and e.is_last) is not true`,
  },
];

const headsAtOnce = 1_000;

/** Checks that the heads were written by this service. */
export async function checkSeals(tx: Executor, dataKey: SealingKey): Promise<CheckResult> {
  let rows = 0;
  const offenders: string[] = [];
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const heads = await rawRows<{ platform_id: string; position: unknown; hash: string; seal: string }>(
      tx,
      sql`select platform_id, position, encode(hash, 'hex') as hash, encode(seal, 'hex') as seal from audit_heads
          where platform_id > ${after} order by platform_id limit ${headsAtOnce}`,
    );
    for (const { platform_id, position, hash, seal } of heads) {
      const head: AuditHead = { platformId: idOf('Platform', platform_id), position: Number(position), hash };
      if (sealOf(dataKey, head).toString('hex') !== seal)
        offenders.push(`${head.platformId} has another seal`);
    }
    rows += heads.length;
    const last = heads.at(-1);
    if (!last || heads.length < headsAtOnce) break;
    after = last.platform_id;
  }
  return {
    name: 'the head of each audit log has the seal of this service',
    rows,
    wrong: offenders.length,
    offenders: offenders.slice(0, offendersShown),
  };
}
