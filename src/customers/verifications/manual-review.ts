/** Identity checks of production without a provider: rules find missing data, and reviewers decide. */
import type { IdentityChecks } from '../ports.ts';
import { businessProblems, individualProblems } from './requirements.ts';

export const manualReview: IdentityChecks = {
  statusAtCreation: (_platform, customerType) => (customerType === 'INDIVIDUAL' ? 'PENDING' : 'UNVERIFIED'),
  opensAccountsAtCreation: () => false,
  ownerStatus: () => 'PENDING',
  problems: (_platform, application) =>
    application.customerType === 'BUSINESS' ? businessProblems(application) : individualProblems(application),
  decideAtOnce: () => ({ status: 'PENDING_MANUAL_REVIEW' }),
  allowsManualDecisions: () => true,
};
