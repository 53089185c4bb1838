/** Words for the kinds, directions and statuses of files. */
import type {
  BankFileDirection,
  BankFileKind,
  BankFileStatus,
  BankServiceLevel,
} from '@payments-platform/client/operations';

export const directions: Readonly<Record<BankFileDirection, string>> = {
  OUT: 'To the bank',
  IN: 'From the bank',
};

export const kinds: Readonly<Record<BankFileKind, string>> = {
  PAIN_001: 'Credit transfers (pain.001)',
  PAIN_008: 'Direct debits (pain.008)',
  PAIN_002: 'Statuses of payments (pain.002)',
  CAMT_052: 'Entries of the day (camt.052)',
  CAMT_053: 'Statement (camt.053)',
  CAMT_054: 'Notifications of entries (camt.054)',
  NACHA: 'ACH payments (NACHA)',
  NACHA_RETURNS: 'ACH returns (NACHA)',
};

export const statuses = [
  'IN_REVIEW',
  'READY',
  'STAGED',
  'SENT',
  'ACCEPTED',
  'PARTIALLY_ACCEPTED',
  'REJECTED',
  'CANCELLED',
  'RECEIVED',
  'RECORDED',
  'QUARANTINED',
  'DISMISSED',
] as const satisfies readonly BankFileStatus[];

export const levels: Readonly<Record<BankServiceLevel, string>> = {
  SEPA: 'SEPA',
  SEPA_INSTANT: 'SEPA instant',
  CROSS_BORDER: 'Cross-border',
  ACH: 'ACH',
};
