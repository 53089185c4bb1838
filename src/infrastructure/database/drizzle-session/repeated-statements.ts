/** How many statement texts one generation holds. */
const generationSize = 500;

/**
 * Detects statement texts that were seen before, so that they can be prepared. A statement that is not prepared takes two
 * round trips: its parameter types, then its rows.
 *
 * Texts with lists of many lengths are unlimited in number, so old ones are dropped. They are dropped by generation:
 * ordering each use would cost more than it saves.
 */
export function repeatedStatements(): (text: string) => boolean {
  let previous = new Set<string>();
  let current = new Set<string>();
  return (text) => {
    if (current.has(text)) return true;
    const isRepeated = previous.has(text);
    current.add(text);
    if (current.size >= generationSize) {
      previous = current;
      current = new Set();
    }
    return isRepeated;
  };
}
