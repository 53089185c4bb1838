/**
 * Limits on a document. The nesting of brackets is checked before parsing, because the parser recurses; tokens during
 * parsing; the size with expanded fragments after it, before anything else walks the document. The error code names the
 * limit.
 *
 * Source: schema.graphql, "Limits unless configured".
 */
import { type DocumentNode, GraphQLError, parse } from 'graphql';
import type { Limits } from '../limits.ts';
import { sizeOf } from './document-size.ts';
import { withPlainLocations } from './locations.ts';

const sizeText = {
  tokens: (count: string) => `${count} tokens`,
  nesting: (count: string) => `a nesting of ${count}`,
  selections: (count: string) => `${count} selections`,
  depth: (count: string) => `a depth of ${count}`,
  aliases: (count: string) => `${count} aliases`,
  directives: (count: string) => `${count} directives`,
  cost: (count: string) => `a cost of ${count}`,
};

/**
 * The error of an exceeded limit.
 *
 * @param actual the document's value; absent when it was not fully counted.
 */
export function limitExceeded(limit: keyof typeof sizeText, max: number, actual?: number): GraphQLError {
  const has = sizeText[limit](actual === undefined ? 'more' : String(actual));
  return new GraphQLError(`The document has ${has}; the limit is ${max}.`, {
    extensions: {
      code: `${limit.toUpperCase()}_LIMIT_EXCEEDED`,
      httpStatus: 400,
      limit: max,
      ...(actual !== undefined && { actual }),
      http: { status: 400, spec: true },
    },
  });
}

/** @param owner what has reached the limit. A caller may retry when a subscription has ended, hence 429. */
export function tooManySubscriptions(owner: 'socket' | 'caller', max: number): GraphQLError {
  const status = owner === 'socket' ? 400 : 429;
  const message =
    owner === 'socket'
      ? `A socket takes at most ${max} subscriptions.`
      : `This caller has the maximum number of subscriptions; the limit is ${max}.`;
  return new GraphQLError(message, {
    extensions: {
      code: 'SUBSCRIPTIONS_LIMIT_EXCEEDED',
      httpStatus: status,
      limit: max,
      http: { status },
    },
  });
}

/** The maximum nesting of brackets outside strings and comments. */
function nestingOf(source: string): number {
  let depth = 0;
  let maxDepth = 0;
  for (let index = 0; index < source.length; index += 1) {
    const char = source[index];
    if (char === '{' || char === '[' || char === '(') {
      depth += 1;
      if (depth > maxDepth) maxDepth = depth;
    } else if (char === '}' || char === ']' || char === ')') depth -= 1;
    else if (char === '#') {
      while (index < source.length && source[index] !== '\n' && source[index] !== '\r') index += 1;
    } else if (char === '"') index = endOfString(source, index);
  }
  return maxDepth;
}

function endOfString(source: string, start: number): number {
  if (source.startsWith('"""', start)) {
    let end = source.indexOf('"""', start + 3);
    while (end > 0 && source[end - 1] === '\\') end = source.indexOf('"""', end + 3);
    return end < 0 ? source.length : end + 2;
  }
  for (let index = start + 1; index < source.length; index += 1) {
    const char = source[index];
    if (char === '\\') index += 1;
    else if (char === '"' || char === '\n') return index;
  }
  return source.length;
}

export interface ParsedDocument {
  readonly document: DocumentNode;
  /** Whether a fragment spreads itself. Such a document is invalid, and walking it along its fragments would not end. */
  readonly isCyclic: boolean;
}

/** Parses a document; throws a GraphQLError on a syntax error or an exceeded limit. */
export function parseWithinLimits(source: string, limits: Limits): ParsedDocument {
  const nesting = nestingOf(source);
  if (nesting > limits.nesting) throw limitExceeded('nesting', limits.nesting, nesting);
  let document: DocumentNode;
  try {
    document = parse(source, { maxTokens: limits.tokens });
  } catch (error) {
    // The message is the only way to detect this error. A test fails if graphql-js changes it.
    if (error instanceof GraphQLError && error.message.endsWith(' tokens. Parsing aborted.')) {
      throw limitExceeded('tokens', limits.tokens);
    }
    throw error;
  }
  const { isCyclic, ...size } = sizeOf(document);
  for (const limit of ['selections', 'depth', 'aliases', 'directives'] as const) {
    const actual = size[limit];
    if (actual > limits[limit]) {
      throw limitExceeded(limit, limits[limit], actual < Number.MAX_SAFE_INTEGER ? actual : undefined);
    }
  }
  return { document: withPlainLocations(document), isCyclic };
}
