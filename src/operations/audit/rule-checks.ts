/**
 * Checks that the triggers and constraints that protect the ledger and the audit log exist and are enabled, on the tables and on
 * their partitions: a statement on a partition runs only the triggers of the partition.
 */
import { sql } from 'drizzle-orm';
import { auditedTables } from '../../infrastructure/audit-log/audited-tables.ts';
import type { Check } from './check.ts';

// Bits of pg_trigger.tgtype: the timing and the events of a trigger.
const before = 2;
const insert = 4;
const onDelete = 8;
const update = 16;
const truncate = 32;

const triggers = [
  ['entries', 'entries_never_change', before + update + onDelete + truncate],
  ['postings', 'postings_never_change', before + update + onDelete + truncate],
  ['postings', 'postings_must_balance', insert],
  ['audit_entries', 'audit_entries_never_change', before + update + onDelete + truncate],
] as const;

const constraints = [
  ['ledger_accounts', 'only_service_accounts_are_summed'],
  ['ledger_accounts', 'posted_and_held_come_together'],
  ['ledger_accounts', 'held_is_not_negative'],
  ['ledger_accounts', 'available_is_not_negative'],
  ['ledger_accounts', 'posted_fits_a_json_number'],
  ['ledger_accounts', 'closed_accounts_are_empty'],
  ['postings', 'posting_moves_something'],
  ['holds', 'hold_is_positive'],
] as const;

const rows = (values: readonly (readonly (string | number)[])[]) =>
  sql.raw(
    values
      .map((row) => `(${row.map((one) => (typeof one === 'number' ? one : `'${one}'`)).join(', ')})`)
      .join(', '),
  );

export const ruleChecks: readonly Check[] = [
  {
    name: 'the triggers that make entries, postings and the audit log immutable',
    rows: sql`select ${triggers.length}::int`,
    wrong: sql`select 'trigger ' || rule.name || ' on ' || rule.relation || case
        when t.oid is null then ' is missing'
        when t.tgenabled not in ('O', 'A') then ' is disabled'
        else ' is another' end
      from (
          select relation, name, events from (values ${rows(triggers)}) as table_rule (relation, name, events)
          union all
          select p.relname::text, name, events from (values ${rows(triggers)}) as table_rule (relation, name, events)
            join pg_inherits on inhparent = to_regclass(relation) join pg_class p on p.oid = inhrelid
        ) as rule
        left join pg_trigger t on t.tgrelid = to_regclass(rule.relation) and t.tgname = rule.name
        left join pg_proc f on f.oid = t.tgfoid
      where (t.tgenabled in ('O', 'A') and t.tgtype = rule.events and f.prosrc like '%RAISE EXCEPTION%') is not true`,
  },
  {
    name: 'the triggers that record changes in the audit log',
    rows: sql`select ${auditedTables.length}::int`,
    wrong: sql`select 'trigger recorded_in_audit_log on ' || rule.relation
        || case when t.oid is null then ' is missing' else ' is disabled' end
      from (values ${rows(auditedTables.map((name) => [name]))}) as rule (relation)
        left join pg_trigger t on t.tgrelid = to_regclass(rule.relation) and t.tgname = 'recorded_in_audit_log'
      where (t.tgenabled in ('O', 'A')) is not true`,
  },
  {
    name: 'the constraints on balances, postings and holds',
    rows: sql`select ${constraints.length}::int`,
    wrong: sql`select 'constraint ' || rule.name || ' on ' || rule.relation
        || case when c.oid is null then ' is missing' else ' was never validated' end
      from (values ${rows(constraints)}) as rule (relation, name)
        left join pg_constraint c on c.conrelid = to_regclass(rule.relation) and c.conname = rule.name
      where c.convalidated is not true`,
  },
  {
    // A unique index of the whole table would contain the partition key.
    name: 'the unique indexes on the positions and numbers of events, in each partition',
    rows: sql`select 2 * count(*) from pg_inherits where inhparent = 'events'::regclass`,
    wrong: sql`select 'the unique index on ' || columns || ' of ' || p.relname || ' is missing'
      from pg_inherits join pg_class p on p.oid = inhrelid
        cross join (values ('(position)'), ('(resource_id, sequence)')) as rule (columns)
      where inhparent = 'events'::regclass and not exists (
        select from pg_index i where i.indrelid = p.oid and i.indisunique and i.indisvalid
          and strpos(replace(pg_get_indexdef(i.indexrelid), '"', ''), columns) > 0)`,
  },
];
