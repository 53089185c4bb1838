CREATE TABLE "rate_feeds" (
	"source" text PRIMARY KEY NOT NULL,
	"next_poll_at" timestamp (3) with time zone NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"failed_polls" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_snapshots" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"base" text NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"is_day" boolean NOT NULL,
	"fetched_at" timestamp (3) with time zone NOT NULL,
	"rates" jsonb NOT NULL,
	CONSTRAINT "rate_snapshots_have_their_base" CHECK (jsonb_exists("rate_snapshots"."rates", "rate_snapshots"."base"))
);
--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "rate_source" text;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "rate_published_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "rate_snapshots_by_publication" ON "rate_snapshots" USING btree ("source","published_at","id");
--> statement-breakpoint
-- The audit log shows the spread and the fees of a platform, and where the rate of a quote comes from.
SELECT audit_table('platforms', 'Platform', 'id', '{"id": "ignored", "name": "shown", "mode": "shown", "clock_offset_ms": "ignored", "uma_domain": "shown", "faults_until": "ignored", "settings": "sections:passkeys,oidcIssuers,otp,walletMail,sessionTtlSeconds,autoCreateEmailOtp,wallets,approvals.requiredApprovals,approvals.thresholds,approvals.preventSelfApproval,approvals.requireComment,approvals.stepUpAbove,rates.spread,rates.fees,rates.corridors", "created_at": "ignored", "updated_at": "ignored"}');
--> statement-breakpoint
SELECT audit_table('quotes', 'Quote', 'id', '{"id": "ignored", "platform_id": "ignored", "created_at": "ignored", "updated_at": "ignored", "customer_id": "ignored", "agent_id": "id:Agent", "transaction_id": "id:Transaction", "status": "shown", "source_type": "ignored", "source_internal_id": "ignored", "source_external_id": "ignored", "crypto_network": "ignored", "destination_type": "ignored", "destination_internal_id": "ignored", "destination_external_id": "ignored", "destination_uma_address": "ignored", "payment_rail": "shown", "locked_side": "ignored", "sending_currency": "shown", "sending_amount": "shown", "receiving_currency": "shown", "receiving_amount": "shown", "exchange_rate": "shown", "fees_included": "shown", "rate_details": "ignored", "rate_source": "shown", "rate_published_at": "instant", "payment_instructions": "ignored", "request_id": "ignored", "lookup_id": "ignored", "purpose_of_payment": "shown", "description": "hidden", "sender_customer_info": "hidden", "counterparty_information": "hidden", "expires_at": "instant"}', '', 'UPDATE OR DELETE');
