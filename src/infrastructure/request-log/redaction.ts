/**
 * Bodies without what a client or a record contains, as in the log of the process: the structure stays, ids, times, the texts
 * that the API defines, and amounts. All other texts and numbers become `****`.
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

/** Fields whose numbers are amounts, sizes or counts. Other numbers could be those of an account. */
const shownNumbers = new Set(
  (
    'amount amountToSend available balance decimals durationSeconds exchangeRate expiresInSeconds fees first held httpStatus ' +
    'last limit lockedCurrencyAmount minAmount maxAmount receivedAmount receivingAmount requested remaining seconds ' +
    'sendingAmount sentAmount status totalCount'
  ).split(' '),
);

const fieldName = /^[A-Za-z_]{1,40}\d{0,2}$/;
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/;
interface Budget {
  left: number;
}

/**
 * The texts that the API itself defines, such as values of enums and codes of errors. A text is shown by its value and not by
 * its field, because clients choose the names of variables and of fields in responses, and `code` is a currency in one type and
 * the secret that connects an agent in another.
 */
export type ApiWords = ReadonlySet<string>;

function redacted(value: unknown, field: string, depth: number, budget: Budget, words: ApiWords): unknown {
  budget.left -= 1;
  if (value === null || value === undefined || typeof value === 'boolean') return value;
  if (budget.left < 0 || depth > maxDepth) return '…';
  switch (typeof value) {
    case 'string':
      return words.has(value) || parseAnyId(value) || instant.test(value) ? value : hidden;
    case 'number':
    case 'bigint':
      return shownNumbers.has(field) ? Number(value) : hidden;
    case 'object':
      break;
    default:
      return hidden;
  }
  if (value instanceof Date) return value.toISOString();
  // The content of a file: a loop over its keys would first make a text of each position.
  if (ArrayBuffer.isView(value)) return hidden;
  if (Array.isArray(value)) {
    const items = value.slice(0, maxItems).map((one) => redacted(one, field, depth + 1, budget, words));
    return value.length > maxItems ? [...items, '…'] : items;
  }
  const result: Record<string, unknown> = {};
  for (const key in value) {
    if (budget.left < 0) {
      result['…'] = true;
      break;
    }
    const name = fieldName.test(key) ? key : hidden;
    result[name] = redacted((value as Record<string, unknown>)[key], key, depth + 1, budget, words);
  }
  return result;
}

/** The body as JSON; `undefined` without a body. A longer one is cut, and ends with `…`. */
export function redactedBody(body: unknown, words: ApiWords): string | undefined {
  if (body === undefined || body === null) return undefined;
  const text = JSON.stringify(redacted(body, '', 0, { left: maxValues }, words)) ?? hidden;
  return text.length > maxBodyLength ? `${text.slice(0, maxBodyLength - 1)}…` : text;
}

/** A JSON text without its values; a text that is too long to parse for this is not stored. */
export function redactedText(text: string | undefined, words: ApiWords): string | undefined {
  if (text === undefined || text.length > 20_000) return undefined;
  try {
    return redactedBody(JSON.parse(text), words);
  } catch {
    return undefined;
  }
}
