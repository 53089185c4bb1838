/**
 * When SEPA direct debits are collected. The platform announces amount and date to the debtor before: the pre-notification period of the connection.
 *
 * Decision: a direct debit waits until the next file can be executed after its period, because a file has one date. The date is
 * known from the beginning, so the platform can announce it.
 *
 * Source: docs/behaviour/bank-connections.md#direct-debits.
 */
import type { BankConnection } from '../bank-connections/bank-connection.ts';
import { addBusinessDays, addDays } from '../calendar/business-days.ts';
import { calendarOf } from '../calendar/calendars.ts';
import { nextCutOff } from '../calendar/cut-offs.ts';
import { dateIn, instantOf } from '../calendar/zoned-time.ts';
import type { BankPayment } from './bank-payment.ts';

/** Business days from the cut-off to the collection: the debtor's bank gets the debit a day before. */
export const collectionLeadDays = 2;

/** Whether it is a SEPA direct debit. */
export const isCollection = ({
  direction,
  serviceLevel,
}: Pick<BankPayment, 'direction' | 'serviceLevel'>): boolean =>
  direction === 'DEBIT' && serviceLevel !== 'ACH';

export const isWaitingCollection = (payment: BankPayment): boolean =>
  payment.status === 'WAITING' && isCollection(payment);

type Settings = Pick<BankConnection, 'cutOffs' | 'preNotificationDays'>;

/** Direct debits created before this instant have been announced long enough on the date. */
export const announcedBefore = (
  { cutOffs: { timeZone }, preNotificationDays }: Settings,
  executionDate: string,
): Date => instantOf(timeZone, addDays(executionDate, 1 - preNotificationDays), '00:00');

/** The date on which a direct debit is collected, if no cut-off is missed. */
export async function collectionDateOf(
  { cutOffs, preNotificationDays }: Settings,
  createdAt: Date,
): Promise<string> {
  const calendar = await calendarOf(cutOffs.calendar);
  const { timeZone } = cutOffs;
  const cutOff = nextCutOff({ ...cutOffs, calendar }, createdAt) ?? createdAt;
  const possible = addBusinessDays(calendar, dateIn(timeZone, cutOff), collectionLeadDays);
  const announced = addBusinessDays(calendar, addDays(dateIn(timeZone, createdAt), preNotificationDays), 0);
  const [, last = possible] = [possible, announced].sort();
  return last;
}
