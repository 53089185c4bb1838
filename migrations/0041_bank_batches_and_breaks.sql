ALTER TABLE "bank_entries" DROP CONSTRAINT "only_breaks_have_a_break_kind";--> statement-breakpoint
ALTER TABLE "bank_entries" ADD COLUMN "break_amount" bigint;--> statement-breakpoint
ALTER TABLE "bank_entries" ADD COLUMN "is_bank_fee" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_files" ADD COLUMN "round" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_payments" ADD COLUMN "batch" integer;--> statement-breakpoint
UPDATE bank_entries SET break_amount = amount WHERE kind = 'BREAK';--> statement-breakpoint
ALTER TABLE "bank_entries" ADD CONSTRAINT "only_breaks_have_a_break_kind" CHECK (("bank_entries"."kind" is not distinct from 'BREAK') = ("bank_entries"."break_kind" is not null)
        and ("bank_entries"."break_kind" is null) = ("bank_entries"."break_amount" is null));--> statement-breakpoint
SELECT audit_table('bank_files', 'BankFile', 'id', '{"id": "ignored", "platform_id": "ignored", "connection_id": "id:BankConnection", "direction": "shown", "kind": "shown", "status": "shown", "name": "shown", "message_id": "shown", "service_level": "shown", "payment_direction": "shown", "execution_date": "shown", "file_id_modifier": "ignored", "releases": "shown", "round": "ignored", "count": "shown", "total": "shown", "digest": "ignored", "byte_length": "ignored", "storage_key": "ignored", "reason": "shown", "line": "shown", "created_at": "ignored", "updated_at": "ignored"}');
--> statement-breakpoint
SELECT audit_table('bank_entries', 'BankEntry', 'id', '{"id": "ignored", "platform_id": "ignored", "connection_id": "ignored", "statement_id": "ignored", "fingerprint": "ignored", "booked_on": "ignored", "amount": "ignored", "record": "ignored", "kind": "ignored", "break_kind": "ignored", "break_amount": "ignored", "note": "ignored", "transaction_id": "ignored", "booked_at": "ignored", "resolved_by": "ignored", "is_bank_fee": "shown", "created_at": "ignored", "resolved_at": "instant", "resolution": "shown"}', '', 'UPDATE');
