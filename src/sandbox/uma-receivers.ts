/** The sandbox's own UMA receivers, and nobody else. Source: interface, sandbox UMA destinations; gaps 7.6. */
import { partsOfUma } from '../kernel/uma-address.ts';
import type { UmaReceivers } from '../ports.ts';
import {
  findSandboxUmaParty,
  sandboxUmaReceivingRange,
  sandboxUmaRequiredPayerData,
} from './quote-scenarios.ts';

export const sandboxUmaReceivers = (sandboxUmaDomain: string): UmaReceivers => ({
  async find(_platform, address) {
    const { name, domain } = partsOfUma(address);
    const party = domain === sandboxUmaDomain.toLowerCase() ? findSandboxUmaParty(name) : undefined;
    return (
      party && {
        currencies: [{ currency: party.currency, range: sandboxUmaReceivingRange }],
        requiredPayerData: sandboxUmaRequiredPayerData,
      }
    );
  },
});
