/**
 * The dates on which the bank executes the payments of a file.
 *
 * Source: docs/behaviour/bank-connections.md#payments.
 */
import type { BankConnection } from '../bank-connections/bank-connection.ts';
import { calendarOf } from '../calendar/calendars.ts';
import { type CutOffs, executionDateOf } from '../calendar/cut-offs.ts';
import { dateIn } from '../calendar/zoned-time.ts';
import type { BankPayment } from './bank-payment.ts';
import { collectionLeadDays, isCollection } from './collection-dates.ts';

type Kind = Pick<BankPayment, 'direction' | 'serviceLevel'>;

export const cutOffsOf = async ({ cutOffs }: Pick<BankConnection, 'cutOffs'>): Promise<CutOffs> => ({
  ...cutOffs,
  calendar: await calendarOf(cutOffs.calendar),
});

/** Business days from the day of a file to the execution. */
const leadDays = (kind: Kind): number => {
  if (kind.serviceLevel === 'ACH') return 1;
  return isCollection(kind) ? collectionLeadDays : 0;
};

/** The first execution date that a file can have on the day of `now`. */
export const earliestExecutionDate = (cutOffs: CutOffs, kind: Kind, now: Date): string =>
  kind.serviceLevel === 'SEPA_INSTANT'
    ? dateIn(cutOffs.timeZone, now)
    : executionDateOf(cutOffs, now, leadDays(kind));
