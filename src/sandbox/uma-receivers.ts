/** The sandbox's own UMA receivers, and nobody else. Source: interface, sandbox UMA destinations; gaps 7.6. */
import { partsOfUma, type UmaAddress } from '../kernel/uma-address.ts';
import type { UmaReceivers } from '../ports.ts';
import {
  findSandboxUmaParty,
  type SandboxUmaParty,
  sandboxUmaReceivingRange,
  sandboxUmaRequiredPayerData,
} from './quote-scenarios.ts';

/** The party at an address under the sandbox's domain. */
export function sandboxPartyAt(address: UmaAddress, sandboxUmaDomain: string): SandboxUmaParty | undefined {
  const { name, domain } = partsOfUma(address);
  return domain === sandboxUmaDomain.toLowerCase() ? findSandboxUmaParty(name) : undefined;
}

export const sandboxUmaReceivers = (sandboxUmaDomain: string): UmaReceivers => ({
  async find(_platform, address) {
    const party = sandboxPartyAt(address, sandboxUmaDomain);
    return (
      party && {
        currencies: [{ currency: party.currency, range: sandboxUmaReceivingRange }],
        requiredPayerData: sandboxUmaRequiredPayerData,
      }
    );
  },
});
