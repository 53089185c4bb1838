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
INSERT INTO bank_day_totals (connection_id, booked_on, kind, count, sum)
  SELECT connection_id, booked_on, kind, count(*), sum(amount) FROM bank_entries WHERE kind IS NOT NULL GROUP BY 1, 2, 3;
