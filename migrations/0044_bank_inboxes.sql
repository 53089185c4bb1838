CREATE TABLE "unarchived_bank_files" (
	"connection_id" uuid NOT NULL,
	"name" text NOT NULL,
	"size" bigint NOT NULL,
	"modified_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "unarchived_bank_files_connection_id_name_pk" PRIMARY KEY("connection_id","name")
);
--> statement-breakpoint
ALTER TABLE "virtual_ibans" ALTER COLUMN "nth" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "unarchived_bank_files" ADD CONSTRAINT "unarchived_bank_files_connection_id_bank_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."bank_connections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "nacha_files_of_day" ON "bank_files" USING btree ("connection_id","created_at") WHERE "bank_files"."kind" = 'NACHA';