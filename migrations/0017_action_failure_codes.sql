-- failure_reason had sentences beside codes. Those that the service wrote become the codes of what they said; events keep
-- what was told at their time.
UPDATE "agent_actions" SET "failure_reason" = CASE
    WHEN "failure_reason" IN ('The quote expired before approval', 'Payment expired',
      'The quote has expired. Create a new one.') THEN 'QUOTE_EXPIRED'
    WHEN "failure_reason" = 'Nobody decided in 7 days' THEN 'PAYMENT_APPROVAL_TIMED_OUT'
    WHEN "failure_reason" IN ('Payment failed', 'Payment rejected', 'Payment refunded') THEN 'QUOTE_EXECUTION_FAILED'
    WHEN "failure_reason" = 'The available balance is less than what is needed.' THEN 'INSUFFICIENT_BALANCE'
    WHEN "failure_reason" = 'The quote was already executed.' THEN 'QUOTE_ALREADY_EXECUTED'
    WHEN "failure_reason" = 'The quote does not exist.' THEN 'QUOTE_NOT_FOUND'
    WHEN "failure_reason" = 'The account does not exist.' THEN 'ACCOUNT_NOT_FOUND'
    WHEN "failure_reason" = 'The customer''s identity check is not approved.' THEN 'USER_NOT_READY'
    WHEN "failure_reason" = 'The customer is deleted.' THEN 'CUSTOMER_DELETED'
    WHEN "failure_reason" ~ '^[A-Za-z.]+: ' THEN 'INVALID_INPUT'
    ELSE 'CONFLICT'
  END
WHERE "failure_reason" !~ '^[A-Z][A-Z0-9_]*$';
