CREATE TABLE "webhook_redeliveries" (
	"endpoint_id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"position" bigint NOT NULL,
	"until" bigint NOT NULL,
	"again_after" bigint,
	"again_until" bigint
);
--> statement-breakpoint
ALTER TABLE "webhook_redeliveries" ADD CONSTRAINT "webhook_redeliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;