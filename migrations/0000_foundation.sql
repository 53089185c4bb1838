CREATE TABLE "external_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"customer_id" uuid,
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"account_type" text NOT NULL,
	"account_info" jsonb NOT NULL,
	"fingerprint" text NOT NULL,
	"platform_account_id" text,
	"default_uma_deposit_account" boolean DEFAULT false NOT NULL,
	"beneficiary_verification_status" text,
	"beneficiary_verified_data" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "internal_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"customer_id" uuid,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"private_enabled" boolean DEFAULT false NOT NULL,
	"reference" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "internal_accounts_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"platform_customer_id" text NOT NULL,
	"customer_type" text NOT NULL,
	"uma_address" text NOT NULL,
	"region" text,
	"currencies" text[] NOT NULL,
	"email" text,
	"kyc_status" text,
	"kyb_status" text,
	"full_name" text,
	"birth_date" text,
	"nationality" text,
	"address" jsonb,
	"business_info" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"transaction_id" uuid,
	"description" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "holds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"transaction_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "holds_transaction_id_unique" UNIQUE("transaction_id"),
	CONSTRAINT "hold_is_positive" CHECK ("holds"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"owner" text NOT NULL,
	"code" text NOT NULL,
	"currency" text NOT NULL,
	"posted" bigint,
	"held" bigint,
	CONSTRAINT "only_service_accounts_are_summed" CHECK (("ledger_accounts"."owner" = 'SERVICE') = ("ledger_accounts"."posted" is null)),
	CONSTRAINT "posted_and_held_come_together" CHECK (("ledger_accounts"."posted" is null) = ("ledger_accounts"."held" is null)),
	CONSTRAINT "held_is_not_negative" CHECK ("ledger_accounts"."held" >= 0),
	CONSTRAINT "available_is_not_negative" CHECK ("ledger_accounts"."posted" - "ledger_accounts"."held" >= 0),
	CONSTRAINT "posted_fits_a_json_number" CHECK ("ledger_accounts"."posted" <= 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE "postings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entry_id" uuid NOT NULL,
	"platform_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"balance_after" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "posting_moves_something" CHECK ("postings"."amount" <> 0)
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"serial" bigserial NOT NULL,
	"position" bigint,
	"platform_id" uuid NOT NULL,
	"topic" text NOT NULL,
	"type" text,
	"resource_id" text NOT NULL,
	"sequence" integer,
	"data" jsonb NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"platform_id" uuid NOT NULL,
	"caller" text NOT NULL,
	"operation" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"result_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_platform_id_caller_operation_key_pk" PRIMARY KEY("platform_id","caller","operation","key")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"name" text NOT NULL,
	"client_id" text NOT NULL,
	"secret_digest" "bytea" NOT NULL,
	"permissions" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "api_tokens_client_id_unique" UNIQUE("client_id")
);
--> statement-breakpoint
CREATE TABLE "deployment" (
	"id" text PRIMARY KEY NOT NULL,
	"master_key_fingerprint" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform_currencies" (
	"platform_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"min_amount" bigint NOT NULL,
	"max_amount" bigint NOT NULL,
	CONSTRAINT "platform_currencies_platform_id_currency_pk" PRIMARY KEY("platform_id","currency")
);
--> statement-breakpoint
CREATE TABLE "platforms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"mode" text NOT NULL,
	"clock_offset_ms" bigint DEFAULT 0 NOT NULL,
	"uma_domain" text,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "platform_clock_moves_forward" CHECK ("platforms"."clock_offset_ms" >= 0),
	CONSTRAINT "production_clock_is_real" CHECK ("platforms"."mode" = 'SANDBOX' or "platforms"."clock_offset_ms" = 0)
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"customer_id" uuid,
	"platform_customer_id" text,
	"type" text NOT NULL,
	"origin" text NOT NULL,
	"status" text NOT NULL,
	"source_type" text NOT NULL,
	"source_internal_id" uuid,
	"source_external_id" uuid,
	"source_uma_address" text,
	"source_currency" text NOT NULL,
	"destination_type" text NOT NULL,
	"destination_internal_id" uuid,
	"destination_external_id" uuid,
	"destination_uma_address" text,
	"destination_currency" text NOT NULL,
	"sent_amount" bigint,
	"received_amount" bigint,
	"exchange_rate" text,
	"fees" bigint DEFAULT 0 NOT NULL,
	"rate_details" jsonb,
	"quote_id" uuid,
	"agent_id" uuid,
	"description" text,
	"counterparty_information" jsonb,
	"reference" text NOT NULL,
	"failure_reason" text,
	"refund_reference" text,
	"refund_status" text,
	"refund_reason" text,
	"refund_initiated_at" timestamp (3) with time zone,
	"refund_settled_at" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "external_accounts" ADD CONSTRAINT "external_accounts_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "internal_accounts" ADD CONSTRAINT "internal_accounts_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_source_internal_id_internal_accounts_id_fk" FOREIGN KEY ("source_internal_id") REFERENCES "public"."internal_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_source_external_id_external_accounts_id_fk" FOREIGN KEY ("source_external_id") REFERENCES "public"."external_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_destination_internal_id_internal_accounts_id_fk" FOREIGN KEY ("destination_internal_id") REFERENCES "public"."internal_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_destination_external_id_external_accounts_id_fk" FOREIGN KEY ("destination_external_id") REFERENCES "public"."external_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "external_accounts_of_platform" ON "external_accounts" USING btree ("platform_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "external_accounts_of_customer" ON "external_accounts" USING btree ("customer_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "one_external_account_per_owner_and_identity" ON "external_accounts" USING btree ("platform_id",coalesce("customer_id", "platform_id"),"fingerprint") WHERE "external_accounts"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "one_default_uma_deposit_account" ON "external_accounts" USING btree ("customer_id") WHERE "external_accounts"."default_uma_deposit_account" and "external_accounts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "internal_accounts_of_customer" ON "internal_accounts" USING btree ("customer_id","id");--> statement-breakpoint
CREATE INDEX "internal_accounts_of_platform" ON "internal_accounts" USING btree ("platform_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "one_internal_account_per_currency_and_kind" ON "internal_accounts" USING btree ("platform_id",coalesce("customer_id", "platform_id"),"currency",("type" = 'EMBEDDED_WALLET'));--> statement-breakpoint
CREATE INDEX "customers_of_platform" ON "customers" USING btree ("platform_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "customers_by_platform_customer_id" ON "customers" USING btree ("platform_id","platform_customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_customer_per_uma_address" ON "customers" USING btree ("platform_id","uma_address") WHERE "customers"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "entries_of_transaction" ON "entries" USING btree ("transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_service_account_per_code" ON "ledger_accounts" USING btree ("platform_id","code","currency") WHERE "ledger_accounts"."owner" = 'SERVICE';--> statement-breakpoint
CREATE INDEX "postings_of_account" ON "postings" USING btree ("account_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "events_by_position" ON "events" USING btree ("position");--> statement-breakpoint
CREATE INDEX "events_without_position" ON "events" USING btree ("serial") WHERE "events"."position" is null;--> statement-breakpoint
CREATE INDEX "events_of_platform" ON "events" USING btree ("platform_id","position");--> statement-breakpoint
CREATE INDEX "events_of_resource" ON "events" USING btree ("resource_id","serial");--> statement-breakpoint
CREATE UNIQUE INDEX "one_event_per_sequence" ON "events" USING btree ("resource_id","sequence") WHERE "events"."sequence" is not null;--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "jobs_by_due_time" ON "jobs" USING btree ("due_at","id");--> statement-breakpoint
CREATE INDEX "jobs_of_platform" ON "jobs" USING btree ("platform_id","due_at","id");--> statement-breakpoint
CREATE INDEX "api_tokens_of_platform" ON "api_tokens" USING btree ("platform_id","id");--> statement-breakpoint
CREATE INDEX "platforms_ahead" ON "platforms" USING btree ("id") WHERE "platforms"."clock_offset_ms" > 0;--> statement-breakpoint
CREATE INDEX "transactions_of_platform" ON "transactions" USING btree ("platform_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "transactions_of_customer" ON "transactions" USING btree ("customer_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "transactions_by_reference" ON "transactions" USING btree ("platform_id","reference");--> statement-breakpoint
CREATE INDEX "transactions_of_agent" ON "transactions" USING btree ("agent_id","id" DESC NULLS LAST) WHERE "transactions"."agent_id" is not null;--> statement-breakpoint
CREATE INDEX "transactions_of_quote" ON "transactions" USING btree ("quote_id") WHERE "transactions"."quote_id" is not null;--> statement-breakpoint
CREATE INDEX "transactions_from_internal" ON "transactions" USING btree ("source_internal_id","id" DESC NULLS LAST) WHERE "transactions"."source_internal_id" is not null;--> statement-breakpoint
CREATE INDEX "transactions_to_internal" ON "transactions" USING btree ("destination_internal_id","id" DESC NULLS LAST) WHERE "transactions"."destination_internal_id" is not null;--> statement-breakpoint
CREATE INDEX "transactions_from_external" ON "transactions" USING btree ("source_external_id","id" DESC NULLS LAST) WHERE "transactions"."source_external_id" is not null;--> statement-breakpoint
CREATE INDEX "transactions_to_external" ON "transactions" USING btree ("destination_external_id","id" DESC NULLS LAST) WHERE "transactions"."destination_external_id" is not null;--> statement-breakpoint
CREATE INDEX "transactions_open" ON "transactions" USING btree ("platform_id","customer_id") WHERE "transactions"."status" in ('CREATED', 'PENDING', 'PROCESSING') or "transactions"."refund_status" = 'PENDING';