CREATE TABLE "screening_matches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"beneficial_owner_id" uuid,
	"subject_id" uuid NOT NULL,
	"list_version" text NOT NULL,
	"entry_id" text NOT NULL,
	"matched_name" text NOT NULL,
	"program" text,
	"score" integer NOT NULL,
	"compared_data" text NOT NULL,
	"status" text NOT NULL,
	"decided_by" text,
	"comment" text,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "score_is_a_percentage" CHECK ("screening_matches"."score" between 0 and 100),
	CONSTRAINT "subject_of_screening_match" CHECK ("screening_matches"."subject_id" = coalesce("screening_matches"."beneficial_owner_id", "screening_matches"."customer_id")),
	CONSTRAINT "decided_screening_match" CHECK (("screening_matches"."status" = 'OPEN') = ("screening_matches"."decided_at" is null))
);
--> statement-breakpoint
CREATE TABLE "screening_runs" (
	"platform_id" uuid PRIMARY KEY NOT NULL,
	"list_version" text NOT NULL,
	"list_changed_at" timestamp (3) with time zone NOT NULL,
	"customers_screened" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "verification_providers" (
	"platform_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"sealed_secret" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "screening_matches" ADD CONSTRAINT "screening_matches_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screening_matches" ADD CONSTRAINT "screening_matches_beneficial_owner_id_beneficial_owners_id_fk" FOREIGN KEY ("beneficial_owner_id") REFERENCES "public"."beneficial_owners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_screening_match_per_entry" ON "screening_matches" USING btree ("subject_id","entry_id");--> statement-breakpoint
CREATE INDEX "screening_matches_of_platform" ON "screening_matches" USING btree ("platform_id","id");--> statement-breakpoint
CREATE INDEX "screening_matches_by_status" ON "screening_matches" USING btree ("platform_id","status","id");--> statement-breakpoint
CREATE INDEX "open_screening_matches" ON "screening_matches" USING btree ("id") WHERE "screening_matches"."status" = 'OPEN';--> statement-breakpoint
CREATE INDEX "screening_matches_of_customer" ON "screening_matches" USING btree ("customer_id","id");
--> statement-breakpoint
SELECT audit_table('screening_matches', 'ScreeningMatch', 'id', '{"id": "ignored", "platform_id": "ignored", "created_at": "ignored", "updated_at": "ignored", "customer_id": "id:Customer", "beneficial_owner_id": "id:BeneficialOwner", "subject_id": "ignored", "list_version": "ignored", "entry_id": "shown", "matched_name": "hidden", "program": "shown", "score": "shown", "compared_data": "ignored", "status": "shown", "decided_by": "shown", "comment": "shown", "decided_at": "instant"}');
--> statement-breakpoint
SELECT audit_table('verification_providers', 'Platform', 'platform_id', '{"platform_id": "ignored", "name": "shown", "sealed_secret": "hidden", "created_at": "ignored", "updated_at": "ignored"}', 'verificationProvider.');
