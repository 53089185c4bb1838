DROP INDEX "one_bank_entry_per_fingerprint";--> statement-breakpoint
CREATE UNIQUE INDEX "one_bank_entry_of_fingerprint" ON "bank_entries" USING btree ("connection_id","fingerprint") WHERE "bank_entries"."fingerprint" is not null;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "resumed_at" timestamp (3) with time zone;--> statement-breakpoint
SELECT audit_table('webhook_endpoints', 'WebhookEndpoint', 'id', '{"id": "ignored", "platform_id": "ignored", "created_at": "ignored", "updated_at": "ignored", "url": "shown", "event_types": "shown", "extensions": "shown", "is_paused": "shown", "resumed_at": "ignored", "place": "ignored"}');
