/** Column types that all tables share. */
import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

/** An instant with millisecond precision, on the platform's clock unless a comment says otherwise. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** An amount in the smallest unit of its currency. */
export const amount = (name: string) => bigint(name, { mode: 'bigint' });

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => new Uint8Array(value),
  toDriver: (value) => Buffer.from(value),
});
