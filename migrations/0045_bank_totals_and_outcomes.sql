CREATE TABLE "bank_day_totals" (
	"connection_id" uuid NOT NULL,
	"booked_on" date NOT NULL,
	"kind" text NOT NULL,
	"count" integer NOT NULL,
	"sum" bigint NOT NULL,
	CONSTRAINT "bank_day_totals_connection_id_booked_on_kind_pk" PRIMARY KEY("connection_id","booked_on","kind")
);
--> statement-breakpoint
ALTER TABLE "bank_day_totals" ADD CONSTRAINT "bank_day_totals_connection_id_bank_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."bank_connections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_payments_executed" ON "bank_payments" USING btree ("entry_id","id") WHERE "bank_payments"."entry_id" is not null and "bank_payments"."status" = 'IN_FILE';--> statement-breakpoint
CREATE INDEX "bank_payments_returned" ON "bank_payments" USING btree ("return_entry_id","id") WHERE "bank_payments"."return_entry_id" is not null and "bank_payments"."status" in ('IN_FILE', 'CONFIRMED');--> statement-breakpoint
-- A trigger, because processes of the version before book entries too while an upgrade is under way.
CREATE FUNCTION count_booked_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO bank_day_totals (connection_id, booked_on, kind, count, sum)
    VALUES (new.connection_id, new.booked_on, new.kind, 1, new.amount)
    ON CONFLICT (connection_id, booked_on, kind)
    DO UPDATE SET count = bank_day_totals.count + 1, sum = bank_day_totals.sum + excluded.sum;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_booked_entry AFTER UPDATE OF kind ON bank_entries FOR EACH ROW
  WHEN (old.kind IS NULL AND new.kind IS NOT NULL) EXECUTE FUNCTION count_booked_entry();
--> statement-breakpoint
INSERT INTO bank_day_totals (connection_id, booked_on, kind, count, sum)
  SELECT connection_id, booked_on, kind, count(*), sum(amount) FROM bank_entries WHERE kind IS NOT NULL GROUP BY 1, 2, 3;
