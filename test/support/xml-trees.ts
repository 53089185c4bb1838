/** XML as a tree, by two parsers that share no code. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { SaxesParser } from 'saxes';

export interface XmlTree {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly children: readonly XmlTree[];
}

const attributePrefix = '@';

function fromFastXml(node: Record<string, unknown>): XmlTree[] {
  const name = Object.keys(node).find((key) => key !== ':@' && key !== '#text');
  if (!name) return [];
  const parts = node[name] as Record<string, unknown>[];
  const attributes = (node[':@'] ?? {}) as Record<string, string>;
  return [
    {
      name,
      attributes: Object.fromEntries(
        Object.entries(attributes).map(([key, value]) => [key.slice(attributePrefix.length), value]),
      ),
      text: parts
        .map((part) => part['#text'] ?? '')
        .join('')
        .trim(),
      children: parts.flatMap(fromFastXml),
    },
  ];
}

export function treeByFastXml(xml: string): XmlTree {
  const validity = XMLValidator.validate(xml);
  if (validity !== true) throw new Error(validity.err.msg);
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: attributePrefix,
    ignoreDeclaration: true,
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
  });
  const [root] = (parser.parse(xml) as Record<string, unknown>[]).flatMap(fromFastXml);
  if (!root) throw new Error('the file has no root element');
  return root;
}

export function treeBySaxes(xml: string): XmlTree {
  interface Open extends XmlTree {
    text: string;
    readonly children: XmlTree[];
  }
  const open: Open[] = [];
  let root: XmlTree | undefined;
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const element: Open = { name, attributes: { ...attributes }, text: '', children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  });
  parser.on('closetag', () => {
    const element = open.pop();
    if (element) element.text = element.text.trim();
    if (open.length === 0) root = element;
  });
  parser.write(xml).close();
  if (!root) throw new Error('the file has no root element');
  return root;
}

/** The elements with a path of names below an element. */
export const allAt = (tree: XmlTree, ...[name, ...rest]: readonly string[]): readonly XmlTree[] =>
  name === undefined
    ? [tree]
    : tree.children.filter((child) => child.name === name).flatMap((child) => allAt(child, ...rest));

/** The text of the only element with a path of names, or undefined. */
export function textAt(tree: XmlTree, ...path: readonly string[]): string | undefined {
  const [first, second] = allAt(tree, ...path);
  if (second) throw new Error(`${path.join('/')} occurs more than once`);
  return first?.text;
}
