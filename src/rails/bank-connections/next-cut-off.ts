/** The next cut-off of a bank connection, as people and clients see it. */
import { calendarOf } from '../calendar/calendars.ts';
import { nextCutOff } from '../calendar/cut-offs.ts';
import type { BankConnection } from './bank-connection.ts';

/** When the connection next makes files of waiting payments; `undefined` for a closed connection. */
export async function nextCutOffOf(
  { status, cutOffs }: Pick<BankConnection, 'status' | 'cutOffs'>,
  now: Date,
): Promise<Date | undefined> {
  if (status !== 'ACTIVE') return undefined;
  return nextCutOff({ ...cutOffs, calendar: await calendarOf(cutOffs.calendar) }, now);
}
