/** Column kinds that every table shares. */
import { bigint, timestamp } from 'drizzle-orm/pg-core';

/** An instant, to the millisecond, on the platform's clock unless a comment says otherwise. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** An amount in the smallest unit of its currency. */
export const amount = (name: string) => bigint(name, { mode: 'bigint' });
