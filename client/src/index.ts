/** The core of the client: see README.md. */
export type { DocumentString, Typed } from './document.ts';
