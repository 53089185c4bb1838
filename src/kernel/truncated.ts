/**
 * The first characters of a text. A cut between the two halves of a character outside of the basic plane would leave a half, which JSON
 * of PostgreSQL does not accept.
 *
 * @param maxLength in characters.
 */
export const truncated = (text: string, maxLength: number): string =>
  [...text.slice(0, 2 * maxLength)].slice(0, maxLength).join('');
