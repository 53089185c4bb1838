/** Invariants of the event log, and between the log and the records. Source: `events/log.ts`; docs/behaviour/webhooks.md#test-endpoint. */
import { sql } from 'drizzle-orm';
import { apiId, type Check } from './check.ts';

export const eventChecks: readonly Check[] = [
  {
    name: 'the event log has every position once, from 1',
    rows: sql`select count(*) from events where position is not null`,
    wrong: sql`select 'position ' || (before + 1) || case
        when position > before + 2 then ' to ' || (position - 1) || ' are missing'
        when position = before + 2 then ' is missing'
        else ' is there twice' end
      from (
        select position, lag(position, 1, 0::bigint) over (order by position) as before
        from events where position is not null
      ) step where position <> before + 1`,
  },
  {
    name: 'the published events of each record are numbered from 1 in the order of the log',
    rows: sql`select count(*) from events where sequence is not null`,
    wrong: sql`select resource_id || ' has ' || sequence || ' as its event ' || nth
      from (
        select resource_id, sequence,
          row_number() over (partition by resource_id order by position nulls last, serial) as nth
        from events where sequence is not null
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
        select distinct on (resource_id) resource_id, platform_id,
          data->>'status' as status, data->>'refundStatus' as refund_status
        from events where topic = 'transaction' order by resource_id desc, serial desc
      ) last on last.resource_id = ${apiId('Transaction', 't.id')} and last.platform_id = t.platform_id
      where (t.status = last.status) is not true or t.refund_status is distinct from last.refund_status`,
  },
];
