/** Domain errors of rates and corridors. */

import { InvalidInput } from '../../kernel/errors.ts';

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
