/** Checks that the triggers and constraints that protect the ledger exist and are enabled. */
import { sql } from 'drizzle-orm';
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
    name: 'the triggers that make entries and postings immutable',
    rows: sql`select ${triggers.length}::int`,
    wrong: sql`select 'trigger ' || rule.name || ' on ' || rule.relation || case
        when t.oid is null then ' is missing'
        when t.tgenabled not in ('O', 'A') then ' is disabled'
        else ' is another' end
      from (values ${rows(triggers)}) as rule (relation, name, events)
        left join pg_trigger t on t.tgrelid = to_regclass(rule.relation) and t.tgname = rule.name
        left join pg_proc f on f.oid = t.tgfoid
      where (t.tgenabled in ('O', 'A') and t.tgtype = rule.events and f.prosrc like '%RAISE EXCEPTION%') is not true`,
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
];
