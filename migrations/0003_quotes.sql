CREATE TABLE "payment_approvals" (
	"transaction_id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"window_ends_at" timestamp (3) with time zone NOT NULL,
	"requested_fields" jsonb NOT NULL,
	"asked_sender" boolean DEFAULT false NOT NULL,
	"receiver_customer_info" jsonb,
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "quotes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"customer_id" uuid,
	"agent_id" uuid,
	"transaction_id" uuid NOT NULL,
	"status" text NOT NULL,
	"source_type" text NOT NULL,
	"source_internal_id" uuid,
	"source_external_id" uuid,
	"crypto_network" text,
	"destination_type" text NOT NULL,
	"destination_internal_id" uuid,
	"destination_external_id" uuid,
	"destination_uma_address" text,
	"payment_rail" text,
	"locked_side" text NOT NULL,
	"sending_currency" text NOT NULL,
	"sending_amount" bigint NOT NULL,
	"receiving_currency" text NOT NULL,
	"receiving_amount" bigint NOT NULL,
	"exchange_rate" text NOT NULL,
	"fees_included" bigint NOT NULL,
	"rate_details" jsonb NOT NULL,
	"payment_instructions" jsonb NOT NULL,
	"request_id" uuid,
	"lookup_id" uuid,
	"purpose_of_payment" text,
	"description" text,
	"sender_customer_info" jsonb,
	"counterparty_information" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "quotes_transaction_id_unique" UNIQUE("transaction_id"),
	CONSTRAINT "quote_amounts_are_positive" CHECK ("quotes"."sending_amount" > 0 and "quotes"."receiving_amount" > 0),
	CONSTRAINT "quote_fees_are_part_of_the_total" CHECK ("quotes"."fees_included" between 0 and "quotes"."sending_amount")
);
--> statement-breakpoint
CREATE TABLE "receiver_lookups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"external_account_id" uuid,
	"uma_address" text,
	"supported_currencies" jsonb NOT NULL,
	"required_payer_data" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lookup_is_of_one_receiver" CHECK (("receiver_lookups"."external_account_id" is null) <> ("receiver_lookups"."uma_address" is null))
);
--> statement-breakpoint
ALTER TABLE "payment_approvals" ADD CONSTRAINT "payment_approvals_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_source_internal_id_internal_accounts_id_fk" FOREIGN KEY ("source_internal_id") REFERENCES "public"."internal_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_source_external_id_external_accounts_id_fk" FOREIGN KEY ("source_external_id") REFERENCES "public"."external_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_destination_internal_id_internal_accounts_id_fk" FOREIGN KEY ("destination_internal_id") REFERENCES "public"."internal_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_destination_external_id_external_accounts_id_fk" FOREIGN KEY ("destination_external_id") REFERENCES "public"."external_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_lookup_id_receiver_lookups_id_fk" FOREIGN KEY ("lookup_id") REFERENCES "public"."receiver_lookups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receiver_lookups" ADD CONSTRAINT "receiver_lookups_external_account_id_external_accounts_id_fk" FOREIGN KEY ("external_account_id") REFERENCES "public"."external_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "quotes_of_platform" ON "quotes" USING btree ("platform_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "quotes_of_customer" ON "quotes" USING btree ("customer_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "receiver_lookups_by_age" ON "receiver_lookups" USING btree ("expires_at");