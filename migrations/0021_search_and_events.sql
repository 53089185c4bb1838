CREATE TABLE "search_words" (
	"platform_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"word" text NOT NULL,
	"record_id" uuid NOT NULL,
	CONSTRAINT "search_words_record_id_kind_word_pk" PRIMARY KEY("record_id","kind","word")
);
--> statement-breakpoint
DROP INDEX "transactions_of_platform_customer";--> statement-breakpoint
DROP INDEX "transactions_by_reference";--> statement-breakpoint
CREATE INDEX "search_words_by_start" ON "search_words" USING btree ("platform_id","kind","word" text_pattern_ops,"record_id");--> statement-breakpoint
CREATE INDEX "events_of_customer" ON "events" USING btree ("platform_id",right(coalesce("data" -> 'record' ->> 'customerId', "data" -> 'body' ->> 'customerId', case when "topic" = 'customer' then "resource_id" end), 36),"position") WHERE "events"."position" is not null and "events"."type" is not null;--> statement-breakpoint
CREATE INDEX "events_of_rare_type" ON "events" USING btree ("platform_id","type","position") WHERE "events"."position" is not null and "type" not in ('OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.PROCESSING', 'OUTGOING_PAYMENT.COMPLETED', 'INCOMING_PAYMENT.COMPLETED', 'INTERNAL_ACCOUNT.BALANCE_UPDATED');--> statement-breakpoint
CREATE INDEX "transactions_by_amount" ON "transactions" USING btree ("platform_id","source_currency","sent_amount","id");--> statement-breakpoint
CREATE INDEX "transactions_of_platform_customer" ON "transactions" USING btree ("platform_id","platform_customer_id" text_pattern_ops,"id") WHERE "transactions"."platform_customer_id" is not null;--> statement-breakpoint
CREATE INDEX "transactions_by_reference" ON "transactions" USING btree ("platform_id","reference" text_pattern_ops,"id");--> statement-breakpoint
-- Words are compared in lower case and without accents. Queries use the same function as the records.
CREATE FUNCTION search_word(written text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT left(regexp_replace(normalize(lower(written), NFKD), '[\u0300-\u036f]', '', 'g'), 64)
$$;
--> statement-breakpoint
-- The words of a text: what is between spaces, and the parts of it between ASCII punctuation. The spaces are those of `\s` in
-- JavaScript, which splits queries: some locales of PostgreSQL have fewer.
CREATE FUNCTION search_words_of(written text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT DISTINCT search_word(part)
  FROM regexp_split_to_table(left(written, 2000), '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+') piece
  CROSS JOIN LATERAL (
    SELECT piece AS part UNION ALL SELECT regexp_split_to_table(piece, '[!-/:-@[-`{-~]+')
  ) parts
  WHERE search_word(part) <> ''
  LIMIT 100
$$;
--> statement-breakpoint
-- Values with punctuation are apart, because each address is a word of its own: a name has few words that start with it.
CREATE FUNCTION index_customer_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM search_words WHERE record_id = NEW.id;
  END IF;
  IF NEW.deleted_at IS NULL THEN
    INSERT INTO search_words (platform_id, kind, word, record_id)
    SELECT NEW.platform_id, CASE WHEN word ~ '[!-/:-@[-`{-~]' THEN 'CUSTOMER_VALUE' ELSE 'CUSTOMER' END, word, NEW.id FROM search_words_of(concat_ws(' ', NEW.full_name,
      NEW.business_info ->> 'legalName', NEW.business_info ->> 'doingBusinessAs', NEW.email,
      NEW.platform_customer_id, NEW.uma_address)) word;
  ELSE
    -- The names and descriptions of a deleted customer's payments are personal data too.
    DELETE FROM search_words WHERE record_id IN (
      SELECT id FROM external_accounts WHERE customer_id = NEW.id
      UNION ALL SELECT id FROM transactions WHERE customer_id = NEW.id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER index_new_customer AFTER INSERT ON "customers"
  FOR EACH ROW EXECUTE FUNCTION index_customer_words();
--> statement-breakpoint
CREATE TRIGGER index_changed_customer AFTER UPDATE ON "customers" FOR EACH ROW
  WHEN ((OLD.full_name, OLD.business_info, OLD.email, OLD.platform_customer_id, OLD.uma_address, OLD.deleted_at)
    IS DISTINCT FROM
    (NEW.full_name, NEW.business_info, NEW.email, NEW.platform_customer_id, NEW.uma_address, NEW.deleted_at))
  EXECUTE FUNCTION index_customer_words();
--> statement-breakpoint
CREATE FUNCTION index_external_account_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.deleted_at IS NOT NULL THEN
    DELETE FROM search_words WHERE record_id = NEW.id;
  ELSE
    INSERT INTO search_words (platform_id, kind, word, record_id)
    SELECT NEW.platform_id, 'EXTERNAL_ACCOUNT', word, NEW.id FROM search_words_of(concat_ws(' ',
      NEW.account_info -> 'beneficiary' ->> 'fullName', NEW.account_info -> 'beneficiary' ->> 'legalName')) word;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER index_new_external_account AFTER INSERT ON "external_accounts"
  FOR EACH ROW EXECUTE FUNCTION index_external_account_words();
--> statement-breakpoint
CREATE TRIGGER index_deleted_external_account AFTER UPDATE ON "external_accounts" FOR EACH ROW
  WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION index_external_account_words();
--> statement-breakpoint
-- Once for each statement, because payments are inserted in batches.
CREATE FUNCTION index_transaction_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_words (platform_id, kind, word, record_id)
  SELECT t.platform_id, 'DESCRIPTION', word, t.id FROM inserted t CROSS JOIN LATERAL search_words_of(t.description) word
  WHERE t.description IS NOT NULL
  UNION ALL
  SELECT t.platform_id, 'COUNTERPARTY', word, t.id FROM inserted t CROSS JOIN LATERAL search_words_of(concat_ws(' ',
    t.counterparty_information ->> 'FULL_NAME', t.counterparty_information ->> 'COMPANY_LEGAL_NAME')) word
  WHERE t.counterparty_information IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER index_new_transactions AFTER INSERT ON "transactions" REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION index_transaction_words();
--> statement-breakpoint
INSERT INTO search_words (platform_id, kind, word, record_id)
  SELECT platform_id, CASE WHEN word ~ '[!-/:-@[-`{-~]' THEN 'CUSTOMER_VALUE' ELSE 'CUSTOMER' END, word, id FROM customers CROSS JOIN LATERAL search_words_of(concat_ws(' ', full_name,
    business_info ->> 'legalName', business_info ->> 'doingBusinessAs', email, platform_customer_id, uma_address)) word
  WHERE deleted_at IS NULL;
--> statement-breakpoint
INSERT INTO search_words (platform_id, kind, word, record_id)
  SELECT platform_id, 'EXTERNAL_ACCOUNT', word, id FROM external_accounts CROSS JOIN LATERAL search_words_of(concat_ws(' ',
    account_info -> 'beneficiary' ->> 'fullName', account_info -> 'beneficiary' ->> 'legalName')) word
  WHERE deleted_at IS NULL;
--> statement-breakpoint
INSERT INTO search_words (platform_id, kind, word, record_id)
  SELECT t.platform_id, 'DESCRIPTION', word, t.id FROM transactions t CROSS JOIN LATERAL search_words_of(t.description) word
  WHERE t.description IS NOT NULL
    AND NOT EXISTS (SELECT FROM customers c WHERE c.id = t.customer_id AND c.deleted_at IS NOT NULL);
--> statement-breakpoint
INSERT INTO search_words (platform_id, kind, word, record_id)
  SELECT t.platform_id, 'COUNTERPARTY', word, t.id FROM transactions t CROSS JOIN LATERAL search_words_of(concat_ws(' ',
    t.counterparty_information ->> 'FULL_NAME', t.counterparty_information ->> 'COMPANY_LEGAL_NAME')) word
  WHERE t.counterparty_information IS NOT NULL
    AND NOT EXISTS (SELECT FROM customers c WHERE c.id = t.customer_id AND c.deleted_at IS NOT NULL);
