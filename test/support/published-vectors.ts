/** The full sets of published vectors lie beside the project; a clone without them runs the handful in `test/vectors`. */
import { existsSync, readFileSync } from 'node:fs';

/** The parsed file of `../shared/vectors`, or `undefined` where it is absent. */
export function publishedVectors<T>(name: string): T | undefined {
  const path = new URL(`../../../shared/vectors/${name}`, import.meta.url);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : undefined;
}
