-- What the ledger's tables enforce beyond their constraints: entries balance, and nothing recorded ever changes.

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: what is recorded there never changes', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER entries_never_change BEFORE UPDATE OR DELETE OR TRUNCATE ON "entries"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER postings_never_change BEFORE UPDATE OR DELETE OR TRUNCATE ON "postings"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- All postings of an entry are inserted by one statement, so a check for each statement is a check for each entry.
CREATE FUNCTION postings_must_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM recorded GROUP BY entry_id, currency HAVING sum(amount) <> 0) THEN
    RAISE EXCEPTION 'the postings of an entry must sum to zero in each currency'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'postings_must_balance';
  END IF;
  IF EXISTS (
    SELECT FROM recorded r LEFT JOIN ledger_accounts a
      ON a.id = r.account_id AND a.platform_id = r.platform_id AND a.currency = r.currency
    WHERE a.id IS NULL
  ) THEN
    RAISE EXCEPTION 'a posting needs a ledger account of its platform and currency'
      USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'postings_have_accounts';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER postings_must_balance AFTER INSERT ON "postings" REFERENCING NEW TABLE AS recorded
  FOR EACH STATEMENT EXECUTE FUNCTION postings_must_balance();
--> statement-breakpoint
-- Balances are updated in place: room on the page keeps those updates from touching the indexes.
ALTER TABLE "ledger_accounts" SET (fillfactor = 70);
--> statement-breakpoint
ALTER TABLE "transactions" SET (fillfactor = 70);
--> statement-breakpoint
CREATE VIEW audit_postings AS
  SELECT p.id AS posting_id, p.entry_id, e.transaction_id, p.platform_id, p.account_id, p.currency, p.amount
  FROM postings p JOIN entries e ON e.id = p.entry_id;
--> statement-breakpoint
CREATE VIEW audit_balances AS
  SELECT a.platform_id, a.id AS account_id, a.currency,
    coalesce(a.posted, (SELECT sum(p.amount) FROM postings p WHERE p.account_id = a.id), 0)::numeric AS balance,
    coalesce(a.held, 0)::numeric AS held, a.owner
  FROM ledger_accounts a;
--> statement-breakpoint
CREATE VIEW audit_holds AS
  SELECT id AS hold_id, transaction_id, platform_id, account_id, currency, amount, status FROM holds;
