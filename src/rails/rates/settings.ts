/**
 * The settings of the rate feed: where it is, how it is read, and how old its rates may be.
 *
 * Decision: a feed at a URL is named by its host alone, because providers put keys into paths and queries. Clients see the name on
 * each quote.
 *
 * Source: docs/reference/settings.md#rates.
 */
import { z } from 'zod';
import { isLoopbackUrl, parseUrl } from '../../kernel/url.ts';

/** Where a JSON feed has its values: dotted paths. */
export interface FeedMapping {
  /** The path of the code of the base, or `=` and the code. */
  readonly base: string;
  /** The path of the time of publication: a day, an instant, or seconds since 1970. */
  readonly time: string;
  /** The path of an object of rates by currency code. */
  readonly rates: string;
}

export interface RateFeed {
  readonly location: { readonly kind: 'url' | 'file'; readonly at: string };
  /** The name of the feed in the database, on quotes and in logs. */
  readonly source: string;
  readonly mapping: FeedMapping;
  readonly pollMs: number;
}

const defaultMapping: FeedMapping = { base: 'base', time: 'date', rates: 'rates' };
const maxAgeHoursOfUrl = 72;
const hourMs = 60 * 60_000;

const location = z.string().transform((value, context): RateFeed['location'] => {
  if (!value.includes('://')) return { kind: 'file', at: value };
  const url = parseUrl(value);
  const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackUrl(url));
  if (isAllowed && url.username === '' && url.password === '' && value.length <= 2_048) {
    return { kind: 'url', at: value };
  }
  context.addIssue({
    code: 'custom',
    message: 'must be the path of a file, or a URL that starts with https:// and has no user name',
  });
  return z.NEVER;
});

const names = '[A-Za-z0-9_-]{1,64}';
const dottedPath = new RegExp(`^${names}(\\.${names}){0,9}$`);
const mappingForm =
  'must be JSON with the dotted paths base, time and rates: {"base":"base","time":"date","rates":"rates"}';

const path = z.string().regex(dottedPath);
const mappingObject = z.strictObject({
  base: z.union([z.string().regex(/^=[A-Z]{3,5}$/), path]),
  time: path,
  rates: path,
});

const mapping = z.string().transform((value, context): FeedMapping => {
  try {
    const parsed = mappingObject.safeParse(JSON.parse(value));
    if (parsed.success) return parsed.data;
  } catch {
    // The issue below says what is expected.
  }
  context.addIssue({ code: 'custom', message: mappingForm });
  return z.NEVER;
});

const integerFrom = (min: number, max: number, unit: string) => {
  const error = `must be a number of ${unit} from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,4}$/, { error })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error });
};

/** The environment variables, for the schema of all settings. */
export const rateFeedSettings = {
  RATES_SOURCE: location.optional(),
  RATES_MAPPING: mapping.optional(),
  RATES_POLL_MINUTES: integerFrom(1, 1_440, 'minutes').default(60),
  RATES_MAX_AGE_HOURS: integerFrom(0, 8_760, 'hours').optional(),
};

const settings = z.object(rateFeedSettings);

/** @returns `maxAgeMs`: absent without a limit. The rates of a file have a limit only if one is set. */
export function readRateFeed({
  RATES_SOURCE: source,
  RATES_MAPPING: given = defaultMapping,
  RATES_POLL_MINUTES: minutes,
  RATES_MAX_AGE_HOURS: hours = source?.kind === 'url' ? maxAgeHoursOfUrl : 0,
}: z.output<typeof settings>): {
  readonly rateFeed: RateFeed | undefined;
  readonly ratesMaxAgeMs: number | undefined;
} {
  return {
    rateFeed: source && {
      location: source,
      source: source.kind === 'url' ? (parseUrl(source.at)?.host ?? '') : 'RATES_SOURCE',
      mapping: given,
      pollMs: minutes * 60_000,
    },
    ratesMaxAgeMs: hours === 0 ? undefined : hours * hourMs,
  };
}
