/**
 * The name check of production without a provider: the result is UNSUPPORTED, so that an external account is ACTIVE and its name is not
 * verified. An adapter of a provider of verification of payee replaces it in `app.ts`.
 *
 * Source: docs/operations/providers.md#name-check-of-payees.
 */
import type { BeneficiaryNames } from '../ports.ts';

export const unavailableNameCheck: BeneficiaryNames = {
  check: (_platform, info) => (info.beneficiary ? { status: 'UNSUPPORTED' } : undefined),
};
