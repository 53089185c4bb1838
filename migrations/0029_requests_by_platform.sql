DROP INDEX "api_requests_by_request_id";--> statement-breakpoint
DROP INDEX "audit_entries_of_request";--> statement-breakpoint
CREATE INDEX "api_requests_by_request_id" ON "api_requests" USING btree ("platform_id","request_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_of_request" ON "audit_entries" USING btree ("platform_id","request_id","position") WHERE "audit_entries"."request_id" is not null;