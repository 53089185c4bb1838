CREATE TABLE "mcp_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"subscriptions" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mcp_sessions" ADD CONSTRAINT "mcp_sessions_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mcp_sessions_of_agent" ON "mcp_sessions" USING btree ("agent_id","last_used_at");--> statement-breakpoint
CREATE INDEX "mcp_sessions_of_platform" ON "mcp_sessions" USING btree ("platform_id","last_used_at");