DROP INDEX "one_bank_statement_per_page";--> statement-breakpoint
CREATE INDEX "bank_entries_of_reference" ON "bank_entries" USING btree ("connection_id","amount",left("record" ->> 'bankReference', 100),"booked_on");--> statement-breakpoint
CREATE UNIQUE INDEX "one_bank_statement_per_page" ON "bank_statements" USING btree ("connection_id","kind","statement_id","page_number","booked_on");