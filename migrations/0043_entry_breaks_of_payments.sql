CREATE TABLE "bank_entry_breaks" (
	"entry_id" uuid NOT NULL,
	"detail_index" integer NOT NULL,
	"payment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "bank_entry_breaks_entry_id_detail_index_pk" PRIMARY KEY("entry_id","detail_index")
);
--> statement-breakpoint
ALTER TABLE "bank_entry_breaks" ADD CONSTRAINT "bank_entry_breaks_entry_id_bank_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."bank_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_entry_breaks" ADD CONSTRAINT "bank_entry_breaks_payment_id_bank_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."bank_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_entry_breaks_of_payment" ON "bank_entry_breaks" USING btree ("payment_id");--> statement-breakpoint
INSERT INTO bank_entry_breaks (entry_id, detail_index, payment_id, kind, amount)
  SELECT e.id, 0, p.id, e.break_kind, e.break_amount FROM bank_entries e JOIN bank_payments p ON p.transaction_id = e.transaction_id
  WHERE e.break_kind IS NOT NULL;
