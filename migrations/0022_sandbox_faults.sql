CREATE TABLE "sandbox_faults" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"target" text NOT NULL,
	"token_id" text,
	"operation" text,
	"event_type" text,
	"delay_ms" integer DEFAULT 0 NOT NULL,
	"retry_after_seconds" integer DEFAULT 0 NOT NULL,
	"is_hidden" boolean NOT NULL,
	"remaining" integer,
	"applied_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "fault_applies_at_most_as_often_as_requested" CHECK ("sandbox_faults"."remaining" >= 0)
);
--> statement-breakpoint
ALTER TABLE "agent_actions" ADD COLUMN "sandbox_outcome" text;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "sandbox_outcome" text;--> statement-breakpoint
ALTER TABLE "platforms" ADD COLUMN "faults_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "is_out_of_order" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "sandbox_faults_of_platform" ON "sandbox_faults" USING btree ("platform_id","id");--> statement-breakpoint
CREATE INDEX "sandbox_faults_by_expiry" ON "sandbox_faults" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "platforms" ADD CONSTRAINT "production_has_no_faults" CHECK ("platforms"."mode" = 'SANDBOX' or "platforms"."faults_until" is null);