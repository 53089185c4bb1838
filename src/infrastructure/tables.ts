/** The table of the deployment. */
import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant } from './database/columns.ts';

/** One row: the identity of the deployment and the keys under which its data are sealed. */
export const deployment = pgTable('deployment', {
  id: text('id').primaryKey(),
  /** Fingerprint of the master key that seals the data key. */
  masterKeyFingerprint: text('master_key_fingerprint').notNull(),
  /** Separates this deployment from others on a shared broker. */
  uid: uuid('uid').notNull().defaultRandom(),
  /** Null in a database of a version without data keys, until the first start on it. */
  sealedDataKey: bytes('sealed_data_key'),
  createdAt: instant('created_at').notNull().defaultNow(),
});
