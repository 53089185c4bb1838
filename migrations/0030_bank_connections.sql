CREATE TABLE "account_change_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"external_account_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"reason_code" text NOT NULL,
	"corrected" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bank_connections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"name" text NOT NULL,
	"currency" text NOT NULL,
	"format" text NOT NULL,
	"status" text NOT NULL,
	"account" jsonb NOT NULL,
	"exchange" jsonb NOT NULL,
	"sealed_secret" "bytea",
	"cut_offs" jsonb NOT NULL,
	"max_payments_per_file" integer NOT NULL,
	"opening_balance" bigint NOT NULL,
	"review_above" bigint,
	"last_cut_off_at" timestamp (3) with time zone,
	"next_exchange_at" timestamp (3) with time zone NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"last_exchange_at" timestamp (3) with time zone,
	"exchange_error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bank_decisions" (
	"platform_id" uuid NOT NULL,
	"subject_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"actor_id" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_name" text NOT NULL,
	"is_approval" boolean NOT NULL,
	"comment" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bank_decisions_subject_id_round_actor_id_pk" PRIMARY KEY("subject_id","round","actor_id")
);
--> statement-breakpoint
CREATE TABLE "bank_deposits" (
	"transaction_id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"detail_index" integer NOT NULL,
	"depositor" jsonb,
	"remittance" text
);
--> statement-breakpoint
CREATE TABLE "bank_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"statement_id" uuid,
	"fingerprint" text NOT NULL,
	"booked_on" date NOT NULL,
	"amount" bigint NOT NULL,
	"record" jsonb NOT NULL,
	"kind" text,
	"break_kind" text,
	"note" text,
	"transaction_id" uuid,
	"booked_at" timestamp (3) with time zone,
	"resolved_at" timestamp (3) with time zone,
	"resolved_by" text,
	"resolution" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "only_breaks_have_a_break_kind" CHECK (("bank_entries"."kind" is not distinct from 'BREAK') = ("bank_entries"."break_kind" is not null))
);
--> statement-breakpoint
CREATE TABLE "bank_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"direction" text NOT NULL,
	"kind" text,
	"status" text NOT NULL,
	"name" text NOT NULL,
	"message_id" text,
	"service_level" text,
	"payment_direction" text,
	"execution_date" date,
	"file_id_modifier" text,
	"releases" integer DEFAULT 0 NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	"total" bigint DEFAULT 0 NOT NULL,
	"digest" "bytea",
	"byte_length" integer,
	"storage_key" text,
	"reason" text,
	"line" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bank_payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"transaction_id" uuid,
	"deposit_id" uuid,
	"direction" text NOT NULL,
	"service_level" text NOT NULL,
	"entry_class" text,
	"status" text NOT NULL,
	"clearing_code" text NOT NULL,
	"end_to_end_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"file_id" uuid,
	"trace_sequence" integer,
	"reason_code" text,
	"entry_id" uuid,
	"return_entry_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bank_payment_is_positive" CHECK ("bank_payments"."amount" > 0),
	CONSTRAINT "bank_payment_is_of_one_record" CHECK (("bank_payments"."transaction_id" is null) <> ("bank_payments"."deposit_id" is null))
);
--> statement-breakpoint
CREATE TABLE "bank_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"record" jsonb NOT NULL,
	"applied_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "bank_statements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"statement_id" text NOT NULL,
	"sequence_number" integer,
	"page_number" integer NOT NULL,
	"booked_on" date NOT NULL,
	"opening" bigint,
	"closing" bigint,
	"sum" bigint NOT NULL,
	"count" integer NOT NULL,
	"has_conflict" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unmatched_deposits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"detail_index" integer NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"depositor" jsonb,
	"remittance" text,
	"status" text NOT NULL,
	"reason" text NOT NULL,
	"decision" text,
	"round" integer DEFAULT 0 NOT NULL,
	"decided_account_id" uuid,
	"transaction_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "unmatched_deposit_is_positive" CHECK ("unmatched_deposits"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "external_accounts" ADD COLUMN "direct_debit_mandate" jsonb;--> statement-breakpoint
ALTER TABLE "account_change_notices" ADD CONSTRAINT "account_change_notices_external_account_id_external_accounts_id_fk" FOREIGN KEY ("external_account_id") REFERENCES "public"."external_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_change_notices" ADD CONSTRAINT "account_change_notices_file_id_bank_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."bank_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_deposits" ADD CONSTRAINT "bank_deposits_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_deposits" ADD CONSTRAINT "bank_deposits_entry_id_bank_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."bank_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_entries" ADD CONSTRAINT "bank_entries_connection_id_bank_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."bank_connections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_entries" ADD CONSTRAINT "bank_entries_statement_id_bank_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."bank_statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_entries" ADD CONSTRAINT "bank_entries_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_files" ADD CONSTRAINT "bank_files_connection_id_bank_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."bank_connections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_payments" ADD CONSTRAINT "bank_payments_connection_id_bank_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."bank_connections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_payments" ADD CONSTRAINT "bank_payments_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_payments" ADD CONSTRAINT "bank_payments_file_id_bank_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."bank_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_reports" ADD CONSTRAINT "bank_reports_connection_id_bank_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."bank_connections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_reports" ADD CONSTRAINT "bank_reports_file_id_bank_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."bank_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_statements" ADD CONSTRAINT "bank_statements_connection_id_bank_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."bank_connections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_statements" ADD CONSTRAINT "bank_statements_file_id_bank_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."bank_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unmatched_deposits" ADD CONSTRAINT "unmatched_deposits_connection_id_bank_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."bank_connections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unmatched_deposits" ADD CONSTRAINT "unmatched_deposits_entry_id_bank_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."bank_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unmatched_deposits" ADD CONSTRAINT "unmatched_deposits_decided_account_id_internal_accounts_id_fk" FOREIGN KEY ("decided_account_id") REFERENCES "public"."internal_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unmatched_deposits" ADD CONSTRAINT "unmatched_deposits_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_change_notices_of_account" ON "account_change_notices" USING btree ("external_account_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_active_bank_connection_per_currency" ON "bank_connections" USING btree ("platform_id","currency") WHERE "bank_connections"."status" = 'ACTIVE';--> statement-breakpoint
CREATE INDEX "bank_connections_to_exchange" ON "bank_connections" USING btree ("next_exchange_at") WHERE "bank_connections"."status" = 'ACTIVE';--> statement-breakpoint
CREATE UNIQUE INDEX "one_bank_entry_per_fingerprint" ON "bank_entries" USING btree ("connection_id","fingerprint");--> statement-breakpoint
CREATE INDEX "bank_entries_to_book" ON "bank_entries" USING btree ("connection_id","id") WHERE "bank_entries"."kind" is null;--> statement-breakpoint
CREATE INDEX "bank_entries_of_statement" ON "bank_entries" USING btree ("statement_id","id");--> statement-breakpoint
CREATE INDEX "bank_entries_of_day" ON "bank_entries" USING btree ("connection_id","booked_on","id");--> statement-breakpoint
CREATE INDEX "bank_entries_of_transaction" ON "bank_entries" USING btree ("transaction_id") WHERE "bank_entries"."transaction_id" is not null;--> statement-breakpoint
CREATE INDEX "bank_breaks" ON "bank_entries" USING btree ("platform_id","id") WHERE "bank_entries"."kind" = 'BREAK' and "bank_entries"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "bank_files_of_connection" ON "bank_files" USING btree ("connection_id","id");--> statement-breakpoint
CREATE INDEX "bank_files_of_platform" ON "bank_files" USING btree ("platform_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_outgoing_bank_file_per_message" ON "bank_files" USING btree ("connection_id","message_id") WHERE "bank_files"."direction" = 'OUT';--> statement-breakpoint
CREATE UNIQUE INDEX "one_incoming_bank_file_per_content" ON "bank_files" USING btree ("connection_id","digest") WHERE "bank_files"."direction" = 'IN';--> statement-breakpoint
CREATE INDEX "bank_files_to_publish" ON "bank_files" USING btree ("connection_id","id") WHERE "bank_files"."status" in ('READY', 'STAGED');--> statement-breakpoint
CREATE UNIQUE INDEX "one_bank_payment_per_end_to_end_id" ON "bank_payments" USING btree ("connection_id","end_to_end_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_bank_payment_per_transaction" ON "bank_payments" USING btree ("transaction_id") WHERE "bank_payments"."transaction_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "one_bank_payment_per_trace_number" ON "bank_payments" USING btree ("connection_id","trace_sequence") WHERE "bank_payments"."trace_sequence" is not null;--> statement-breakpoint
CREATE INDEX "bank_payments_waiting" ON "bank_payments" USING btree ("connection_id","id") WHERE "bank_payments"."status" = 'WAITING';--> statement-breakpoint
CREATE INDEX "bank_payments_of_file" ON "bank_payments" USING btree ("file_id","id") WHERE "bank_payments"."file_id" is not null;--> statement-breakpoint
CREATE INDEX "bank_reports_to_apply" ON "bank_reports" USING btree ("connection_id","id") WHERE "bank_reports"."applied_at" is null;--> statement-breakpoint
CREATE INDEX "bank_reports_of_file" ON "bank_reports" USING btree ("file_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_bank_statement_per_page" ON "bank_statements" USING btree ("connection_id","kind","statement_id","page_number");--> statement-breakpoint
CREATE INDEX "bank_statements_of_day" ON "bank_statements" USING btree ("connection_id","booked_on");--> statement-breakpoint
CREATE INDEX "unmatched_deposits_of_platform" ON "unmatched_deposits" USING btree ("platform_id","id");--> statement-breakpoint
CREATE INDEX "unmatched_deposits_open" ON "unmatched_deposits" USING btree ("platform_id","id") WHERE "unmatched_deposits"."status" in ('OPEN', 'IN_REVIEW');--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_unmatched_deposit_per_detail" ON "unmatched_deposits" USING btree ("entry_id","detail_index") WHERE "unmatched_deposits"."status" in ('OPEN', 'IN_REVIEW');
--> statement-breakpoint
SELECT audit_table('bank_connections', 'BankConnection', 'id', '{"id": "ignored", "platform_id": "ignored", "name": "shown", "currency": "shown", "format": "shown", "status": "shown", "account": "hidden", "exchange": "hidden", "sealed_secret": "hidden", "cut_offs": "shown", "max_payments_per_file": "shown", "opening_balance": "shown", "review_above": "shown", "last_cut_off_at": "ignored", "next_exchange_at": "ignored", "leased_until": "ignored", "last_exchange_at": "ignored", "exchange_error": "ignored", "created_at": "ignored", "updated_at": "ignored"}');
--> statement-breakpoint
SELECT audit_table('bank_files', 'BankFile', 'id', '{"id": "ignored", "platform_id": "ignored", "connection_id": "id:BankConnection", "direction": "shown", "kind": "shown", "status": "shown", "name": "shown", "message_id": "shown", "service_level": "shown", "payment_direction": "shown", "execution_date": "shown", "file_id_modifier": "ignored", "releases": "shown", "count": "shown", "total": "shown", "digest": "ignored", "byte_length": "ignored", "storage_key": "ignored", "reason": "shown", "line": "shown", "created_at": "ignored", "updated_at": "ignored"}');
--> statement-breakpoint
SELECT audit_table('unmatched_deposits', 'UnmatchedDeposit', 'id', '{"id": "ignored", "platform_id": "ignored", "connection_id": "id:BankConnection", "entry_id": "id:BankEntry", "detail_index": "ignored", "amount": "shown", "currency": "shown", "depositor": "hidden", "remittance": "hidden", "status": "shown", "reason": "shown", "decision": "shown", "round": "ignored", "decided_account_id": "id:InternalAccount", "transaction_id": "id:Transaction", "created_at": "ignored", "updated_at": "ignored"}');
--> statement-breakpoint
-- Entries are booked by jobs in large numbers. Only what a person says of a break is recorded.
SELECT audit_table('bank_entries', 'BankEntry', 'id', '{"id": "ignored", "platform_id": "ignored", "connection_id": "ignored", "statement_id": "ignored", "fingerprint": "ignored", "booked_on": "ignored", "amount": "ignored", "record": "ignored", "kind": "ignored", "break_kind": "ignored", "note": "ignored", "transaction_id": "ignored", "booked_at": "ignored", "resolved_by": "ignored", "created_at": "ignored", "resolved_at": "instant", "resolution": "shown"}', '', 'UPDATE');
--> statement-breakpoint
SELECT audit_table('external_accounts', 'ExternalAccount', 'id', '{"id": "ignored", "platform_id": "ignored", "created_at": "ignored", "updated_at": "ignored", "customer_id": "id:Customer", "status": "shown", "currency": "shown", "account_type": "shown", "account_info": "hidden", "fingerprint": "ignored", "platform_account_id": "shown", "default_uma_deposit_account": "shown", "beneficiary_verification_status": "shown", "beneficiary_verified_data": "hidden", "direct_debit_mandate": "hidden", "deleted_at": "instant"}');
