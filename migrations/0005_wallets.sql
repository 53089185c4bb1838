CREATE TABLE "credentials" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"type" text NOT NULL,
	"nickname" text NOT NULL,
	"passkey_id" text,
	"passkey_public_key" "bytea",
	"passkey_counter" bigint,
	"passkey_backup_eligible" boolean,
	"passkey_backed_up" boolean,
	"passkey_rp_id" text,
	"oidc_issuer" text,
	"oidc_audience" text,
	"oidc_subject" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "passkey_is_whole" CHECK ("credentials"."type" <> 'PASSKEY' or ("credentials"."passkey_id" is not null and "credentials"."passkey_public_key" is not null
        and "credentials"."passkey_counter" >= 0 and "credentials"."passkey_backup_eligible" is not null
        and "credentials"."passkey_backed_up" is not null and "credentials"."passkey_rp_id" is not null)),
	CONSTRAINT "oauth_names_its_issuer" CHECK ("credentials"."type" <> 'OAUTH' or "credentials"."oidc_issuer" is not null)
);
--> statement-breakpoint
CREATE TABLE "one_time_codes" (
	"credential_id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"challenge_id" uuid NOT NULL,
	"digest" "bytea" NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"credential_id" uuid NOT NULL,
	"public_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "sessions_public_key_unique" UNIQUE("public_key")
);
--> statement-breakpoint
CREATE TABLE "signed_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"payload" text NOT NULL,
	"binding" text NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "spent_once" (
	"platform_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"digest" "bytea" NOT NULL,
	"forgotten_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "spent_once_platform_id_kind_digest_pk" PRIMARY KEY("platform_id","kind","digest")
);
--> statement-breakpoint
CREATE TABLE "used_client_keys" (
	"account_id" uuid NOT NULL,
	"platform_id" uuid NOT NULL,
	"public_key" text NOT NULL,
	CONSTRAINT "used_client_keys_account_id_public_key_pk" PRIMARY KEY("account_id","public_key")
);
--> statement-breakpoint
CREATE TABLE "wallets" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"platform_id" uuid NOT NULL,
	"sealed_seed" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_account_id_internal_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."internal_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_credential_id_credentials_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."credentials"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_internal_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."internal_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_credential_id_credentials_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."credentials"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "used_client_keys" ADD CONSTRAINT "used_client_keys_account_id_internal_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."internal_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_account_id_internal_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."internal_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_credential_of_a_type" ON "credentials" USING btree ("account_id","type") WHERE "credentials"."revoked_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "one_registration_of_a_passkey" ON "credentials" USING btree ("platform_id","passkey_id") WHERE "credentials"."revoked_at" is null and "credentials"."passkey_id" is not null;--> statement-breakpoint
CREATE INDEX "credentials_by_email" ON "credentials" USING btree ("platform_id","nickname") WHERE "credentials"."type" = 'EMAIL_OTP' and "credentials"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "sessions_of_account" ON "sessions" USING btree ("account_id","expires_at") WHERE "sessions"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "sessions_of_credential" ON "sessions" USING btree ("credential_id") WHERE "sessions"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "signed_requests_by_expiry" ON "signed_requests" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "spent_once_by_age" ON "spent_once" USING btree ("forgotten_at");