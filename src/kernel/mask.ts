/**
 * An identifier for those who may not see it: `****` and its last four characters.
 *
 * Decision: the mask does not tell how long the identifier is, and one of four characters or fewer is hidden whole,
 * since its end would be all of it.
 */
export function masked(identifier: string): string {
  const characters = Array.from(identifier);
  return `****${characters.length > 4 ? characters.slice(-4).join('') : ''}`;
}
