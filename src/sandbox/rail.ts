/** The sandbox's rail: the counterparty of a payment determines its outcome. */
import { primaryIdentifier, scenarioSuffix } from '../accounts/external/account-info.ts';
import type { ExternalAccount } from '../accounts/external/external-account.ts';
import { parseUmaAddress, partsOfUma } from '../kernel/uma-address.ts';
import type { Rail, RailPayment } from '../payments/ports.ts';
import { checkSandboxOutcome, scenarioOf } from './outcomes.ts';
import { findSandboxUmaParty, findSandboxUmaSender, quotePlan } from './quote-scenarios.ts';
import { immediateFailures, transferInPlan, transferOutPlan } from './transfer-scenarios.ts';

const suffixOf = (external: ExternalAccount | undefined): string =>
  external ? scenarioSuffix(primaryIdentifier(external.accountInfo).value) : '';

/**
 * The suffix that selects the outcome: of the creator's choice, or of the external account. The outcome of a quote depends on its
 * beneficiary, never on its originator.
 */
const suffixFor = ({ origin, sandboxOutcome, originator, beneficiary }: RailPayment): string =>
  scenarioOf(origin, sandboxOutcome) ??
  suffixOf(beneficiary ?? (origin === 'QUOTE' ? undefined : originator));

/** The name in an address. The look-up has checked the domain. */
function nameIn(address: string | undefined): string {
  const parsed = parseUmaAddress(address);
  return parsed ? partsOfUma(parsed).name : '';
}

export const sandboxRail: Rail = {
  checkOutcome: (_platform, origin, outcome) => checkSandboxOutcome(origin, outcome),

  checkForwarding: () => true,

  immediateFailure: (_platform, payment: RailPayment) =>
    payment.origin === 'TRANSFER_IN' || payment.origin === 'TRANSFER_OUT'
      ? immediateFailures.get(suffixFor(payment))
      : undefined,

  submissionJob: () => undefined,

  plan: (_platform, payment: RailPayment) => {
    const { origin, umaAddress, sandboxOutcome } = payment;
    const selected = scenarioOf(origin, sandboxOutcome);
    switch (origin) {
      case 'TRANSFER_OUT':
        return transferOutPlan(suffixFor(payment));
      case 'TRANSFER_IN':
        return transferInPlan(suffixFor(payment));
      case 'QUOTE': {
        const party = selected === undefined ? findSandboxUmaParty(nameIn(umaAddress)) : undefined;
        return party?.paymentPlan ?? quotePlan(suffixFor(payment));
      }
      case 'UMA_RECEIPT':
        return findSandboxUmaSender(selected ?? nameIn(umaAddress))?.receiptPlan ?? [];
      case 'FUNDING':
        return [];
    }
  },
};
