DROP INDEX "one_bank_statement_per_page";--> statement-breakpoint
ALTER TABLE "bank_entries" ADD COLUMN "fingerprint_version" integer NOT NULL DEFAULT 1;--> statement-breakpoint
-- A process of the version before does not name the column, so that it cannot record entries.
ALTER TABLE "bank_entries" ALTER COLUMN "fingerprint_version" DROP DEFAULT;--> statement-breakpoint
CREATE INDEX "bank_entries_of_reference" ON "bank_entries" USING btree ("connection_id","amount",left("record" ->> 'bankReference', 100),"booked_on");--> statement-breakpoint
CREATE UNIQUE INDEX "one_bank_statement_per_page" ON "bank_statements" USING btree ("connection_id","kind","statement_id","page_number","booked_on");--> statement-breakpoint
SELECT audit_table('bank_entries', 'BankEntry', 'id', '{"id": "ignored", "platform_id": "ignored", "connection_id": "ignored", "statement_id": "ignored", "fingerprint": "ignored", "fingerprint_version": "ignored", "booked_on": "ignored", "amount": "ignored", "record": "ignored", "kind": "ignored", "break_kind": "ignored", "break_amount": "ignored", "note": "ignored", "transaction_id": "ignored", "booked_at": "ignored", "resolved_by": "ignored", "is_bank_fee": "shown", "created_at": "ignored", "resolved_at": "instant", "resolution": "shown"}', '', 'UPDATE');
