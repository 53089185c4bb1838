/** A complete element of a file, and access to its parts. Messages name elements, never their content. */
import { UnreadableBankFile } from '../bank-file.ts';

export interface XmlElement {
  readonly name: string;
  /** Where the element starts, from 1. */
  readonly line: number;
  /** As in the file, of an element without children. */
  readonly text: string;
  /** The attribute `Ccy`. */
  readonly currency: string | undefined;
  readonly children: readonly XmlElement[];
}

export const unreadable = (reason: string, line: number): UnreadableBankFile =>
  new UnreadableBankFile(reason, line);

/** An element that has the parts of a streamed element. */
export const elementOf = (name: string, line: number, children: readonly XmlElement[]): XmlElement => ({
  name,
  line,
  text: '',
  currency: undefined,
  children,
});

export const childrenOf = (parent: XmlElement | undefined, name: string): readonly XmlElement[] =>
  parent?.children.filter((child) => child.name === name) ?? [];

function onlyChild(parent: XmlElement, name: string): XmlElement | undefined {
  let found: XmlElement | undefined;
  for (const child of parent.children) {
    if (child.name !== name) continue;
    if (found) throw unreadable(`${name} occurs more than once in ${parent.name}.`, child.line);
    found = child;
  }
  return found;
}

/** The element at a path of names, each of which occurs at most once. */
export function findElement(
  parent: XmlElement | undefined,
  ...path: readonly string[]
): XmlElement | undefined {
  let found = parent;
  for (const name of path) {
    if (!found) return undefined;
    found = onlyChild(found, name);
  }
  return found;
}

/** The text at a path, without surrounding white space. An empty text counts as absent. */
export const findText = (parent: XmlElement | undefined, ...path: readonly string[]): string | undefined =>
  findElement(parent, ...path)?.text.trim() || undefined;

export function requiredElement(parent: XmlElement, name: string): XmlElement {
  const found = onlyChild(parent, name);
  if (!found) throw unreadable(`${name} is missing in ${parent.name}.`, parent.line);
  return found;
}

export function requiredText(parent: XmlElement, name: string): string {
  const found = requiredElement(parent, name);
  const text = found.text.trim();
  if (text === '') throw unreadable(`${name} is empty in ${parent.name}.`, found.line);
  return text;
}

/** A code, or the bank's own code where the schema allows both: `<Cd>` or `<Prtry>`, or text in older versions. */
export function findCode(parent: XmlElement | undefined, name: string): string | undefined {
  const found = findElement(parent, name);
  if (!found) return undefined;
  return findText(found, 'Cd') ?? findText(found, 'Prtry') ?? (found.text.trim() || undefined);
}
