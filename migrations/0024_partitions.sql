CREATE TABLE "archived_steps" (
	"resource_id" text NOT NULL,
	"serial" bigint NOT NULL,
	"platform_id" uuid NOT NULL,
	"partition" text NOT NULL,
	"status" text NOT NULL,
	"previous_status" text,
	"refund_status" text,
	"note" text,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "archived_steps_resource_id_serial_pk" PRIMARY KEY("resource_id","serial")
);
--> statement-breakpoint
CREATE TABLE "closed_partitions" (
	"name" text PRIMARY KEY NOT NULL,
	"parent" text NOT NULL,
	"starts_at" uuid,
	"ends_at" uuid NOT NULL,
	"last_position" bigint,
	"closed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"counted_at" timestamp (3) with time zone,
	"archived_at" timestamp (3) with time zone,
	"row_count" bigint,
	"digest" text
);
--> statement-breakpoint
CREATE TABLE "event_sequences" (
	"resource_id" text PRIMARY KEY NOT NULL,
	"sequence" integer NOT NULL
);
--> statement-breakpoint
-- Ids out of the order of time, which 0014_closed_accounts made, get the time of their row, so that they have a place among
-- partitions by time.
DO $$
DECLARE
  tomorrow constant uuid := (lpad(to_hex(floor(extract(epoch FROM now() + interval '1 day') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
BEGIN
  IF NOT EXISTS (SELECT FROM entries WHERE id >= tomorrow) AND NOT EXISTS (SELECT FROM postings WHERE id >= tomorrow) THEN
    RETURN;
  END IF;
  CREATE FUNCTION pg_temp.with_time(random uuid, instant timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE AS $f$
    SELECT (lpad(to_hex(floor(extract(epoch FROM instant) * 1000)::bigint), 12, '0') || '7' || substr(replace(random::text, '-', ''), 14))::uuid
  $f$;
  ALTER TABLE entries DISABLE TRIGGER entries_never_change;
  ALTER TABLE postings DISABLE TRIGGER postings_never_change;
  UPDATE postings p SET entry_id = pg_temp.with_time(e.id, least(e.created_at, now()))
    FROM entries e WHERE e.id >= tomorrow AND p.entry_id = e.id;
  UPDATE entries SET id = pg_temp.with_time(id, least(created_at, now())) WHERE id >= tomorrow;
  UPDATE postings SET id = pg_temp.with_time(id, least(created_at, now())) WHERE id >= tomorrow;
  ALTER TABLE entries ENABLE TRIGGER entries_never_change;
  ALTER TABLE postings ENABLE TRIGGER postings_never_change;
  DROP FUNCTION pg_temp.with_time(uuid, timestamptz);
END $$;
--> statement-breakpoint
-- Entries, postings and events are partitioned by their time-ordered id. Each table so far becomes the only partition. Its range
-- has no bounds, so no row is copied or read. `createPartitions` makes the partitions of months and years.
-- Reasons: docs/decisions/0008-partitions.md
DROP VIEW "audit_postings";
--> statement-breakpoint
DROP VIEW "audit_balances";
--> statement-breakpoint
ALTER TABLE "entries" RENAME TO "entries_future";
--> statement-breakpoint
ALTER TABLE "entries_future" RENAME CONSTRAINT "entries_pkey" TO "entries_future_pkey";
--> statement-breakpoint
ALTER INDEX "entries_of_transaction" RENAME TO "entries_future_transaction_id_idx";
--> statement-breakpoint
CREATE TABLE "entries" (LIKE "entries_future" INCLUDING DEFAULTS INCLUDING CONSTRAINTS, CONSTRAINT "entries_pkey" PRIMARY KEY ("id"))
  PARTITION BY RANGE ("id");
--> statement-breakpoint
CREATE INDEX "entries_of_transaction" ON "entries" USING btree ("transaction_id");
--> statement-breakpoint
ALTER TABLE "entries" ATTACH PARTITION "entries_future" FOR VALUES FROM (MINVALUE) TO (MAXVALUE);
--> statement-breakpoint
CREATE TRIGGER entries_never_change BEFORE UPDATE OR DELETE OR TRUNCATE ON "entries"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE "postings" RENAME TO "postings_future";
--> statement-breakpoint
ALTER TABLE "postings_future" RENAME CONSTRAINT "postings_pkey" TO "postings_future_pkey";
--> statement-breakpoint
ALTER INDEX "postings_of_account" RENAME TO "postings_future_account_id_id_idx";
--> statement-breakpoint
CREATE TABLE "postings" (LIKE "postings_future" INCLUDING DEFAULTS INCLUDING CONSTRAINTS, CONSTRAINT "postings_pkey" PRIMARY KEY ("id"))
  PARTITION BY RANGE ("id");
--> statement-breakpoint
CREATE INDEX "postings_of_account" ON "postings" USING btree ("account_id","id");
--> statement-breakpoint
ALTER TABLE "postings" ATTACH PARTITION "postings_future" FOR VALUES FROM (MINVALUE) TO (MAXVALUE);
--> statement-breakpoint
CREATE TRIGGER postings_never_change BEFORE UPDATE OR DELETE OR TRUNCATE ON "postings"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER postings_must_balance AFTER INSERT ON "postings" REFERENCING NEW TABLE AS recorded
  FOR EACH STATEMENT EXECUTE FUNCTION postings_must_balance();
--> statement-breakpoint
ALTER TABLE "events" RENAME TO "events_future";
--> statement-breakpoint
ALTER TABLE "events_future" RENAME CONSTRAINT "events_pkey" TO "events_future_pkey";
--> statement-breakpoint
ALTER INDEX "events_by_position" RENAME TO "events_future_position_idx";
--> statement-breakpoint
ALTER INDEX "events_without_position" RENAME TO "events_future_serial_idx";
--> statement-breakpoint
ALTER INDEX "events_of_platform" RENAME TO "events_future_platform_id_position_idx";
--> statement-breakpoint
ALTER INDEX "events_of_customer" RENAME TO "events_future_platform_id_right_position_idx";
--> statement-breakpoint
ALTER INDEX "events_of_rare_type" RENAME TO "events_future_platform_id_type_position_idx";
--> statement-breakpoint
ALTER INDEX "events_of_resource" RENAME TO "events_future_resource_id_serial_idx";
--> statement-breakpoint
ALTER INDEX "one_event_per_sequence" RENAME TO "events_future_resource_id_sequence_idx";
--> statement-breakpoint
CREATE TABLE "events" (LIKE "events_future" INCLUDING DEFAULTS INCLUDING CONSTRAINTS, CONSTRAINT "events_pkey" PRIMARY KEY ("id"))
  PARTITION BY RANGE ("id");
--> statement-breakpoint
ALTER SEQUENCE "events_serial_seq" OWNED BY "events"."serial";
--> statement-breakpoint
-- Without the unique indexes: a unique index of a partitioned table contains the partition key. Each partition has its own, and
-- the sequencer and the locks of records make numbers unique across partitions.
CREATE INDEX "events_without_position" ON "events" USING btree ("serial") WHERE "events"."position" is null;
--> statement-breakpoint
CREATE INDEX "events_of_platform" ON "events" USING btree ("platform_id","position") WHERE "events"."position" is not null;
--> statement-breakpoint
CREATE INDEX "events_of_customer" ON "events" USING btree ("platform_id",right(coalesce("data" -> 'record' ->> 'customerId', "data" -> 'body' ->> 'customerId', case when "topic" = 'customer' then "resource_id" end), 36),"position") WHERE "events"."position" is not null and "events"."type" is not null;
--> statement-breakpoint
CREATE INDEX "events_of_rare_type" ON "events" USING btree ("platform_id","type","position") WHERE "events"."position" is not null and "type" not in ('OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.PROCESSING', 'OUTGOING_PAYMENT.COMPLETED', 'INCOMING_PAYMENT.COMPLETED', 'INTERNAL_ACCOUNT.BALANCE_UPDATED');
--> statement-breakpoint
CREATE INDEX "events_of_resource" ON "events" USING btree ("resource_id","serial");
--> statement-breakpoint
ALTER TABLE "events" ATTACH PARTITION "events_future" FOR VALUES FROM (MINVALUE) TO (MAXVALUE);
--> statement-breakpoint
-- The smallest id in the partitions of events that are not closed. `closePartitions` replaces it. It is called immutable so that
-- plans contain only open partitions. A plan with an earlier value reads closed partitions too, with the same result.
CREATE FUNCTION first_open_event_id() RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT '00000000-0000-0000-0000-000000000000'::uuid
$$;
--> statement-breakpoint
CREATE VIEW audit_postings AS
  SELECT p.id AS posting_id, p.entry_id, e.transaction_id, p.platform_id, p.account_id, p.currency, p.amount
  FROM postings p JOIN entries e ON e.id = p.entry_id;
--> statement-breakpoint
CREATE VIEW audit_balances AS
  SELECT a.platform_id, a.id AS account_id, a.currency,
    coalesce(a.posted, (SELECT sum(p.amount) FROM postings p WHERE p.account_id = a.id), 0)::numeric AS balance,
    coalesce(a.held, 0)::numeric AS held, a.owner
  FROM ledger_accounts a;
--> statement-breakpoint
-- Every step of every transaction, also of events that were archived.
CREATE VIEW transaction_steps AS
  SELECT resource_id, serial, platform_id, data ->> 'status' AS status, data ->> 'previousStatus' AS previous_status,
    data ->> 'refundStatus' AS refund_status, data ->> 'note' AS note, occurred_at
  FROM events WHERE topic = 'transaction'
  UNION ALL
  SELECT resource_id, serial, platform_id, status, previous_status, refund_status, note, occurred_at FROM archived_steps;
