/** Domain errors of rates and corridors. */

import { InvalidInput, Upstream } from '../../kernel/errors.ts';

/** The rate source has no rate between the currencies. `isConfigured` is false when it has no rates at all. */
export class CorridorNotServed extends InvalidInput {
  override readonly name = 'CorridorNotServed';
  constructor(
    path: string,
    sending: string,
    receiving: string,
    { isConfigured }: { readonly isConfigured: boolean },
  ) {
    const message = `there is no rate from ${sending} to ${receiving}`;
    super(
      [
        {
          path,
          message: isConfigured ? message : `${message}: the service has no exchange rates configured`,
        },
      ],
      { code: 'INVALID_CURRENCY', ...(!isConfigured && { reason: 'No exchange rates configured' }) },
    );
  }
}

/**
 * The rate is older than the deployment allows (`RATES_MAX_AGE_HOURS`), or its source has not published one yet.
 *
 * Decision: it is an error of another system, because the request is correct and works again after the next publication.
 */
export class RatesTooOld extends Upstream {
  override readonly name = 'RatesTooOld';
  constructor(sending: string, receiving: string) {
    super(
      'RATES_TOO_OLD',
      `There is no rate from ${sending} to ${receiving} that is recent enough. Try again after the next publication of rates.`,
    );
  }
}
