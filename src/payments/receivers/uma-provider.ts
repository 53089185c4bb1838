/**
 * The directory of UMA providers, whose customers can pay and be paid.
 *
 * Decision: the directory of the provider network is small, so it is loaded as a whole, and filtered, sorted and paged
 * here.
 * Decision: it is sorted by name, descending by default, as published.
 *
 * Source: docs/behaviour/conventions.md#filters, docs/behaviour/conventions.md#sort-order and docs/behaviour/platforms.md#uma-providers.
 */
import { InvalidInput } from '../../kernel/errors.ts';
import { type Id, idOf } from '../../kernel/ids.ts';
import { type Page, type PageRequest, pageOf } from '../../kernel/page.ts';

export interface UmaProvider {
  /** Identifies the position in a list; not published. */
  readonly id: Id<'UmaProvider'>;
  readonly name: string;
  readonly domain: string;
  /** Legal entity identifier. Source: ISO 17442. */
  readonly lei: string | undefined;
  readonly logoUrl: string | undefined;
  /** ISO 3166-1 alpha-2. */
  readonly supportedRegions: readonly string[];
  readonly supportedCurrencies: readonly string[];
  /** Whether the platform may pay the provider's customers. Other providers are blocked. */
  readonly allowed: boolean;
}

interface UmaProviderFilter {
  readonly countryCode?: string | undefined;
  readonly currencyCode?: string | undefined;
  /** Whether blocked providers are listed. */
  readonly hasBlockedProviders?: boolean | undefined;
  readonly sortOrder?: 'ASC' | 'DESC' | undefined;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The matching providers, sorted. */
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
    .sort((a, b) => direction * (compare(a.name, b.name) || compare(a.domain, b.domain)));
}

/** One page of providers. A cursor of a provider that left the directory is invalid. */
export function pageOfProviders(
  ordered: readonly UmaProvider[],
  page: PageRequest,
): Page<UmaProvider> | InvalidInput {
  const last = ordered.findIndex(({ id }) => id === (page.after && idOf('UmaProvider', page.after)));
  if (page.after !== undefined && last < 0) return InvalidInput.at('cursor', 'is no longer in the list');
  return pageOf(page, ordered.slice(last + 1, last + 2 + page.first));
}
