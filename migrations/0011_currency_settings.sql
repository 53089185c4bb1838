ALTER TABLE "platform_currencies" ADD COLUMN "required_counterparty_fields" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "platform_currencies" ADD COLUMN "enabled_transaction_types" jsonb DEFAULT '["INCOMING","OUTGOING"]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "receiver_lookups" ADD COLUMN "receiver_facts" jsonb DEFAULT '{}'::jsonb NOT NULL;