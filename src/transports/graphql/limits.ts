/**
 * Bounds on a document, checked before it costs anything: brackets before the parser recurses into them, tokens while
 * it parses, then its size with its fragments expanded, before anything else walks it. The code of the error names the
 * limit.
 *
 * Source: contract, "Limits unless configured".
 */
import { type DocumentNode, GraphQLError, parse } from 'graphql';
import type { Limits } from '../limits.ts';
import { sizeOf } from './document-size.ts';
import { withPlainLocations } from './locations.ts';

const said = {
  tokens: (figure: string) => `${figure} tokens`,
  nesting: (figure: string) => `a nesting of ${figure}`,
  selections: (figure: string) => `${figure} selections`,
  depth: (figure: string) => `a depth of ${figure}`,
  aliases: (figure: string) => `${figure} aliases`,
  directives: (figure: string) => `${figure} directives`,
  cost: (figure: string) => `a cost of ${figure}`,
};

/**
 * The error of a limit, with its figure and, where it is known, the document's own.
 *
 * @param actual unknown of what is not read to its end.
 */
export function limitExceeded(limit: keyof typeof said, most: number, actual?: number): GraphQLError {
  const has = said[limit](actual === undefined ? 'more' : String(actual));
  return new GraphQLError(`The document has ${has}; the limit is ${most}.`, {
    extensions: {
      code: `${limit.toUpperCase()}_LIMIT_EXCEEDED`,
      httpStatus: 400,
      limit: most,
      ...(actual !== undefined && { actual }),
      http: { status: 400, spec: true },
    },
  });
}

/** @param of what has as many as it may have: a socket, or the caller, who may come again when one has ended. */
export function tooManySubscriptions(of: 'socket' | 'caller', most: number): GraphQLError {
  const status = of === 'socket' ? 400 : 429;
  const message =
    of === 'socket'
      ? `A socket takes at most ${most} subscriptions.`
      : `This caller has as many subscriptions as it may have; the limit is ${most}.`;
  return new GraphQLError(message, {
    extensions: {
      code: 'SUBSCRIPTIONS_LIMIT_EXCEEDED',
      httpStatus: status,
      limit: most,
      http: { status },
    },
  });
}

/** The deepest nesting of brackets outside of strings and comments. */
function nestingOf(source: string): number {
  let depth = 0;
  let deepest = 0;
  for (let index = 0; index < source.length; index += 1) {
    const char = source[index];
    if (char === '{' || char === '[' || char === '(') {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (char === '}' || char === ']' || char === ')') depth -= 1;
    else if (char === '#') {
      while (index < source.length && source[index] !== '\n' && source[index] !== '\r') index += 1;
    } else if (char === '"') index = endOfString(source, index);
  }
  return deepest;
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
  /** Whether a fragment spreads itself: such a document is wrong, and not to be walked along its fragments. */
  readonly isCyclic: boolean;
}

/** Parses within the limits; throws the error of the limit that is exceeded, or of the syntax. */
export function parseWithinLimits(source: string, limits: Limits): ParsedDocument {
  const nesting = nestingOf(source);
  if (nesting > limits.nesting) throw limitExceeded('nesting', limits.nesting, nesting);
  let document: DocumentNode;
  try {
    document = parse(source, { maxTokens: limits.tokens });
  } catch (error) {
    // The parser has no other sign of it; a test of the bound tells when these words change.
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
