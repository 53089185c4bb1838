DROP INDEX "external_accounts_of_platform";--> statement-breakpoint
DROP INDEX "external_accounts_of_customer";--> statement-breakpoint
DROP INDEX "internal_accounts_of_platform";--> statement-breakpoint
DROP INDEX "agent_actions_of_platform";--> statement-breakpoint
DROP INDEX "agent_actions_of_agent";--> statement-breakpoint
DROP INDEX "agent_actions_of_customer";--> statement-breakpoint
DROP INDEX "agents_of_platform";--> statement-breakpoint
DROP INDEX "agents_of_customer";--> statement-breakpoint
DROP INDEX "customers_of_platform";--> statement-breakpoint
DROP INDEX "beneficial_owners_of_customer";--> statement-breakpoint
DROP INDEX "documents_of_platform";--> statement-breakpoint
DROP INDEX "documents_of_customer";--> statement-breakpoint
DROP INDEX "verifications_of_platform";--> statement-breakpoint
DROP INDEX "verifications_of_customer";--> statement-breakpoint
DROP INDEX "postings_of_account";--> statement-breakpoint
DROP INDEX "quotes_of_platform";--> statement-breakpoint
DROP INDEX "quotes_of_customer";--> statement-breakpoint
DROP INDEX "transactions_of_platform";--> statement-breakpoint
DROP INDEX "transactions_of_customer";--> statement-breakpoint
DROP INDEX "transactions_by_reference";--> statement-breakpoint
DROP INDEX "transactions_of_agent";--> statement-breakpoint
DROP INDEX "transactions_from_internal";--> statement-breakpoint
DROP INDEX "transactions_to_internal";--> statement-breakpoint
DROP INDEX "transactions_from_external";--> statement-breakpoint
DROP INDEX "transactions_to_external";--> statement-breakpoint
DROP INDEX "webhook_deliveries_of_platform";--> statement-breakpoint
CREATE INDEX "transactions_of_platform_itself" ON "transactions" USING btree ("platform_id","id") WHERE "transactions"."customer_id" is null;--> statement-breakpoint
CREATE INDEX "transactions_of_platform_customer" ON "transactions" USING btree ("platform_id","platform_customer_id","id") WHERE "transactions"."platform_customer_id" is not null;--> statement-breakpoint
CREATE INDEX "transactions_by_status" ON "transactions" USING btree ("platform_id","status","type","id");--> statement-breakpoint
CREATE INDEX "transactions_from_uma" ON "transactions" USING btree ("platform_id","source_uma_address","id") WHERE "transactions"."source_uma_address" is not null;--> statement-breakpoint
CREATE INDEX "transactions_to_uma" ON "transactions" USING btree ("platform_id","destination_uma_address","id") WHERE "transactions"."destination_uma_address" is not null;--> statement-breakpoint
CREATE INDEX "external_accounts_of_platform" ON "external_accounts" USING btree ("platform_id","id");--> statement-breakpoint
CREATE INDEX "external_accounts_of_customer" ON "external_accounts" USING btree ("customer_id","id");--> statement-breakpoint
CREATE INDEX "internal_accounts_of_platform" ON "internal_accounts" USING btree ("platform_id","id");--> statement-breakpoint
CREATE INDEX "agent_actions_of_platform" ON "agent_actions" USING btree ("platform_id","id");--> statement-breakpoint
CREATE INDEX "agent_actions_of_agent" ON "agent_actions" USING btree ("agent_id","id");--> statement-breakpoint
CREATE INDEX "agent_actions_of_customer" ON "agent_actions" USING btree ("customer_id","id");--> statement-breakpoint
CREATE INDEX "agents_of_platform" ON "agents" USING btree ("platform_id","id");--> statement-breakpoint
CREATE INDEX "agents_of_customer" ON "agents" USING btree ("customer_id","id");--> statement-breakpoint
CREATE INDEX "customers_of_platform" ON "customers" USING btree ("platform_id","id");--> statement-breakpoint
CREATE INDEX "beneficial_owners_of_customer" ON "beneficial_owners" USING btree ("customer_id","id");--> statement-breakpoint
CREATE INDEX "documents_of_platform" ON "documents" USING btree ("platform_id","id");--> statement-breakpoint
CREATE INDEX "documents_of_customer" ON "documents" USING btree ("customer_id","id");--> statement-breakpoint
CREATE INDEX "verifications_of_platform" ON "verifications" USING btree ("platform_id","id");--> statement-breakpoint
CREATE INDEX "verifications_of_customer" ON "verifications" USING btree ("customer_id","id");--> statement-breakpoint
CREATE INDEX "postings_of_account" ON "postings" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "quotes_of_platform" ON "quotes" USING btree ("platform_id","id");--> statement-breakpoint
CREATE INDEX "quotes_of_customer" ON "quotes" USING btree ("customer_id","id");--> statement-breakpoint
CREATE INDEX "transactions_of_platform" ON "transactions" USING btree ("platform_id","id");--> statement-breakpoint
CREATE INDEX "transactions_of_customer" ON "transactions" USING btree ("customer_id","id");--> statement-breakpoint
CREATE INDEX "transactions_by_reference" ON "transactions" USING btree ("platform_id","reference","id");--> statement-breakpoint
CREATE INDEX "transactions_of_agent" ON "transactions" USING btree ("agent_id","id") WHERE "transactions"."agent_id" is not null;--> statement-breakpoint
CREATE INDEX "transactions_from_internal" ON "transactions" USING btree ("source_internal_id","id") WHERE "transactions"."source_internal_id" is not null;--> statement-breakpoint
CREATE INDEX "transactions_to_internal" ON "transactions" USING btree ("destination_internal_id","id") WHERE "transactions"."destination_internal_id" is not null;--> statement-breakpoint
CREATE INDEX "transactions_from_external" ON "transactions" USING btree ("source_external_id","id") WHERE "transactions"."source_external_id" is not null;--> statement-breakpoint
CREATE INDEX "transactions_to_external" ON "transactions" USING btree ("destination_external_id","id") WHERE "transactions"."destination_external_id" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_platform" ON "webhook_deliveries" USING btree ("platform_id","id");