/** The sandbox's identity checks. Only suffixes decide. Source: docs/behaviour/sandbox.md#general, docs/behaviour/sandbox.md#verifications. */
import type { IdentityChecks } from '../customers/ports.ts';
import { individualScenario, kybScenario, kycScenario } from './verification-scenarios.ts';

export const sandboxIdentityChecks: IdentityChecks = {
  statusAtCreation: (_platform, customerType) => (customerType === 'INDIVIDUAL' ? 'APPROVED' : 'UNVERIFIED'),
  opensAccountsAtCreation: () => true,
  ownerStatus: (_platform, { lastName }) => kycScenario(lastName),
  problems: () => [],
  decideAtOnce: (_platform, customer) => {
    const { verification } =
      customer.customerType === 'BUSINESS'
        ? kybScenario(customer.businessInfo?.registrationNumber)
        : individualScenario;
    if (verification === 'REJECTED') {
      const reason = 'The suffix of the registration number selects a rejection.';
      const problem = { resourceId: customer.id, type: 'APPLICANT_REJECTED', reason } as const;
      return {
        status: verification,
        problems: [
          { ...problem, field: 'businessInfo.registrationNumber', acceptedDocumentTypes: undefined },
        ],
      };
    }
    return { status: verification === 'APPROVED' ? 'APPROVED' : 'PENDING_MANUAL_REVIEW' };
  },
  allowsManualDecisions: () => true,
};
