/** The sandbox's UMA provider and receivers. Other addresses do not exist. Source: docs/behaviour/sandbox.md#fund-send-and-receive. */
import { idOf } from '../kernel/ids.ts';
import { partsOfUma } from '../kernel/uma-address.ts';
import type { UmaReceivers } from '../payments/ports.ts';
import {
  findSandboxUmaParty,
  sandboxUmaFields,
  sandboxUmaParties,
  sandboxUmaReceivingRange,
  sandboxUmaRequiredPayerData,
} from './quote-scenarios.ts';

export const sandboxUmaReceivers = (sandboxUmaDomain: string): UmaReceivers => ({
  providers: async () => [
    {
      id: idOf('UmaProvider', '00000000-0000-7000-8000-000000000001'),
      name: 'Sandbox',
      domain: sandboxUmaDomain.toLowerCase(),
      lei: undefined,
      logoUrl: undefined,
      supportedRegions: ['DE', 'MX', 'US'],
      supportedCurrencies: [...new Set(sandboxUmaParties.map(({ currency }) => currency))].sort(),
      allowed: true,
    },
  ],

  async find(_platform, address) {
    const { name, domain } = partsOfUma(address);
    const party = domain === sandboxUmaDomain.toLowerCase() ? findSandboxUmaParty(name) : undefined;
    return (
      party && {
        currencies: [{ currency: party.currency, range: sandboxUmaReceivingRange }],
        requiredPayerData: sandboxUmaRequiredPayerData,
        partyFields: sandboxUmaFields(address),
      }
    );
  },
});
