/** The index of words. `word-search-store.ts` reads it. */
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

/** What a word was found in. */
export const searchKinds = [
  'CUSTOMER',
  /** With punctuation, for example an email address. */
  'CUSTOMER_VALUE',
  'EXTERNAL_ACCOUNT',
  'DESCRIPTION',
  'COUNTERPARTY',
] as const;

/**
 * The words by which records are found. Triggers write them with the record, and remove them when the record or its customer
 * is deleted (`migrations/0021_search_and_events.sql`).
 */
export const searchWords = pgTable(
  'search_words',
  {
    platformId: uuid('platform_id').notNull(),
    kind: text('kind', { enum: searchKinds }).notNull(),
    /** In lower case, without accents. */
    word: text('word').notNull(),
    recordId: uuid('record_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.recordId, table.kind, table.word] }),
    // Finds words by their start, whatever the collation of the database, and the records of a word in the order of lists.
    index('search_words_by_start').on(
      table.platformId,
      table.kind,
      table.word.asc().op('text_pattern_ops'),
      table.recordId,
    ),
  ],
);
