DROP INDEX "one_customer_per_uma_address";--> statement-breakpoint
CREATE INDEX "customers_by_uma_domain" ON "customers" USING btree (split_part(lower("uma_address"), '@', 2)) WHERE "customers"."deleted_at" is null;--> statement-breakpoint
-- A domain belongs to one platform. Of several that set it, the one keeps it whose customers had an address at it first;
-- of several without any, the oldest. The others have no domain until they set another. "localhost" belongs to none.
-- Ids are in the order in which they were made.
WITH "claims" AS (
  SELECT p."id", lower(p."uma_domain") AS "domain", row_number() OVER (
      PARTITION BY lower(p."uma_domain")
      ORDER BY (
        SELECT c."id" FROM "customers" c
        WHERE c."platform_id" = p."id" AND c."deleted_at" IS NULL
          AND split_part(lower(c."uma_address"), '@', 2) = lower(p."uma_domain")
        ORDER BY c."id" LIMIT 1
      ) NULLS LAST, p."id"
    ) AS "place"
  FROM "platforms" p WHERE p."uma_domain" IS NOT NULL
)
UPDATE "platforms" SET "uma_domain" = NULL FROM "claims"
WHERE "claims"."id" = "platforms"."id" AND ("claims"."place" > 1 OR "claims"."domain" = 'localhost');--> statement-breakpoint
-- An address names one live customer. The customer of the platform that has the domain keeps it, otherwise the oldest;
-- the others get a generated address at the domain of their own platform. Addresses at the domain of another platform
-- that nobody else has stay.
WITH "ranked" AS (
  SELECT c."id", coalesce(lower(p."uma_domain"), 'localhost') AS "domain", row_number() OVER (
      PARTITION BY lower(c."uma_address")
      ORDER BY coalesce(lower(p."uma_domain"), '') = split_part(lower(c."uma_address"), '@', 2) DESC, c."id"
    ) AS "place"
  FROM "customers" c JOIN "platforms" p ON p."id" = c."platform_id"
  WHERE c."deleted_at" IS NULL
)
UPDATE "customers" c SET
  "uma_address" = '$u-' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 12) || '@' || "ranked"."domain",
  "updated_at" = greatest(c."updated_at", now())
FROM "ranked" WHERE "ranked"."id" = c."id" AND "ranked"."place" > 1;--> statement-breakpoint
CREATE UNIQUE INDEX "one_platform_per_uma_domain" ON "platforms" USING btree (lower("uma_domain"));--> statement-breakpoint
CREATE UNIQUE INDEX "one_customer_per_uma_address" ON "customers" USING btree (lower("uma_address")) WHERE "customers"."deleted_at" is null;
