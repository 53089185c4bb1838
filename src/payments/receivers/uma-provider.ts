/**
 * Who serves UMA addresses: the providers whose customers can be paid, and can pay.
 *
 * Decision: the directory is a provider's network's and small, so it comes whole from there and is filtered, ordered
 * and cut into pages here.
 * Decision: it is in the order of names, from the last to the first unless asked otherwise, as is published.
 *
 * Source: gaps 1.6, 1.7 and 2.22.
 */
import { InvalidInput } from '../../kernel/errors.ts';
import { type Id, uuidOf } from '../../kernel/ids.ts';
import { type Page, type PageRequest, pageOf } from '../../kernel/page.ts';

export interface UmaProvider {
  /** Places it in the list; no part of what is told of it. */
  readonly id: Id<'UmaProvider'>;
  readonly name: string;
  readonly domain: string;
  /** Legal entity identifier. Source: ISO 17442. */
  readonly lei: string | undefined;
  readonly logoUrl: string | undefined;
  /** ISO 3166-1 alpha-2. */
  readonly supportedRegions: readonly string[];
  readonly supportedCurrencies: readonly string[];
  /** Whether the platform may pay there: those that are not are blocked. */
  readonly allowed: boolean;
}

export interface UmaProviderFilter {
  readonly countryCode?: string | undefined;
  readonly currencyCode?: string | undefined;
  /** Whether those that are blocked are listed too. */
  readonly hasBlockedProviders?: boolean | undefined;
  readonly sortOrder?: 'ASC' | 'DESC' | undefined;
}

const before = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Those that fit, in their order. */
export function matchingProviders(
  providers: readonly UmaProvider[],
  { countryCode, currencyCode, hasBlockedProviders = true, sortOrder = 'DESC' }: UmaProviderFilter,
): UmaProvider[] {
  const direction = sortOrder === 'ASC' ? 1 : -1;
  return providers
    .filter(
      ({ supportedRegions, supportedCurrencies, allowed }) =>
        (countryCode === undefined || supportedRegions.includes(countryCode)) &&
        (currencyCode === undefined || supportedCurrencies.includes(currencyCode)) &&
        (hasBlockedProviders || allowed),
    )
    .sort((a, b) => direction * (before(a.name, b.name) || before(a.domain, b.domain)));
}

/** One page of them. A provider that has left the directory is no place to go on from. */
export function pageOfProviders(
  ordered: readonly UmaProvider[],
  page: PageRequest,
): Page<UmaProvider> | InvalidInput {
  const last = ordered.findIndex(({ id }) => uuidOf(id) === page.after);
  if (page.after !== undefined && last < 0) return InvalidInput.at('cursor', 'is no longer in the list');
  return pageOf(page, ordered.slice(last + 1, last + 2 + page.first));
}
