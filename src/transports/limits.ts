/**
 * Limits on requests and connections, by their names in the setting LIMITS. The error code contains the name, for example
 * `DEPTH_LIMIT_EXCEEDED`.
 *
 * Source: schema.graphql, "Limits unless configured".
 */

export const defaultLimits = {
  /** Tokens of a document. */
  tokens: 2_000,
  /** Nested brackets of a document, checked before parsing. */
  nesting: 50,
  /** Selections of a document with its fragments expanded; the next three as well. */
  selections: 5_000,
  depth: 12,
  aliases: 30,
  directives: 50,
  /** Values in one response. */
  cost: 250_000,
  /** Values in one update of a subscription. */
  subscriptionCost: 5_000,
  /** Seconds for one operation, and for each of its SQL statements. */
  time: 10,
  /** Seconds for one count of a list. */
  count: 1,
  /** Seconds for one statement of a search, and of a list whose filter has no index. */
  search: 2,
  /** Bytes of one response: 10 MiB. */
  response: 10_485_760,
  /** Subscriptions of one socket. */
  subscriptions: 100,
  /** Unauthenticated sockets of one source address, on each process. */
  openingSockets: 1_000,
  /** Sockets of one platform, on each process. */
  sockets: 1_000,
  /** Subscriptions of one platform, on each process: on sockets and as streams together. */
  platformSubscriptions: 10_000,
  /** Live sessions of the Model Context Protocol of one platform. */
  mcpSessions: 1_000,
  /** Due jobs of one platform, above which its payments are accepted more slowly. */
  dueJobs: 1_000,
};

type LimitName = keyof typeof defaultLimits;
export type Limits = Readonly<Record<LimitName, number>>;

const names = Object.keys(defaultLimits) as LimitName[];

/**
 * Parses `depth=15, cost=50000`. Limits that are not named have their default.
 *
 * @returns undefined when the text has another form or names an unknown limit.
 */
export function parseLimits(text: string): Limits | undefined {
  const limits = { ...defaultLimits };
  for (const part of text.split(',')) {
    const [, name, value] = /^\s*([A-Za-z]+)\s*=\s*([1-9]\d{0,8})\s*$/.exec(part) ?? [];
    const known = names.find((one) => one === name);
    if (!known) return undefined;
    limits[known] = Number(value);
  }
  return limits;
}

/** The error message for an invalid LIMITS setting. */
export const limitsForm = `must be names and whole numbers, as in depth=15,cost=50000; the names are ${names.join(', ')}`;
