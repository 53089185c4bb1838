ALTER TABLE "sessions" DROP CONSTRAINT "sessions_public_key_unique";--> statement-breakpoint
DROP INDEX "one_credential_of_a_type";--> statement-breakpoint
CREATE INDEX "credentials_of_account" ON "credentials" USING btree ("account_id") WHERE "credentials"."revoked_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "one_session_of_a_key" ON "sessions" USING btree ("account_id","public_key");--> statement-breakpoint
CREATE UNIQUE INDEX "one_credential_of_a_type" ON "credentials" USING btree ("account_id","type") WHERE "credentials"."revoked_at" is null and "credentials"."type" <> 'PASSKEY';