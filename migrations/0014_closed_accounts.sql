ALTER TABLE "ledger_accounts" ADD COLUMN "closed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "closed_accounts_are_empty" CHECK (not "ledger_accounts"."closed" or ("ledger_accounts"."posted" is not distinct from 0 and "ledger_accounts"."held" is not distinct from 0));--> statement-breakpoint
-- Platforms get a suspense account in each currency they have accounts in. Its id is derived as in src/ledger/chart.ts.
WITH wanted AS (
  SELECT DISTINCT "platform_id", "currency" FROM "ledger_accounts" WHERE "owner" = 'SERVICE'
), digested AS (
  SELECT "platform_id", "currency",
    substring(sha256(convert_to("platform_id" || '/SUSPENSE/' || "currency", 'UTF8')) FROM 1 FOR 16) AS digest
  FROM wanted
)
INSERT INTO "ledger_accounts" ("id", "platform_id", "owner", "code", "currency")
SELECT encode(
    set_byte(set_byte(digest, 6, get_byte(digest, 6) & 15 | 128), 8, get_byte(digest, 8) & 63 | 128), 'hex')::uuid,
  "platform_id", 'SERVICE', 'SUSPENSE', "currency"
FROM digested;--> statement-breakpoint
-- What lies on accounts of customers that were deleted before moves there, one entry for each account.
CREATE TEMPORARY TABLE "stranded" AS
  SELECT gen_random_uuid() AS "entry_id", a."id" AS "account_id", s."id" AS "suspense_id", a."platform_id",
    a."currency", a."posted" AS "amount", now() AS "at"
  FROM "ledger_accounts" a
    JOIN "internal_accounts" i ON i."id" = a."id"
    JOIN "customers" c ON c."id" = i."customer_id" AND c."deleted_at" IS NOT NULL
    JOIN "ledger_accounts" s
      ON s."platform_id" = a."platform_id" AND s."currency" = a."currency" AND s."code" = 'SUSPENSE'
  WHERE a."posted" > 0 AND a."held" = 0;--> statement-breakpoint
INSERT INTO "entries" ("id", "platform_id", "description", "created_at")
  SELECT "entry_id", "platform_id", 'Moved to suspense: the customer is deleted', "at" FROM "stranded";--> statement-breakpoint
INSERT INTO "postings" ("id", "entry_id", "platform_id", "account_id", "currency", "amount", "balance_after", "created_at")
  SELECT gen_random_uuid(), "entry_id", "platform_id", "account_id", "currency", -"amount", 0, "at" FROM "stranded"
  UNION ALL
  SELECT gen_random_uuid(), "entry_id", "platform_id", "suspense_id", "currency", "amount", NULL, "at" FROM "stranded";--> statement-breakpoint
UPDATE "ledger_accounts" a SET "posted" = 0 FROM "stranded" s WHERE a."id" = s."account_id";--> statement-breakpoint
DROP TABLE "stranded";--> statement-breakpoint
UPDATE "ledger_accounts" a SET "closed" = true
FROM "internal_accounts" i JOIN "customers" c ON c."id" = i."customer_id"
WHERE i."id" = a."id" AND c."deleted_at" IS NOT NULL AND a."posted" = 0 AND a."held" = 0;
