/** The complete published test vectors: see test/vectors/published/README.md. */
import { readFileSync } from 'node:fs';

export const publishedVectors = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../vectors/published/${name}`, import.meta.url), 'utf8')) as T;
