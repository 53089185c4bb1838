CREATE TABLE "access_token_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"public_jwk" jsonb NOT NULL,
	"sealed_private_key" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "access_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"scopes" text[] NOT NULL,
	"customer_id" uuid,
	"subject" text,
	"minted_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"tries" bigint[] DEFAULT '{}' NOT NULL,
	"tokens" double precision,
	"forgotten_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agent_actions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"platform_customer_id" text NOT NULL,
	"status" text NOT NULL,
	"type" text NOT NULL,
	"quote_id" uuid,
	"amount" bigint,
	"currency" text,
	"internal_account_id" uuid,
	"external_account_id" uuid,
	"description" text,
	"wallet_signature" text,
	"transaction_id" uuid,
	"approval_rule" text,
	"approval_threshold" bigint,
	"approval_requested" bigint,
	"approval_currency" text,
	"charge_amount" bigint NOT NULL,
	"charge_currency" text NOT NULL,
	"spent_at" timestamp (3) with time zone,
	"rejection_reason" text,
	"failure_reason" text,
	"decided_at" timestamp (3) with time zone,
	"decided_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "agent_action_has_its_subject" CHECK (("agent_actions"."type" = 'EXECUTE_QUOTE') = ("agent_actions"."quote_id" is not null)
        and ("agent_actions"."type" = 'EXECUTE_QUOTE') = ("agent_actions"."amount" is null)
        and ("agent_actions"."amount" is null) = ("agent_actions"."internal_account_id" is null)
        and ("agent_actions"."amount" is null) = ("agent_actions"."external_account_id" is null)),
	CONSTRAINT "undecided_action_has_no_transaction" CHECK ("agent_actions"."status" not in ('PENDING_APPROVAL', 'REJECTED') or "agent_actions"."transaction_id" is null)
);
--> statement-breakpoint
CREATE TABLE "agents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"name" text NOT NULL,
	"is_paused" boolean NOT NULL,
	"token_digest" "bytea",
	"policy" jsonb NOT NULL,
	"usage_currency" text NOT NULL,
	"daily_transaction_count" integer NOT NULL,
	"daily_spend" bigint NOT NULL,
	"monthly_spend" bigint NOT NULL,
	"daily_reset_date" text NOT NULL,
	"monthly_reset_month" text NOT NULL,
	"reserved_transaction_count" integer NOT NULL,
	"reserved_amount" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "agents_token_digest_unique" UNIQUE("token_digest"),
	CONSTRAINT "agent_counters_are_not_negative" CHECK ("agents"."daily_transaction_count" >= 0 and "agents"."daily_spend" >= 0 and "agents"."monthly_spend" >= 0
        and "agents"."reserved_transaction_count" >= 0 and "agents"."reserved_amount" >= 0),
	CONSTRAINT "deleted_agent_has_no_token" CHECK ("agents"."deleted_at" is null or "agents"."token_digest" is null)
);
--> statement-breakpoint
CREATE TABLE "device_codes" (
	"digest" text PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"redeemed_at" timestamp (3) with time zone,
	"superseded_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "agent_actions" ADD CONSTRAINT "agent_actions_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_actions" ADD CONSTRAINT "agent_actions_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_codes" ADD CONSTRAINT "device_codes_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_tokens_minted_by" ON "access_tokens" USING btree ("minted_by","expires_at");--> statement-breakpoint
CREATE INDEX "access_tokens_by_expiry" ON "access_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "rate_limits_by_age" ON "rate_limits" USING btree ("forgotten_at");--> statement-breakpoint
CREATE INDEX "agent_actions_of_platform" ON "agent_actions" USING btree ("platform_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "agent_actions_of_agent" ON "agent_actions" USING btree ("agent_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "agent_actions_of_customer" ON "agent_actions" USING btree ("customer_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "agent_actions_pending" ON "agent_actions" USING btree ("platform_id","id") WHERE "agent_actions"."status" = 'PENDING_APPROVAL';--> statement-breakpoint
CREATE UNIQUE INDEX "one_agent_action_per_transaction" ON "agent_actions" USING btree ("transaction_id") WHERE "agent_actions"."transaction_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "one_pending_agent_action_per_quote" ON "agent_actions" USING btree ("quote_id") WHERE "agent_actions"."quote_id" is not null and "agent_actions"."status" = 'PENDING_APPROVAL';--> statement-breakpoint
CREATE INDEX "agents_of_platform" ON "agents" USING btree ("platform_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "agents_of_customer" ON "agents" USING btree ("customer_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "device_codes_of_agent" ON "device_codes" USING btree ("agent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_usable_device_code_per_agent" ON "device_codes" USING btree ("agent_id") WHERE "device_codes"."redeemed_at" is null and "device_codes"."superseded_at" is null;