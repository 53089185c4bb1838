/**
 * Errors as a language model needs them: what went wrong, and what to do about it. Of the input of a client the text
 * contains the names of its arguments only.
 *
 * Source: docs/behaviour/mcp.md#errors.
 */
import { InvalidInput } from '../../kernel/errors.ts';
import { PolicyViolation } from '../../platforms/access/policy-violation.ts';
import { errorBody, type RequestError, retryAfterOf } from '../http/http-errors.ts';
import { amountText, resetOfRule } from './policy-text.ts';

const askForPolicy = 'or ask your user to have a person change the policy';

/** What to do about an exceeded limit. */
function limitAdvice(
  { rule, limit = 0n, used, reserved, requested, limitCurrency }: PolicyViolation,
  now: Date,
): string {
  const asked = requested === undefined ? '' : ` The payment counts ${amountText(requested, limitCurrency)}.`;
  if (used === undefined) {
    const most = amountText(limit, limitCurrency);
    return `The limit of one payment is ${most}.${asked} Pay at most ${most} at once, ${askForPolicy}.`;
  }
  const remaining = limit - used - (reserved ?? 0n);
  const left = amountText(remaining > 0n ? remaining : 0n, limitCurrency);
  const reset = resetOfRule(rule, now);
  return [
    `${left} of ${amountText(limit, limitCurrency)} are left:`,
    `${amountText(used, limitCurrency)} are used and ${amountText(reserved ?? 0n, limitCurrency)} wait for decisions.${asked}`,
    reset && `The limit resets at ${reset}.`,
    `Pay at most what is left, wait for the reset, ${askForPolicy}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const byReason: Readonly<Record<string, string>> = {
  AGENT_PAUSED: 'A person paused this agent. Stop, and tell your user.',
  ACCOUNT_NOT_ALLOWED:
    'The policy does not allow this account. Use an account that get_policy lists, or ask your user to have a person change the policy.',
  APPROVAL_REQUIRED_USE_EXECUTE:
    'A person must decide about this payment. Create the quote without immediatelyExecute, then call execute_quote: it waits for the decision.',
  'Quote awaits approval':
    'The execution of this quote waits for a person already. Find its action with list_actions, and call wait_for_decision.',
  'Idempotency-Key used with another request':
    'This idempotencyKey belongs to another payment. Choose a new one for this payment.',
};

const byCode: Readonly<Record<string, string>> = {
  QUOTE_EXPIRED: 'Create a new quote, and execute it before it expires.',
  QUOTE_ALREADY_EXECUTED:
    'The quote was executed before. Look at its transaction. Do not create another one for the same payment.',
  USER_NOT_READY: 'The customer may not move money at the moment. Stop, and tell your user.',
  UNAUTHORIZED: 'The agent no longer has access. Stop, and tell your user.',
  SERVICE_UNAVAILABLE: 'Call the tool again with the same arguments in a moment. It does not pay twice.',
  TIME_LIMIT_EXCEEDED: 'Call the tool again with the same arguments in a moment. It does not pay twice.',
  INTERNAL_ERROR:
    'Call the tool once more with the same arguments. It does not pay twice. If it fails again, tell your user.',
};

/** What to do about an error; undefined where the message says it. */
function nextStepOf(error: RequestError, now: Date): string | undefined {
  if (error instanceof PolicyViolation) {
    if (error.missingPermission) {
      return `The policy does not give the permission ${error.missingPermission}. Ask your user to have a person change the policy.`;
    }
    if (error.limit !== undefined && !(error.reason in byReason)) return limitAdvice(error, now);
  }
  if (error instanceof InvalidInput) {
    const fields = error.fields.map(({ path, message }) => `${path} ${message}`);
    return fields.length > 0 ? `Correct the arguments: ${fields.join('; ')}.` : undefined;
  }
  const wait = retryAfterOf(error);
  const advice = byReason[error.reason ?? ''] ?? byCode[error.code];
  if (advice !== undefined) return advice;
  return wait === undefined
    ? undefined
    : `Wait ${wait} seconds, then call the tool again with the same arguments. It does not pay twice.`;
}

/** @param now on the platform's clock. */
export function adviceFor(error: RequestError, now: Date) {
  const { code, message, reason, details } = errorBody(error);
  const nextStep = nextStepOf(error, now);
  return {
    text: [message, nextStep].filter(Boolean).join(' '),
    data: { code, message, ...(reason !== undefined && { reason }), details, ...(nextStep && { nextStep }) },
  };
}
