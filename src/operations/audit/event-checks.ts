/** Invariants of the event log, and between the log and the records. Source: `events/log.ts`; docs/behaviour/webhooks.md#test-endpoint. */
import { sql } from 'drizzle-orm';
import { apiId, type Check } from './check.ts';

/** The last position of events in files. Positions near it may be in the database: partitions are divided by the time of ids. */
const lastArchived = sql`(select coalesce(max(last_position), 0) from closed_partitions where archived_at is not null)`;

export const eventChecks: readonly Check[] = [
  {
    name: 'the event log has every position once, from 1',
    rows: sql`select count(*) from events where position is not null`,
    wrong: sql`select 'position ' || (before + 1) || case
        when position > before + 2 then ' to ' || (position - 1) || ' are missing'
        when position = before + 2 then ' is missing'
        else ' is there twice' end
      from (
        select position, lag(position, 1, ${lastArchived}) over (order by position) as before
        from events where position > ${lastArchived}
      ) step where position <> before + 1
      union all
      select 'position ' || position || ' is there twice' from events
      where position <= ${lastArchived} group by position having count(*) > 1
      union all
      select 'positions up to ' || ${lastArchived} || ' are missing: ' || missing
      from (
        select ${lastArchived} - (select coalesce(sum(row_count), 0) from closed_partitions where archived_at is not null)
          - (select count(distinct position) from events where position <= ${lastArchived}) as missing
      ) archived where missing <> 0`,
  },
  {
    name: 'the published events of each record are numbered from 1 in the order of the log',
    rows: sql`select count(*) from events where sequence is not null`,
    wrong: sql`select resource_id || ' has ' || sequence || ' as its event ' || nth
      from (
        select resource_id, sequence, case
            when lag(sequence) over in_order is not null then 1 + lag(sequence) over in_order
            -- The first event after archived ones.
            when ${lastArchived} > 0 and exists (
              select from event_sequences s where s.resource_id = e.resource_id and s.sequence >= e.sequence - 1
            ) then sequence
            else 1 end as nth
        from events e where sequence is not null
        window in_order as (partition by resource_id order by position nulls last, serial)
      ) numbered where sequence <> nth`,
  },
  {
    name: 'the last event of each transaction has its status',
    rows: sql`select count(*) from transactions`,
    wrong: sql`select coalesce(${apiId('Transaction', 't.id')}, last.resource_id)
        || coalesce(' is ' || t.status || coalesce(', refund ' || t.refund_status, ''), ' does not exist')
        || coalesce(', its last event has ' || last.status || coalesce(', refund ' || last.refund_status, ''),
             ' and has no event')
      from transactions t full join (
        select distinct on (resource_id) resource_id, platform_id, status, refund_status
        from transaction_steps order by resource_id desc, serial desc
      ) last on last.resource_id = ${apiId('Transaction', 't.id')} and last.platform_id = t.platform_id
      where (t.status = last.status) is not true or t.refund_status is distinct from last.refund_status`,
  },
];
