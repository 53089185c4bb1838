/**
 * Moves committed changes to the audit log: gives them positions and hashes, in the order of writing. No operation locks the
 * end of a chain, so payments do not wait for each other (docs/decisions/0004-event-positions.md).
 *
 * The changes of one record in one transaction are one entry, from its first value before to its last value after.
 *
 * The head of each chain is stored with a seal: an HMAC under a key that is derived from the data key, which the database
 * contains only under the master key. Without it, no other chain passes the check.
 */
import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { SealingKey } from '../../kernel/crypto/at-rest.ts';
import { type Id, idOf } from '../../kernel/ids.ts';
import { lockUntilCommit } from '../database/advisory-locks.ts';
import { withoutAttribution } from '../database/attribution.ts';
import { type Executor, rawRows } from '../database/client.ts';
import { transact } from '../database/transact.ts';
import type { Ports } from '../ports.ts';
import { firstPreviousHash } from './audit-entry.ts';

/** Transactions in one batch. All changes of a transaction are in one batch, so that they become one entry for each record. */
const maxTransactionsAtOnce = 2_000;

export interface AuditHead {
  readonly platformId: Id<'Platform'>;
  readonly position: number;
  /** Hex. */
  readonly hash: string;
}

/** The seal of a head. */
export const sealOf = (dataKey: SealingKey, { platformId, position, hash }: AuditHead): Buffer =>
  createHmac('sha256', dataKey.derive('audit-head', 32))
    .update(`${platformId}\n${position}\n${hash}`)
    .digest();

const content = sql`audit_content(platform_id, position, written_at, attribution ->> 'kind', attribution ->> 'id',
  attribution ->> 'name', attribution ->> 'operation', record_type, record_id, changes, attribution ->> 'requestId',
  attribution ->> 'address')`;

const sequence = sql`
  with taken as materialized (
    delete from audit_changes where written_in in (
      select written_in from audit_changes order by serial limit ${maxTransactionsAtOnce}
    ) returning *
  ), numbered as (
    select *, count(*) over same as nth_count, row_number() over (partition by written_in, record_id order by serial) as nth
    from taken window same as (partition by written_in, record_id)
  ), merged as (
    select serial, platform_id, written_at, record_type, record_id, attribution, nth_count,
      case when nth_count = 1 then changes else (
        select coalesce(jsonb_object_agg(key, jsonb_build_array(before, after)), '{}') from (
          select c.key, (array_agg(c.value -> 0 order by t.serial))[1] as before,
            (array_agg(c.value -> 1 order by t.serial desc))[1] as after
          from taken t, jsonb_each(t.changes) c
          where t.written_in = numbered.written_in and t.record_id = numbered.record_id group by c.key
        ) fields where before <> after or before = '"****"'
      ) end as changes
    from numbered where nth = 1
  ), listed as (
    select serial, platform_id, written_at, record_type, record_id, attribution,
      coalesce((select jsonb_agg(jsonb_build_object('field', key, 'before', value -> 0, 'after', value -> 1))::text
        from jsonb_each(changes)), '[]') as changes
    -- Values that were replaced by equal ones are no change.
    from merged where nth_count = 1 or changes <> '{}'
  ), positioned as (
    select l.*, coalesce(h.position, 0) + row_number() over (partition by l.platform_id order by l.serial) as position,
      coalesce(h.hash, ${firstPreviousHash}) as head
    from listed l left join audit_heads h using (platform_id)
  ), chained as (
    select *, audit_chain(head, ${content}) over (partition by platform_id order by serial) as hash from positioned
  ), inserted as (
    insert into audit_entries (platform_id, position, created_at, actor_kind, actor_id, actor_name, operation, record_type,
      record_id, changes, request_id, address, previous_hash, hash)
    select platform_id, position, written_at, attribution ->> 'kind', attribution ->> 'id', attribution ->> 'name',
      attribution ->> 'operation', record_type, record_id, changes, attribution ->> 'requestId', attribution ->> 'address',
      lag(hash, 1, head) over (partition by platform_id order by serial), hash
    from chained order by platform_id, position
    returning platform_id, position, hash
  )
  select distinct on (platform_id) platform_id, position, encode(hash, 'hex') as hash
  from inserted order by platform_id, position desc`;

/** Returns whether changes may be left. */
async function sequenceBatch({ db, dataKey }: Pick<Ports, 'db' | 'dataKey'>): Promise<boolean> {
  return transact(withoutAttribution(db), async (tx) => {
    await lockUntilCommit(tx, 'auditSequencer');
    // The table of changes is small or empty when its statistics are taken, and a nested loop over a batch takes its square.
    await tx.execute(sql`select set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true)`);
    // A separate statement, so that its snapshot is taken while the lock is held.
    const rows = await rawRows<{ platform_id: string; position: string | number; hash: string }>(
      tx,
      sequence,
    );
    if (rows.length === 0) return false;
    const heads = rows.map((row) => {
      const head = {
        platformId: idOf('Platform', row.platform_id),
        position: Number(row.position),
        hash: row.hash,
      };
      return {
        platform_id: row.platform_id,
        position: head.position,
        hash: row.hash,
        seal: sealOf(dataKey, head).toString('hex'),
      };
    });
    await tx.execute(sql`
      insert into audit_heads (platform_id, position, hash, seal)
      select platform_id, position, decode(hash, 'hex'), decode(seal, 'hex')
      from json_to_recordset(${JSON.stringify(heads)}::json) as h (platform_id uuid, position bigint, hash text, seal text)
      on conflict (platform_id) do update set position = excluded.position, hash = excluded.hash, seal = excluded.seal`);
    return hasChanges(tx);
  });
}

async function hasChanges(db: Executor): Promise<boolean> {
  const [row] = await rawRows<{ waiting: boolean }>(
    db,
    sql`select exists (select from audit_changes) as waiting`,
  );
  return row?.waiting ?? false;
}

/** Moves all changes that are committed now to the audit log. */
export async function sequenceAuditEntries(ports: Pick<Ports, 'db' | 'dataKey'>): Promise<void> {
  for (let mayHaveMore = await hasChanges(ports.db.orm); mayHaveMore; )
    mayHaveMore = await sequenceBatch(ports);
}
