/** The sandbox's rail: every payment's outcome is known from whom it is paid to. */
import { primaryIdentifier, scenarioSuffix } from '../accounts/account-info.ts';
import type { ExternalAccount } from '../accounts/external-account.ts';
import type { Rail, RailPayment } from '../ports.ts';
import { refusedAtOnce, transferInPlan, transferOutPlan } from './transfer-scenarios.ts';

export const suffixOf = (external: ExternalAccount | undefined): string =>
  external ? scenarioSuffix(primaryIdentifier(external.accountInfo).value) : '';

export const sandboxRail: Rail = {
  refusal: (_platform, { origin, external }: RailPayment) =>
    origin === 'TRANSFER_IN' || origin === 'TRANSFER_OUT' ? refusedAtOnce.get(suffixOf(external)) : undefined,

  plan: (_platform, { origin, external }: RailPayment) => {
    switch (origin) {
      case 'TRANSFER_OUT':
        return transferOutPlan(suffixOf(external));
      case 'TRANSFER_IN':
        return transferInPlan(suffixOf(external));
      default:
        return [];
    }
  },
};
