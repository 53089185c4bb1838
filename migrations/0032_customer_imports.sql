CREATE TABLE "customer_import_errors" (
	"import_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"correlation_id" text NOT NULL,
	"code" text NOT NULL,
	"message" text NOT NULL,
	"details" jsonb NOT NULL,
	CONSTRAINT "customer_import_errors_import_id_row_pk" PRIMARY KEY("import_id","row")
);
--> statement-breakpoint
CREATE TABLE "customer_import_keys" (
	"import_id" uuid NOT NULL,
	"digest" "bytea" NOT NULL,
	CONSTRAINT "customer_import_keys_import_id_digest_pk" PRIMARY KEY("import_id","digest")
);
--> statement-breakpoint
CREATE TABLE "customer_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"status" text NOT NULL,
	"format" text NOT NULL,
	"dry_run" boolean NOT NULL,
	"columns" text[],
	"storage_key" text,
	"total" integer NOT NULL,
	"processed" integer NOT NULL,
	"successful" integer NOT NULL,
	"failed" integer NOT NULL,
	"position" bigint NOT NULL,
	"attribution" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"completed_at" timestamp (3) with time zone,
	CONSTRAINT "progress_of_import" CHECK ("customer_imports"."processed" = "customer_imports"."successful" + "customer_imports"."failed" and "customer_imports"."processed" <= "customer_imports"."total")
);
--> statement-breakpoint
ALTER TABLE "customer_import_errors" ADD CONSTRAINT "customer_import_errors_import_id_customer_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."customer_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_imports_of_platform" ON "customer_imports" USING btree ("platform_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_running_import_per_platform" ON "customer_imports" USING btree ("platform_id") WHERE "customer_imports"."status" in ('PENDING', 'PROCESSING');
--> statement-breakpoint
SELECT audit_table('customer_imports', 'Job', 'id', '{"id": "ignored", "platform_id": "ignored", "status": "shown", "format": "shown", "dry_run": "shown", "columns": "shown", "storage_key": "ignored", "total": "shown", "processed": "ignored", "successful": "ignored", "failed": "ignored", "position": "ignored", "attribution": "ignored", "created_at": "ignored", "updated_at": "ignored", "completed_at": "instant"}');
