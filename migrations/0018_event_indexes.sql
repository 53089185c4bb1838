DROP INDEX "events_by_position";--> statement-breakpoint
DROP INDEX "events_of_platform";--> statement-breakpoint
CREATE UNIQUE INDEX "events_by_position" ON "events" USING btree ("position") WHERE "events"."position" is not null;--> statement-breakpoint
CREATE INDEX "events_of_platform" ON "events" USING btree ("platform_id","position") WHERE "events"."position" is not null;