ALTER TABLE "bank_payments" ADD COLUMN "is_reported" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "unmatched_deposits" ADD COLUMN "bank_payment_id" uuid;--> statement-breakpoint
ALTER TABLE "unmatched_deposits" ADD CONSTRAINT "unmatched_deposits_bank_payment_id_bank_payments_id_fk" FOREIGN KEY ("bank_payment_id") REFERENCES "public"."bank_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "unmatched_deposits_of_bank_payment" ON "unmatched_deposits" USING btree ("bank_payment_id") WHERE "unmatched_deposits"."bank_payment_id" is not null;--> statement-breakpoint
SELECT audit_table('unmatched_deposits', 'UnmatchedDeposit', 'id', '{"id": "ignored", "platform_id": "ignored", "connection_id": "id:BankConnection", "entry_id": "id:BankEntry", "detail_index": "ignored", "amount": "shown", "currency": "shown", "depositor": "hidden", "remittance": "hidden", "status": "shown", "reason": "shown", "decision": "shown", "round": "ignored", "decided_account_id": "id:InternalAccount", "transaction_id": "id:Transaction", "bank_payment_id": "ignored", "created_at": "ignored", "updated_at": "ignored"}');
--> statement-breakpoint
-- An assigned deposit has another transaction.
UPDATE unmatched_deposits d SET bank_payment_id = p.id FROM bank_payments p
  WHERE p.transaction_id = d.transaction_id AND p.direction = 'DEBIT';
