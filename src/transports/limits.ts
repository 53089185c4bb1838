/**
 * Bounds on what one caller may ask at once, by the names that the setting LIMITS gives them. The code of the error is
 * the name: `DEPTH_LIMIT_EXCEEDED`.
 *
 * Source: contract, "Limits unless configured".
 */

export const defaultLimits = {
  /** Of a document. */
  tokens: 2_000,
  /** Brackets within brackets, before the document is parsed. */
  nesting: 50,
  /** Of a document, each fragment's as often as it is spread. */
  selections: 5_000,
  depth: 12,
  aliases: 30,
  directives: 50,
  /** How many values an answer may hold. */
  cost: 250_000,
  /** The same of a subscription, for each update. */
  subscriptionCost: 5_000,
  /** Seconds for one operation, and for each of its statements. */
  time: 10,
  /** Seconds for one count of a list. */
  count: 1,
  /** Bytes of one response: 10 MiB. */
  response: 10_485_760,
  /** Of one socket. */
  subscriptions: 100,
  /** Of one address, on each process: those that have not said yet who they are. */
  openingSockets: 1_000,
  /** Of one platform, on each process; the next too, over sockets and streams together. */
  sockets: 1_000,
  platformSubscriptions: 10_000,
};

export type LimitName = keyof typeof defaultLimits;
export type Limits = Readonly<Record<LimitName, number>>;

const names = Object.keys(defaultLimits) as LimitName[];

/**
 * Reads `depth=15, cost=50000`: what is not named stays as it is.
 *
 * @returns undefined where the text is of another form, or names no limit of ours.
 */
export function parseLimits(text: string): Limits | undefined {
  const limits = { ...defaultLimits };
  for (const part of text.split(',')) {
    const [, name, figure] = /^\s*([A-Za-z]+)\s*=\s*([1-9]\d{0,8})\s*$/.exec(part) ?? [];
    const known = names.find((one) => one === name);
    if (!known) return undefined;
    limits[known] = Number(figure);
  }
  return limits;
}

/** What a limit's text must be, for the line that stops the start. */
export const limitsForm = `must be names and whole numbers, as in depth=15,cost=50000; the names are ${names.join(', ')}`;
