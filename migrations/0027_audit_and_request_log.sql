CREATE TABLE "audit_changes" (
	"serial" bigserial PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"written_in" bigint NOT NULL,
	"written_at" timestamp (3) with time zone NOT NULL,
	"record_type" text NOT NULL,
	"record_id" text NOT NULL,
	"changes" jsonb NOT NULL,
	"attribution" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"platform_id" uuid NOT NULL,
	"position" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text,
	"actor_name" text,
	"operation" text NOT NULL,
	"record_type" text NOT NULL,
	"record_id" text NOT NULL,
	"changes" text NOT NULL,
	"request_id" text,
	"address" text,
	"previous_hash" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_entries_platform_id_position_pk" PRIMARY KEY("platform_id","position")
);
--> statement-breakpoint
CREATE TABLE "audit_heads" (
	"platform_id" uuid PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	"seal" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE INDEX "audit_entries_of_record" ON "audit_entries" USING btree ("platform_id","record_id","position");--> statement-breakpoint
CREATE INDEX "audit_entries_of_actor" ON "audit_entries" USING btree ("platform_id","actor_id","position") WHERE "audit_entries"."record_type" not in ('Transaction', 'Quote');--> statement-breakpoint
CREATE INDEX "audit_entries_of_operation" ON "audit_entries" USING btree ("platform_id","operation","position") WHERE "audit_entries"."record_type" not in ('Transaction', 'Quote');--> statement-breakpoint
CREATE INDEX "audit_entries_of_request" ON "audit_entries" USING btree ("request_id") WHERE "audit_entries"."request_id" is not null;--> statement-breakpoint
ALTER TABLE "audit_changes" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);--> statement-breakpoint
ALTER TABLE "audit_entries" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);--> statement-breakpoint
CREATE TRIGGER audit_entries_never_change BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- The sequencer deletes what it has moved to the audit log. Nothing else changes.
CREATE TRIGGER audit_changes_never_change BEFORE UPDATE OR TRUNCATE ON "audit_changes"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A value as the audit log shows it. `how` is the treatment of its column; a treatment without a rule hides it.
CREATE FUNCTION audit_value(value jsonb, how text) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN value IS NULL OR value = 'null' THEN 'null'::jsonb
    WHEN how = 'shown' THEN value
    WHEN how = 'instant' THEN
      to_jsonb(to_char((value #>> '{}')::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    WHEN how = 'masked' THEN
      to_jsonb('****' || CASE WHEN length(value #>> '{}') > 4 THEN right(value #>> '{}', 4) ELSE '' END)
    WHEN how LIKE 'id:%' THEN to_jsonb(substr(how, 4) || ':' || (value #>> '{}'))
    ELSE '"****"'::jsonb
  END
$$;
--> statement-breakpoint
-- The fields of an object: each of its keys, and for `key.part` in `shown` each part of the key. What `shown` does not name is hidden.
CREATE FUNCTION audit_sections(old_object jsonb, new_object jsonb, shown text[])
RETURNS TABLE (section text, before jsonb, after jsonb) LANGUAGE sql IMMUTABLE AS $$
  WITH keys AS (
    SELECT key, EXISTS (SELECT FROM unnest(shown) one WHERE one LIKE '%.%' AND split_part(one, '.', 1) = key) AS has_parts
    FROM jsonb_object_keys(coalesce(old_object, '{}') || coalesce(new_object, '{}')) AS key
  )
  SELECT key, old_object -> key, new_object -> key FROM keys WHERE NOT has_parts
  UNION ALL
  SELECT key || '.' || part, old_object -> key -> part, new_object -> key -> part
  FROM keys, LATERAL jsonb_object_keys(coalesce(nullif(old_object -> key, 'null'), '{}') || coalesce(nullif(new_object -> key, 'null'), '{}')) AS part
  WHERE has_parts
$$;
--> statement-breakpoint
-- Records the change of a row in its transaction. It runs only while the transaction has an attribution: changes by jobs have
-- none. Arguments: record type, id column, prefix of field names (`{column}` is replaced by its value), fields as
-- [{column, field, how}], and the columns that are not recorded.
CREATE FUNCTION audit_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  old_row jsonb := '{}';
  new_row jsonb := '{}';
  one jsonb;
  record_key text;
  prefix text := TG_ARGV[2];
  changed jsonb;
  attributions jsonb := current_setting('payments.attribution')::jsonb;
  attributed jsonb;
BEGIN
  IF TG_OP <> 'INSERT' THEN old_row := to_jsonb(OLD); END IF;
  IF TG_OP <> 'DELETE' THEN new_row := to_jsonb(NEW); END IF;
  one := CASE WHEN TG_OP = 'DELETE' THEN old_row ELSE new_row END;
  IF prefix LIKE '%{%}%' THEN
    prefix := replace(prefix, substring(prefix FROM '\{[^}]*\}'), one ->> substring(prefix FROM '\{([^}]*)\}'));
  END IF;
  WITH declared AS (
    SELECT d.column_name, d.field,
      -- The type of an id may be the value of another column.
      CASE WHEN d.how LIKE 'id:{%}' THEN 'id:' || (one ->> substring(d.how FROM '\{([^}]*)\}')) ELSE d.how END AS how
    FROM jsonb_to_recordset(TG_ARGV[3]::jsonb) AS d (column_name text, field text, how text)
  ), field_values AS (
    SELECT field AS name, how, old_row -> column_name AS before, new_row -> column_name AS after
    FROM declared WHERE how NOT LIKE 'sections:%'
    UNION ALL
    SELECT field || '.' || section, CASE WHEN section = ANY (shown) THEN 'shown' ELSE 'hidden' END, before, after
    FROM declared, LATERAL (SELECT string_to_array(substr(how, 10), ',') AS shown) named,
      LATERAL audit_sections(old_row -> column_name, new_row -> column_name, shown)
    WHERE how LIKE 'sections:%'
  )
  SELECT jsonb_object_agg(prefix || name, jsonb_build_array(audit_value(before, how), audit_value(after, how)))
  INTO changed
  FROM field_values WHERE coalesce(before, 'null') <> coalesce(after, 'null');
  IF changed IS NULL THEN RETURN NULL; END IF;

  -- An invitation has a code in place of an id.
  record_key := CASE WHEN TG_ARGV[0] = 'Invitation' THEN '' ELSE TG_ARGV[0] || ':' END || (one ->> TG_ARGV[1]);
  SELECT a INTO attributed FROM jsonb_array_elements(attributions) a
  WHERE coalesce(a ->> 'record', record_key) = record_key LIMIT 1;
  INSERT INTO audit_changes (platform_id, written_in, written_at, record_type, record_id, changes, attribution)
  VALUES (
    coalesce(one ->> 'platform_id', one ->> 'id')::uuid, txid_current(), now(), TG_ARGV[0], record_key, changed,
    coalesce(attributed - 'record', jsonb_build_object('kind', 'SYSTEM', 'operation', attributions -> 0 ->> 'operation'))
  );
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Creates the trigger of a table. `columns` has the treatment of every column: shown, instant, masked, hidden, id:<Type>,
-- id:{<column with the type>}, sections:<keys, or parts of keys, that are shown>, or ignored. Source: docs/behaviour/audit.md#what-is-recorded.
CREATE FUNCTION audit_table(relation text, record_type text, id_column text, columns jsonb, prefix text DEFAULT '', events text DEFAULT 'INSERT OR UPDATE OR DELETE')
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  fields jsonb;
  ignored text;
BEGIN
  SELECT jsonb_agg(jsonb_build_object('column_name', key, 'how', value, 'field',
      lower(left(key, 1)) || substr(replace(initcap(replace(key, '_', ' ')), ' ', ''), 2))) FILTER (WHERE value <> 'ignored'),
    coalesce(string_agg(key, ',' ORDER BY key) FILTER (WHERE value = 'ignored'), '')
  INTO fields, ignored FROM jsonb_each_text(columns);
  EXECUTE format('DROP TRIGGER IF EXISTS recorded_in_audit_log ON %I', relation);
  EXECUTE format(
    'CREATE TRIGGER recorded_in_audit_log AFTER %s ON %I FOR EACH ROW WHEN (current_setting(''payments.attribution'', true) <> '''') EXECUTE FUNCTION audit_row(%L, %L, %L, %L, %L)',
    events, relation, record_type, id_column, prefix, fields::text, ignored);
END $$;
--> statement-breakpoint
-- New payments are inserted in groups: one call for each statement, and one insert for all rows.
CREATE FUNCTION audit_new_transactions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_changes (platform_id, written_in, written_at, record_type, record_id, changes, attribution)
  SELECT n.platform_id, txid_current(), now(), 'Transaction', 'Transaction:' || n.id,
    (SELECT jsonb_object_agg(key, jsonb_build_array(NULL, value)) FROM jsonb_each(jsonb_strip_nulls(jsonb_build_object('type', n.type, 'status', n.status, 'sentAmount', n.sent_amount,
      'sourceCurrency', n.source_currency, 'quoteId', 'Quote:' || n.quote_id, 'agentId', 'Agent:' || n.agent_id)))),
    coalesce(a.attribution, jsonb_build_object('kind', 'SYSTEM', 'operation', current_setting('payments.attribution')::jsonb -> 0 ->> 'operation'))
  FROM inserted n LEFT JOIN (
    SELECT value ->> 'record' AS record, value - 'record' AS attribution
    FROM jsonb_array_elements(current_setting('payments.attribution')::jsonb)
  ) a ON a.record IS NULL OR a.record = 'Transaction:' || n.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER recorded_in_audit_log_when_new AFTER INSERT ON "transactions" REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT WHEN (current_setting('payments.attribution', true) <> '') EXECUTE FUNCTION audit_new_transactions();
--> statement-breakpoint
CREATE FUNCTION audit_new_quotes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_changes (platform_id, written_in, written_at, record_type, record_id, changes, attribution)
  SELECT n.platform_id, txid_current(), now(), 'Quote', 'Quote:' || n.id,
    (SELECT jsonb_object_agg(key, jsonb_build_array(NULL, value)) FROM jsonb_each(jsonb_strip_nulls(jsonb_build_object('status', n.status, 'sendingAmount', n.sending_amount,
      'sendingCurrency', n.sending_currency, 'receivingAmount', n.receiving_amount,
      'receivingCurrency', n.receiving_currency, 'transactionId', 'Transaction:' || n.transaction_id,
      'agentId', 'Agent:' || n.agent_id)))),
    coalesce(a.attribution, jsonb_build_object('kind', 'SYSTEM', 'operation', current_setting('payments.attribution')::jsonb -> 0 ->> 'operation'))
  FROM inserted n LEFT JOIN (
    SELECT value ->> 'record' AS record, value - 'record' AS attribution
    FROM jsonb_array_elements(current_setting('payments.attribution')::jsonb)
  ) a ON a.record IS NULL OR a.record = 'Quote:' || n.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER recorded_in_audit_log_when_new AFTER INSERT ON "quotes" REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT WHEN (current_setting('payments.attribution', true) <> '') EXECUTE FUNCTION audit_new_quotes();
--> statement-breakpoint
SELECT audit_table('platforms', 'Platform', 'id', '{"id": "ignored", "name": "shown", "mode": "shown", "clock_offset_ms": "ignored", "uma_domain": "shown", "faults_until": "ignored", "settings": "sections:passkeys,oidcIssuers,otp,walletMail,sessionTtlSeconds,autoCreateEmailOtp,wallets,approvals.requiredApprovals,approvals.thresholds,approvals.preventSelfApproval,approvals.requireComment,approvals.stepUpAbove", "created_at": "ignored", "updated_at": "ignored"}');
--> statement-breakpoint
SELECT audit_table('platform_currencies', 'Platform', 'platform_id', '{"platform_id": "ignored", "currency": "ignored", "min_amount": "shown", "max_amount": "shown", "required_counterparty_fields": "shown", "enabled_transaction_types": "shown"}', 'currencies.{currency}.');
--> statement-breakpoint
SELECT audit_table('api_tokens', 'Token', 'id', '{"id": "ignored", "platform_id": "ignored", "created_at": "ignored", "updated_at": "ignored", "name": "shown", "client_id": "shown", "secret_digest": "hidden", "permissions": "shown", "deleted_at": "instant"}');
--> statement-breakpoint
SELECT audit_table('access_tokens', 'AccessToken', 'id', '{"id": "ignored", "platform_id": "ignored", "created_at": "ignored", "scopes": "shown", "customer_id": "id:Customer", "subject": "shown", "minted_by": "id:{minted_by_kind}", "minted_by_kind": "ignored", "expires_at": "instant", "revoked_at": "instant"}');
--> statement-breakpoint
SELECT audit_table('customers', 'Customer', 'id', '{"id": "ignored", "platform_id": "ignored", "created_at": "ignored", "updated_at": "ignored", "platform_customer_id": "shown", "customer_type": "shown", "uma_address": "hidden", "region": "shown", "currencies": "shown", "email": "hidden", "kyc_status": "shown", "kyb_status": "shown", "full_name": "hidden", "birth_date": "hidden", "nationality": "hidden", "address": "hidden", "business_info": "hidden", "deleted_at": "instant"}');
--> statement-breakpoint
SELECT audit_table('beneficial_owners', 'BeneficialOwner', 'id', '{"id": "ignored", "platform_id": "ignored", "created_at": "ignored", "updated_at": "ignored", "customer_id": "id:Customer", "roles": "shown", "ownership_percentage": "shown", "personal_info": "hidden", "kyc_status": "shown"}');
--> statement-breakpoint
SELECT audit_table('verifications', 'Verification', 'id', '{"id": "ignored", "platform_id": "ignored", "created_at": "ignored", "updated_at": "ignored", "customer_id": "id:Customer", "status": "shown", "problems": "hidden", "decided_by": "shown", "decision_note": "shown", "decided_at": "instant"}');
--> statement-breakpoint
SELECT audit_table('documents', 'Document', 'id', '{"id": "ignored", "platform_id": "ignored", "created_at": "ignored", "updated_at": "ignored", "customer_id": "id:Customer", "beneficial_owner_id": "id:BeneficialOwner", "document_type": "shown", "side": "shown", "country": "shown", "document_number": "masked", "issuing_authority": "shown", "file_name": "hidden", "media_type": "shown", "byte_length": "shown", "digest": "shown", "storage_key": "ignored", "submitted_at": "instant"}');
--> statement-breakpoint
SELECT audit_table('kyc_links', 'Customer', 'customer_id', '{"id": "ignored", "platform_id": "ignored", "customer_id": "ignored", "redirect_uri": "hidden", "expires_at": "instant", "created_at": "instant", "used_at": "instant"}', 'verificationLink.');
--> statement-breakpoint
SELECT audit_table('invitations', 'Invitation', 'code', '{"code": "ignored", "platform_id": "ignored", "customer_id": "id:Customer", "inviter_uma": "hidden", "invitee_uma": "hidden", "first_name": "hidden", "status": "shown", "amount_to_send": "shown", "currency": "shown", "created_at": "ignored", "claimed_at": "instant", "expires_at": "instant"}');
--> statement-breakpoint
SELECT audit_table('internal_accounts', 'InternalAccount', 'id', '{"id": "ignored", "platform_id": "ignored", "created_at": "ignored", "updated_at": "ignored", "customer_id": "id:Customer", "type": "shown", "status": "shown", "currency": "shown", "private_enabled": "shown", "reference": "masked"}');
--> statement-breakpoint
SELECT audit_table('external_accounts', 'ExternalAccount', 'id', '{"id": "ignored", "platform_id": "ignored", "created_at": "ignored", "updated_at": "ignored", "customer_id": "id:Customer", "status": "shown", "currency": "shown", "account_type": "shown", "account_info": "hidden", "fingerprint": "ignored", "platform_account_id": "shown", "default_uma_deposit_account": "shown", "beneficiary_verification_status": "shown", "beneficiary_verified_data": "hidden", "deleted_at": "instant"}');
--> statement-breakpoint
SELECT audit_table('wallets', 'InternalAccount', 'account_id', '{"account_id": "ignored", "platform_id": "ignored", "sealed_seed": "hidden", "created_at": "instant"}', 'wallet.');
--> statement-breakpoint
SELECT audit_table('credentials', 'AuthMethod', 'id', '{"id": "ignored", "platform_id": "ignored", "created_at": "ignored", "updated_at": "ignored", "account_id": "id:InternalAccount", "type": "shown", "nickname": "hidden", "passkey_id": "hidden", "passkey_public_key": "hidden", "passkey_counter": "ignored", "passkey_backup_eligible": "ignored", "passkey_backed_up": "ignored", "passkey_rp_id": "shown", "oidc_issuer": "shown", "oidc_audience": "shown", "oidc_subject": "hidden", "revoked_at": "instant"}');
--> statement-breakpoint
SELECT audit_table('one_time_codes', 'AuthMethod', 'credential_id', '{"credential_id": "ignored", "platform_id": "ignored", "challenge_id": "ignored", "digest": "hidden", "attempts": "shown", "expires_at": "instant"}', 'oneTimeCode.');
--> statement-breakpoint
SELECT audit_table('sessions', 'Session', 'id', '{"id": "ignored", "platform_id": "ignored", "created_at": "ignored", "updated_at": "ignored", "account_id": "id:InternalAccount", "credential_id": "id:AuthMethod", "public_key": "hidden", "expires_at": "instant", "revoked_at": "instant"}');
--> statement-breakpoint
SELECT audit_table('signed_requests', 'Request', 'id', '{"id": "ignored", "platform_id": "ignored", "payload": "hidden", "binding": "ignored", "failures": "shown", "created_at": "ignored", "expires_at": "instant", "used_at": "instant"}');
--> statement-breakpoint
SELECT audit_table('transactions', 'Transaction', 'id', '{"id": "ignored", "platform_id": "ignored", "created_at": "ignored", "updated_at": "ignored", "customer_id": "ignored", "platform_customer_id": "ignored", "type": "shown", "origin": "ignored", "status": "shown", "source_type": "ignored", "source_internal_id": "ignored", "source_external_id": "ignored", "source_uma_address": "ignored", "source_currency": "shown", "destination_type": "ignored", "destination_internal_id": "ignored", "destination_external_id": "ignored", "destination_uma_address": "ignored", "destination_currency": "ignored", "sent_amount": "shown", "received_amount": "shown", "exchange_rate": "ignored", "fees": "shown", "rate_details": "ignored", "quote_id": "id:Quote", "agent_id": "id:Agent", "description": "hidden", "counterparty_information": "hidden", "reference": "ignored", "sandbox_outcome": "ignored", "failure_reason": "shown", "refund_reference": "shown", "refund_status": "shown", "refund_reason": "shown", "refund_initiated_at": "instant", "refund_settled_at": "instant", "settled_at": "instant"}', '', 'UPDATE OR DELETE');
--> statement-breakpoint
SELECT audit_table('quotes', 'Quote', 'id', '{"id": "ignored", "platform_id": "ignored", "created_at": "ignored", "updated_at": "ignored", "customer_id": "ignored", "agent_id": "id:Agent", "transaction_id": "id:Transaction", "status": "shown", "source_type": "ignored", "source_internal_id": "ignored", "source_external_id": "ignored", "crypto_network": "ignored", "destination_type": "ignored", "destination_internal_id": "ignored", "destination_external_id": "ignored", "destination_uma_address": "ignored", "payment_rail": "shown", "locked_side": "ignored", "sending_currency": "shown", "sending_amount": "shown", "receiving_currency": "shown", "receiving_amount": "shown", "exchange_rate": "shown", "fees_included": "shown", "rate_details": "ignored", "payment_instructions": "ignored", "request_id": "ignored", "lookup_id": "ignored", "purpose_of_payment": "shown", "description": "hidden", "sender_customer_info": "hidden", "counterparty_information": "hidden", "expires_at": "instant"}', '', 'UPDATE OR DELETE');
--> statement-breakpoint
SELECT audit_table('payment_approvals', 'Transaction', 'transaction_id', '{"transaction_id": "ignored", "platform_id": "ignored", "window_ends_at": "instant", "requested_fields": "shown", "asked_sender": "ignored", "receiver_customer_info": "hidden", "decided_at": "instant"}', 'approval.');
--> statement-breakpoint
SELECT audit_table('agents', 'Agent', 'id', '{"id": "ignored", "platform_id": "ignored", "created_at": "ignored", "updated_at": "ignored", "customer_id": "id:Customer", "name": "shown", "is_paused": "shown", "token_digest": "hidden", "policy": "shown", "usage_currency": "shown", "daily_transaction_count": "ignored", "daily_spend": "ignored", "monthly_spend": "ignored", "daily_reset_date": "ignored", "monthly_reset_month": "ignored", "reserved_transaction_count": "ignored", "reserved_amount": "ignored", "created_by": "shown", "policy_changed_by": "shown", "device_code_by": "shown", "deleted_at": "instant"}');
--> statement-breakpoint
SELECT audit_table('device_codes', 'Agent', 'agent_id', '{"digest": "hidden", "platform_id": "ignored", "agent_id": "ignored", "issued_at": "instant", "expires_at": "instant", "redeemed_at": "instant", "superseded_at": "instant"}', 'deviceCode.');
--> statement-breakpoint
SELECT audit_table('agent_actions', 'AgentAction', 'id', '{"id": "ignored", "platform_id": "ignored", "created_at": "ignored", "updated_at": "ignored", "agent_id": "id:Agent", "customer_id": "id:Customer", "platform_customer_id": "ignored", "status": "shown", "type": "shown", "quote_id": "id:Quote", "amount": "shown", "currency": "shown", "internal_account_id": "id:InternalAccount", "external_account_id": "id:ExternalAccount", "description": "hidden", "sandbox_outcome": "ignored", "wallet_signature": "hidden", "transaction_id": "id:Transaction", "approval_rule": "shown", "approval_threshold": "shown", "approval_requested": "shown", "approval_currency": "shown", "charge_amount": "shown", "charge_currency": "shown", "spent_at": "ignored", "rejection_reason": "shown", "failure_reason": "shown", "decided_at": "instant", "decided_by": "shown", "decision_comment": "shown", "required_approvals": "shown", "approvals_given": "shown", "payee": "ignored"}');
--> statement-breakpoint
SELECT audit_table('agent_action_votes', 'AgentAction', 'action_id', '{"id": "ignored", "platform_id": "ignored", "action_id": "ignored", "voter": "ignored", "actor_kind": "ignored", "actor_id": "shown", "actor_name": "ignored", "decision": "shown", "comment": "shown", "created_at": "ignored"}', 'vote.');
--> statement-breakpoint
SELECT audit_table('members', 'Member', 'id', '{"id": "ignored", "platform_id": "ignored", "created_at": "ignored", "updated_at": "ignored", "name": "hidden", "email": "hidden", "roles": "shown", "last_signed_in_at": "ignored", "deleted_at": "instant"}');
--> statement-breakpoint
SELECT audit_table('sign_in_links', 'Member', 'member_id', '{"digest": "hidden", "platform_id": "ignored", "member_id": "ignored", "created_at": "ignored", "expires_at": "instant"}', 'signInLink.');
--> statement-breakpoint
SELECT audit_table('member_passkeys', 'MemberPasskey', 'id', '{"id": "ignored", "platform_id": "ignored", "member_id": "id:Member", "name": "hidden", "credential_id": "hidden", "public_key": "hidden", "counter": "ignored", "backup_eligible": "ignored", "backed_up": "ignored", "rp_id": "shown", "created_at": "ignored", "last_used_at": "ignored"}');
--> statement-breakpoint
SELECT audit_table('member_sessions', 'MemberSession', 'id', '{"id": "ignored", "platform_id": "ignored", "member_id": "id:Member", "token_digest": "hidden", "method": "shown", "address": "ignored", "user_agent": "ignored", "created_at": "ignored", "last_used_at": "ignored", "step_up_at": "instant", "expires_at": "instant", "ended_at": "instant"}');
--> statement-breakpoint
SELECT audit_table('webhook_endpoints', 'WebhookEndpoint', 'id', '{"id": "ignored", "platform_id": "ignored", "created_at": "ignored", "updated_at": "ignored", "url": "shown", "event_types": "shown", "extensions": "shown", "is_paused": "shown", "place": "ignored"}');
--> statement-breakpoint
SELECT audit_table('webhook_keys', 'Platform', 'platform_id', '{"id": "ignored", "platform_id": "ignored", "public_key": "shown", "sealed_private_key": "hidden", "signs_from": "instant", "retired_at": "instant", "created_at": "ignored"}', 'webhookKey.');
--> statement-breakpoint
SELECT audit_table('webhook_deliveries', 'Delivery', 'id', '{"id": "ignored", "platform_id": "ignored", "endpoint_id": "id:WebhookEndpoint", "event_id": "id:Webhook", "type": "shown", "resource_id": "shown", "sequence": "ignored", "position": "ignored", "body": "ignored", "status": "shown", "attempts_made": "ignored", "begun_at": "ignored", "next_attempt_at": "ignored", "leased_until": "ignored", "lease_id": "ignored", "is_out_of_order": "ignored", "approval_reply": "ignored", "answered_at": "ignored", "created_at": "ignored"}');
--> statement-breakpoint
SELECT audit_table('webhook_redeliveries', 'WebhookEndpoint', 'endpoint_id', '{"endpoint_id": "ignored", "platform_id": "ignored", "position": "shown", "until": "shown", "again_after": "shown", "again_until": "shown"}', 'redelivery.');
--> statement-breakpoint
SELECT audit_table('sandbox_faults', 'SandboxFault', 'id', '{"id": "ignored", "platform_id": "ignored", "kind": "shown", "target": "shown", "token_id": "shown", "operation": "shown", "event_type": "shown", "delay_ms": "shown", "retry_after_seconds": "shown", "is_hidden": "shown", "remaining": "ignored", "applied_count": "ignored", "created_at": "ignored", "expires_at": "instant"}');
--> statement-breakpoint
-- The master key belongs to no platform, so its change is an entry of each platform.
CREATE FUNCTION audit_deployment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Only an operator: the platform of a request must not appear in the log of another.
  IF current_setting('payments.attribution')::jsonb -> 0 ->> 'kind' <> 'OPERATOR' THEN RETURN NULL; END IF;
  INSERT INTO audit_changes (platform_id, written_in, written_at, record_type, record_id, changes, attribution)
  SELECT p.id, txid_current(), now(), 'Deployment', 'Deployment:' || NEW.uid,
    jsonb_build_object('masterKeyFingerprint', jsonb_build_array(OLD.master_key_fingerprint, NEW.master_key_fingerprint)),
    (current_setting('payments.attribution')::jsonb -> 0) - 'record'
  FROM platforms p;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER recorded_in_audit_log AFTER UPDATE OF "master_key_fingerprint" ON "deployment"
  FOR EACH ROW WHEN (current_setting('payments.attribution', true) <> '') EXECUTE FUNCTION audit_deployment();
--> statement-breakpoint
CREATE FUNCTION audit_access_token_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Only an operator: the platform of a request must not appear in the log of another.
  IF current_setting('payments.attribution')::jsonb -> 0 ->> 'kind' <> 'OPERATOR' THEN RETURN NULL; END IF;
  INSERT INTO audit_changes (platform_id, written_in, written_at, record_type, record_id, changes, attribution)
  SELECT p.id, txid_current(), now(), 'Deployment', 'AccessTokenKey:' || coalesce(NEW.kid, OLD.kid),
    jsonb_build_object('kid', jsonb_build_array(OLD.kid, NEW.kid)),
    (current_setting('payments.attribution')::jsonb -> 0) - 'record'
  FROM platforms p;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER recorded_in_audit_log AFTER INSERT OR DELETE ON "access_token_keys"
  FOR EACH ROW WHEN (current_setting('payments.attribution', true) <> '') EXECUTE FUNCTION audit_access_token_key();
--> statement-breakpoint
-- The content of an entry as one line of JSON without its hashes: the first part of the line in the export.
CREATE FUNCTION audit_content(
  platform_id uuid, entry_position bigint, created_at timestamptz, actor_kind text, actor_id text, actor_name text,
  operation text, record_type text, record_id text, changes text, request_id text, address text
) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT '{"platformId":"Platform:' || platform_id || '","position":' || entry_position
    || ',"createdAt":"' || to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","actor":{"kind":' || to_json(actor_kind) || ',"id":' || coalesce(to_json(actor_id)::text, 'null')
    || ',"name":' || coalesce(to_json(actor_name)::text, 'null') || '},"operation":' || to_json(operation)
    || ',"recordType":' || to_json(record_type) || ',"recordId":' || to_json(record_id) || ',"changes":' || changes
    || ',"requestId":' || coalesce(to_json(request_id)::text, 'null')
    || ',"address":' || coalesce(to_json(address)::text, 'null')
$$;
--> statement-breakpoint
-- The hash of an entry: SHA-256 of its line in the export without the member "hash".
CREATE FUNCTION audit_hash(previous_hash bytea, content text) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(convert_to(content || ',"previousHash":"' || encode(previous_hash, 'hex') || '"}', 'UTF8'))
$$;
--> statement-breakpoint
CREATE FUNCTION audit_next_hash(hash bytea, head bytea, content text) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT audit_hash(coalesce(hash, head), content)
$$;
--> statement-breakpoint
-- The hash of each entry of a chain that continues after `head`, as a window function in the order of positions.
CREATE AGGREGATE audit_chain (bytea, text) (SFUNC = audit_next_hash, STYPE = bytea);
--> statement-breakpoint
-- The chain of a platform that exists already starts here, so that every platform has one.
INSERT INTO audit_changes (platform_id, written_in, written_at, record_type, record_id, changes, attribution)
SELECT id, txid_current(), now(), 'Platform', 'Platform:' || id, '{}', '{"kind": "SYSTEM", "operation": "migrate"}' FROM platforms ORDER BY id;
--> statement-breakpoint
CREATE TABLE "api_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"request_id" text NOT NULL,
	"duration_ms" integer NOT NULL,
	"transport" text NOT NULL,
	"method" text NOT NULL,
	"operation" text NOT NULL,
	"operation_name" text,
	"status" integer NOT NULL,
	"error_code" text,
	"actor_kind" text NOT NULL,
	"actor_id" text,
	"actor_name" text,
	"address" text,
	"request_body" text,
	"response_body" text
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "request_id" text;--> statement-breakpoint
CREATE INDEX "api_requests_of_platform" ON "api_requests" USING btree ("platform_id","id");--> statement-breakpoint
CREATE INDEX "api_requests_failed" ON "api_requests" USING btree ("platform_id","id") WHERE "api_requests"."error_code" is not null;--> statement-breakpoint
CREATE INDEX "api_requests_by_request_id" ON "api_requests" USING btree ("request_id");