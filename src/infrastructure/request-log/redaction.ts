/**
 * Bodies without what a client or a record contains, as in the log of the process: the structure stays, ids, times, and the
 * values of a few fields with fixed sets of values or amounts. All other texts and numbers become `****`.
 *
 * The work is bounded by the number of values, not by the size of the body.
 *
 * Source: docs/behaviour/requests.md#bodies.
 */
import { parseAnyId } from '../../kernel/ids.ts';

const hidden = '****';
const maxValues = 300;
const maxDepth = 12;
const maxItems = 20;
export const maxBodyLength = 4_000;

/** Fields whose texts and numbers have fixed sets of values, or are amounts, sizes and dates of the service. */
const shownFields = new Set(
  (
    '__typename accountType amount amountToSend available balance code currency currencyCode decimals decision direction ' +
    'durationSeconds errorCode eventType eventTypes exchangeRate expiresInSeconds failureReason fees first hasMore ' +
    'hasNextPage hasPreviousPage held httpStatus immediatelyExecute isPaused kind kybStatus kycStatus last limit ' +
    'lockedCurrencyAmount lockedCurrencySide minAmount maxAmount mode network operation order paymentRail permission ' +
    'permissions receivedAmount receivingAmount requested remaining role roles rootFields rule sandboxOutcome scope scopes seconds ' +
    'sendingAmount sentAmount side sortOrder status target totalCount type'
  ).split(' '),
);

const fieldName = /^[A-Za-z_]{1,40}\d{0,2}$/;
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/;
/** Short enough that a value of a shown field is no document and no key. */
const maxShownText = 64;

/** With more digits it could be a number of an account. */
const maxShownDigits = 4;

const isShownText = (text: string): boolean =>
  text.length <= maxShownText && /^[\w.: -]*$/.test(text) && text.replace(/\D/g, '').length <= maxShownDigits;

interface Budget {
  left: number;
}

function redacted(value: unknown, field: string, depth: number, budget: Budget): unknown {
  budget.left -= 1;
  if (value === null || value === undefined || typeof value === 'boolean') return value;
  if (budget.left < 0 || depth > maxDepth) return '…';
  switch (typeof value) {
    case 'string':
      if (parseAnyId(value) || instant.test(value)) return value;
      return shownFields.has(field) && isShownText(value) ? value : hidden;
    case 'number':
    case 'bigint':
      return shownFields.has(field) ? Number(value) : hidden;
    case 'object':
      break;
    default:
      return hidden;
  }
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) {
    const items = value.slice(0, maxItems).map((one) => redacted(one, field, depth + 1, budget));
    return value.length > maxItems ? [...items, '…'] : items;
  }
  const result: Record<string, unknown> = {};
  for (const key in value) {
    if (budget.left < 0) {
      result['…'] = true;
      break;
    }
    const name = fieldName.test(key) ? key : hidden;
    result[name] = redacted((value as Record<string, unknown>)[key], key, depth + 1, budget);
  }
  return result;
}

/** The body as JSON; `undefined` without a body. A longer one is cut, and ends with `…`. */
export function redactedBody(body: unknown): string | undefined {
  if (body === undefined || body === null) return undefined;
  const text = JSON.stringify(redacted(body, '', 0, { left: maxValues })) ?? hidden;
  return text.length > maxBodyLength ? `${text.slice(0, maxBodyLength - 1)}…` : text;
}

/** A JSON text without its values; a text that is too long to parse for this is not stored. */
export function redactedText(text: string | undefined): string | undefined {
  if (text === undefined || text.length > 20_000) return undefined;
  try {
    return redactedBody(JSON.parse(text));
  } catch {
    return undefined;
  }
}
