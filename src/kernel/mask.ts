/**
 * Masks an identifier: `****` and its last four characters.
 *
 * Decision: the mask hides the length. An identifier of four characters or fewer is hidden completely, since its last four
 * characters would be all of it.
 */
export function masked(identifier: string): string {
  const characters = Array.from(identifier);
  return `****${characters.length > 4 ? characters.slice(-4).join('') : ''}`;
}
