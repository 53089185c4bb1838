/** XML of the simulated bank: its own writer, and fast-xml-parser as a DOM. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeXml = (value: string): string => value.replace(/[&<>"]/g, (one) => escapes[one] ?? one);

/** An element of fragments; empty when all of them are absent. */
export function element(name: string, ...children: readonly (string | undefined)[]): string {
  const content = children.join('');
  return content === '' ? '' : `<${name}>${content}</${name}>`;
}

/** An element of text; empty when the text is absent. */
export const textElement = (name: string, value: string | number | undefined): string =>
  value === undefined ? '' : `<${name}>${escapeXml(String(value))}</${name}>`;

export const amountElement = (name: string, amount: string, currency: string): string =>
  `<${name} Ccy="${currency}">${amount}</${name}>`;

export const documentOf = (messageName: string, content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${messageName}">${content}</Document>\n`;

/** A parsed element. */
export interface XmlNode {
  /** Text at the path, or undefined. */
  text(path: string): string | undefined;
  /** Text at the path. Throws when it is absent. */
  required(path: string): string;
  /** Elements at the path, which may be repeated. */
  all(path: string): readonly XmlNode[];
}

const childrenOf = (value: unknown, name: string): readonly unknown[] => {
  if (typeof value !== 'object' || value === null) return [];
  const child = (value as Readonly<Record<string, unknown>>)[name];
  if (child === undefined) return [];
  return Array.isArray(child) ? child : [child];
};

const textOf = (value: unknown): string | undefined => {
  const [text = value] = childrenOf(value, '#text');
  return typeof text === 'string' ? text : undefined;
};

function nodeOf(value: unknown): XmlNode {
  const valuesAt = (path: string): readonly unknown[] =>
    path
      .split('/')
      .reduce<readonly unknown[]>((values, name) => values.flatMap((one) => childrenOf(one, name)), [value]);
  const text = (path: string): string | undefined => textOf(valuesAt(path)[0]);
  return {
    text,
    required(path) {
      const found = text(path);
      if (found === undefined || found === '') throw new Error(`The file has no ${path}.`);
      return found;
    },
    all: (path) => valuesAt(path).map(nodeOf),
  };
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
});

/** Throws when the text is not well-formed. */
export function parseXml(text: string): XmlNode {
  if (XMLValidator.validate(text) !== true) throw new Error('The file is not well-formed XML.');
  return nodeOf(parser.parse(text));
}
