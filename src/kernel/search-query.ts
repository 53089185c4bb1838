/**
 * A text that a list is searched for: at most five words. Each must be the start of a word of the record. The database
 * compares words without case and accents: see `infrastructure/database/word-search-store.ts`.
 *
 * Source: docs/behaviour/conventions.md#search.
 */

import { z } from 'zod';
import { text } from './parse.ts';

const maxCharacters = 100;
const maxWords = 5;

/** The function `search_word` of the database stores at most so many characters of a word. */
const maxStoredCharacters = 64;

/** A word without accents; `search_word` removes the same characters. */
const withoutAccents = (word: string): string => word.normalize('NFKD').replace(/[\u0300-\u036f]/g, '');

/** The part of a word that the database stores and compares, without regard to case. */
export const storedPart = (word: string): string =>
  [...withoutAccents(word.toLowerCase())].slice(0, maxStoredCharacters).join('');

const letters = (word: string): string => withoutAccents(word).replace(/\s/g, '');

/** The words of the text, each once. */
export const searchQuery = text(maxCharacters).transform((query, context): readonly string[] => {
  const words = [...new Set(query.split(/\s+/).filter((word) => letters(word) !== ''))];
  if (words.length > 0 && words.length <= maxWords) return words;
  context.addIssue({
    code: 'custom',
    message: words.length === 0 ? 'must have a word' : `must have at most ${maxWords} words`,
  });
  return z.NEVER;
});

/** For the descriptions of arguments. */
export const searchLimits = `At most ${maxCharacters} characters and ${maxWords} words; without case and accents.`;
