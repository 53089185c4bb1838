CREATE TABLE "virtual_ibans" (
	"connection_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"nth" integer NOT NULL,
	"iban" text NOT NULL,
	CONSTRAINT "virtual_ibans_connection_id_account_id_pk" PRIMARY KEY("connection_id","account_id")
);
--> statement-breakpoint
ALTER TABLE "bank_connections" ADD COLUMN "virtual_iban_range" jsonb;--> statement-breakpoint
ALTER TABLE "virtual_ibans" ADD CONSTRAINT "virtual_ibans_connection_id_bank_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."bank_connections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "virtual_ibans" ADD CONSTRAINT "virtual_ibans_account_id_internal_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."internal_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_account_per_virtual_iban" ON "virtual_ibans" USING btree ("connection_id","iban");--> statement-breakpoint
CREATE INDEX "virtual_ibans_of_account" ON "virtual_ibans" USING btree ("account_id");
--> statement-breakpoint
SELECT audit_table('bank_connections', 'BankConnection', 'id', '{"id": "ignored", "platform_id": "ignored", "name": "shown", "currency": "shown", "format": "shown", "status": "shown", "account": "hidden", "exchange": "hidden", "sealed_secret": "hidden", "virtual_iban_range": "shown", "cut_offs": "shown", "max_payments_per_file": "shown", "opening_balance": "shown", "review_above": "shown", "last_cut_off_at": "ignored", "next_exchange_at": "ignored", "leased_until": "ignored", "last_exchange_at": "ignored", "exchange_error": "ignored", "created_at": "ignored", "updated_at": "ignored"}');
