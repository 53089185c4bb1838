/** XML as text, for writers. */

const escaped: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** The text for the content of an element or the value of an attribute. */
export const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => escaped[character] ?? '');

/** An element with text. Without text there is no element. */
export const textElement = (name: string, text: string | undefined): string =>
  text === undefined || text === '' ? '' : `<${name}>${escapeXml(text)}</${name}>`;

/** An element with children, which are XML already. Without children there is no element. */
export function element(name: string, ...children: readonly string[]): string {
  const content = children.join('');
  return content === '' ? '' : `<${name}>${content}</${name}>`;
}
