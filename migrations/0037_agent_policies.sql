CREATE TABLE "agent_evaluations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"action_id" uuid,
	"type" text NOT NULL,
	"policy_version" integer,
	"verdict" text NOT NULL,
	"rule" text,
	"counterparty" text NOT NULL,
	"request" jsonb NOT NULL,
	"results" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "rejected_submission_has_no_action" CHECK (("agent_evaluations"."verdict" = 'REJECT') = ("agent_evaluations"."action_id" is null))
);
--> statement-breakpoint
CREATE TABLE "agent_policy_versions" (
	"agent_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"platform_id" uuid NOT NULL,
	"policy" jsonb NOT NULL,
	"actor_kind" text,
	"actor_id" text,
	"actor_name" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "agent_policy_versions_agent_id_version_pk" PRIMARY KEY("agent_id","version")
);
--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "policy_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "agent_evaluations" ADD CONSTRAINT "agent_evaluations_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_evaluations" ADD CONSTRAINT "agent_evaluations_action_id_agent_actions_id_fk" FOREIGN KEY ("action_id") REFERENCES "public"."agent_actions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_policy_versions" ADD CONSTRAINT "agent_policy_versions_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_evaluations_of_agent" ON "agent_evaluations" USING btree ("agent_id","created_at","id");--> statement-breakpoint
CREATE INDEX "agent_evaluations_of_counterparty" ON "agent_evaluations" USING btree ("agent_id","counterparty");--> statement-breakpoint
CREATE UNIQUE INDEX "one_evaluation_per_agent_action" ON "agent_evaluations" USING btree ("action_id") WHERE "agent_evaluations"."action_id" is not null;--> statement-breakpoint
CREATE INDEX "agent_actions_of_agent_by_time" ON "agent_actions" USING btree ("agent_id","created_at");--> statement-breakpoint
CREATE INDEX "agent_actions_rejected" ON "agent_actions" USING btree ("agent_id","decided_at") WHERE "agent_actions"."status" = 'REJECTED';
--> statement-breakpoint
CREATE TRIGGER agent_policy_versions_never_change BEFORE UPDATE OR DELETE OR TRUNCATE ON "agent_policy_versions"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- The policies that agents have now are the first versions that are known. Who changed them last is known by id.
INSERT INTO agent_policy_versions (agent_id, version, platform_id, policy, actor_kind, actor_id, actor_name, created_at)
SELECT a.id, 1, a.platform_id, a.policy,
  CASE split_part(a.policy_changed_by, ':', 1) WHEN 'Member' THEN 'MEMBER' WHEN 'Token' THEN 'API_TOKEN' END,
  a.policy_changed_by, coalesce(m.name, t.name), a.updated_at
FROM agents a
LEFT JOIN members m ON 'Member:' || m.id = a.policy_changed_by
LEFT JOIN api_tokens t ON 'Token:' || t.id = a.policy_changed_by;
--> statement-breakpoint
-- The actions of earlier versions, so that a backtest has them. They have neither a policy version nor results.
INSERT INTO agent_evaluations (id, platform_id, agent_id, action_id, type, policy_version, verdict, rule, counterparty, request, results, created_at)
SELECT a.id, a.platform_id, a.agent_id, a.id, a.type, NULL,
  CASE WHEN a.approval_rule IS NULL THEN 'RUN' ELSE 'WAIT' END, a.approval_rule,
  CASE WHEN a.type = 'TRANSFER_IN' THEN 'ExternalAccount:' || a.external_account_id ELSE a.payee END,
  jsonb_strip_nulls(jsonb_build_object(
    'amount', coalesce(a.amount, q.sending_amount)::text,
    'currency', coalesce(a.currency, q.sending_currency),
    'receivingCurrency', coalesce(a.currency, q.receiving_currency),
    'hasDescription', btrim(coalesce(a.description, q.description, '')) <> '',
    'debited', 'InternalAccount:' || CASE a.type WHEN 'TRANSFER_OUT' THEN a.internal_account_id WHEN 'EXECUTE_QUOTE' THEN q.source_internal_id END,
    'credited', 'InternalAccount:' || CASE a.type WHEN 'TRANSFER_IN' THEN a.internal_account_id WHEN 'EXECUTE_QUOTE' THEN q.destination_internal_id END
  )), '[]', a.created_at
FROM agent_actions a LEFT JOIN quotes q ON q.id = a.quote_id;
--> statement-breakpoint
SELECT audit_table('agents', 'Agent', 'id', '{"id": "ignored", "platform_id": "ignored", "created_at": "ignored", "updated_at": "ignored", "customer_id": "id:Customer", "name": "shown", "is_paused": "shown", "token_digest": "hidden", "policy": "shown", "policy_version": "ignored", "usage_currency": "shown", "daily_transaction_count": "ignored", "daily_spend": "ignored", "monthly_spend": "ignored", "daily_reset_date": "ignored", "monthly_reset_month": "ignored", "reserved_transaction_count": "ignored", "reserved_amount": "ignored", "created_by": "shown", "policy_changed_by": "shown", "device_code_by": "shown", "deleted_at": "instant"}');
