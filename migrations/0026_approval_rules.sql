CREATE TABLE "agent_action_votes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"action_id" uuid NOT NULL,
	"voter" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"decision" text NOT NULL,
	"comment" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "approval_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"recipient" text,
	"action_ids" uuid[] NOT NULL,
	"action_count" integer NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "email_has_a_recipient" CHECK (("approval_messages"."channel" = 'EMAIL') = ("approval_messages"."recipient" is not null))
);
--> statement-breakpoint
CREATE TABLE "approval_notification_windows" (
	"platform_id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"planned" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agent_actions" ADD COLUMN "required_approvals" integer;--> statement-breakpoint
ALTER TABLE "agent_actions" ADD COLUMN "approvals_given" integer;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "created_by" text;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "policy_changed_by" text;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "device_code_by" text;--> statement-breakpoint
ALTER TABLE "agent_action_votes" ADD CONSTRAINT "agent_action_votes_action_id_agent_actions_id_fk" FOREIGN KEY ("action_id") REFERENCES "public"."agent_actions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_vote_per_voter" ON "agent_action_votes" USING btree ("action_id","voter");--> statement-breakpoint
CREATE INDEX "approval_messages_due" ON "approval_messages" USING btree ("platform_id","next_attempt_at");