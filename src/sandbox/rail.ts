/** The sandbox's rail: the counterparty of a payment determines its outcome. */
import { primaryIdentifier, scenarioSuffix } from '../accounts/external/account-info.ts';
import type { ExternalAccount } from '../accounts/external/external-account.ts';
import { parseUmaAddress, partsOfUma } from '../kernel/uma-address.ts';
import type { Rail, RailPayment } from '../payments/ports.ts';
import { findSandboxUmaParty, findSandboxUmaSender, quotePlan } from './quote-scenarios.ts';
import { immediateFailures, transferInPlan, transferOutPlan } from './transfer-scenarios.ts';

const suffixOf = (external: ExternalAccount | undefined): string =>
  external ? scenarioSuffix(primaryIdentifier(external.accountInfo).value) : '';

/** The name in an address. The look-up has checked the domain. */
function nameIn(address: string | undefined): string {
  const parsed = parseUmaAddress(address);
  return parsed ? partsOfUma(parsed).name : '';
}

export const sandboxRail: Rail = {
  immediateFailure: (_platform, { origin, externalAccount: external }: RailPayment) =>
    origin === 'TRANSFER_IN' || origin === 'TRANSFER_OUT'
      ? immediateFailures.get(suffixOf(external))
      : undefined,

  plan: (_platform, { origin, externalAccount: external, umaAddress }: RailPayment) => {
    switch (origin) {
      case 'TRANSFER_OUT':
        return transferOutPlan(suffixOf(external));
      case 'TRANSFER_IN':
        return transferInPlan(suffixOf(external));
      case 'QUOTE':
        return (
          findSandboxUmaParty(nameIn(umaAddress))?.paymentPlan ?? quotePlan(external && suffixOf(external))
        );
      case 'UMA_RECEIPT':
        return findSandboxUmaSender(nameIn(umaAddress))?.receiptPlan ?? [];
      case 'FUNDING':
        return [];
    }
  },
};
