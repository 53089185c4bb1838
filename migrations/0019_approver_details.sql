ALTER TABLE "agent_actions" ADD COLUMN "decision_comment" text;--> statement-breakpoint
ALTER TABLE "agent_actions" ADD COLUMN "payee" text;--> statement-breakpoint
-- The payee of an action is the destination of its transfer or of its quote.
UPDATE "agent_actions" a SET
  "payee" = CASE a."type"
    WHEN 'TRANSFER_OUT' THEN 'ExternalAccount:' || a."external_account_id"
    WHEN 'TRANSFER_IN' THEN 'InternalAccount:' || a."internal_account_id"
    ELSE (SELECT coalesce('ExternalAccount:' || q."destination_external_id", 'InternalAccount:' || q."destination_internal_id",
      q."destination_uma_address") FROM "quotes" q WHERE q."id" = a."quote_id")
  END;--> statement-breakpoint
ALTER TABLE "agent_actions" ALTER COLUMN "payee" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "extensions" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "agent_actions_of_payee" ON "agent_actions" USING btree ("agent_id","payee","id");--> statement-breakpoint
CREATE INDEX "agent_actions_of_quote" ON "agent_actions" USING btree ("quote_id") WHERE "agent_actions"."quote_id" is not null;