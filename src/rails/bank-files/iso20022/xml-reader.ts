/**
 * Reads XML as a stream: elements that a handler streams are opened and closed, their children are delivered as complete
 * elements, and all else is skipped.
 *
 * A file may be hostile. There is no DOCTYPE, no entity besides those of XML, and everything that is held in memory has a maximum.
 * Comments and processing instructions are skipped.
 */
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { unreadable, type XmlElement } from './xml-element.ts';

export const maxDepth = 40;
/** Characters of the text of one element. The longest of ISO 20022 has 500, and banks add some. */
export const maxTextLength = 10_000;
export const maxAttributes = 20;
/** Elements in a delivered element. */
export const maxElements = 20_000;
/** Characters of all texts in a delivered element. */
const maxElementLength = 1_000_000;
/** Characters between two tags: of a text with its references, a comment, a processing instruction, or a tag with its attributes. */
export const maxTokenLength = 131_072;

export interface XmlHandler {
  /** Names of streamed elements, each with the names of its children that are streamed or delivered. */
  readonly streamed: ReadonlyMap<string, ReadonlySet<string>>;
  /** A streamed element starts. */
  readonly open: (name: string, line: number) => void;
  /** A child of a streamed element is complete. `length` is the number of characters of its texts. */
  readonly element: (parent: string, element: XmlElement, length: number) => void;
  /** A streamed element ends. */
  readonly close: (name: string, line: number) => void;
}

/** Selects the handler of a root element, or throws. */
export type HandlerOfRoot = (root: {
  readonly name: string;
  readonly namespace: string;
  readonly line: number;
}) => XmlHandler;

interface OpenElement extends XmlElement {
  text: string;
  readonly children: XmlElement[];
}

export class XmlReader {
  private readonly parser = new SaxesParser({ xmlns: true });
  private readonly handlerOfRoot: HandlerOfRoot;
  private handler: XmlHandler | undefined;
  private namespace = '';
  private depth = 0;
  /** Depth in an element that is skipped, from 1. */
  private skippedDepth = 0;
  private readonly streamed: string[] = [];
  /** The open elements of the one to deliver, outermost first. */
  private readonly building: OpenElement[] = [];
  private elements = 0;
  private length = 0;
  private attributes = 0;
  private tokenLength = 0;
  private isEnding = false;

  constructor(handlerOfRoot: HandlerOfRoot) {
    this.handlerOfRoot = handlerOfRoot;
    const { parser } = this;
    parser.on('error', () => this.failParsing());
    parser.on('xmldecl', ({ encoding, version }) => this.checkDeclaration(encoding, version));
    parser.on('doctype', () => this.fail('A DOCTYPE is not allowed.'));
    parser.on('comment', () => this.startToken());
    parser.on('processinginstruction', () => this.startToken());
    parser.on('opentagstart', () => {
      this.attributes = 0;
    });
    parser.on('attribute', () => this.countAttribute());
    parser.on('opentag', (tag) => this.openTag(tag));
    parser.on('closetag', () => this.closeTag());
    parser.on('text', (text) => this.addText(text));
    parser.on('cdata', (text) => this.addText(text));
  }

  /** The line that is being read, from 1. */
  get line(): number {
    return this.parser.line;
  }

  /** Reads the next part of the file. Small parts hold memory and time between two of them low. */
  write(text: string): void {
    this.tokenLength += text.length;
    this.parser.write(text);
    if (this.tokenLength > maxTokenLength) this.fail(`More than ${maxTokenLength} characters have no tag.`);
  }

  end(): void {
    this.isEnding = true;
    this.parser.close();
  }

  private fail(reason: string): never {
    throw unreadable(reason, this.line);
  }

  /** Messages of the parser can repeat content of the file, so they are not used. */
  private failParsing(): never {
    const name = this.building.at(-1)?.name ?? this.streamed.at(-1);
    if (this.isEnding) this.fail(name ? `The file ends in ${name}.` : 'The file is empty or incomplete.');
    this.fail(name ? `The XML is not well-formed in ${name}.` : 'The XML is not well-formed.');
  }

  private checkDeclaration(encoding: string | undefined, version: string | undefined): void {
    if (version !== '1.0') this.fail('The XML version is not 1.0.');
    if (encoding !== undefined && encoding.toUpperCase() !== 'UTF-8') {
      this.fail('The declared encoding is not UTF-8.');
    }
  }

  private startToken(): void {
    this.tokenLength = 0;
  }

  private countAttribute(): void {
    this.attributes += 1;
    if (this.attributes > maxAttributes) this.fail(`An element has more than ${maxAttributes} attributes.`);
  }

  private openTag(tag: SaxesTagNS): void {
    this.startToken();
    this.depth += 1;
    if (this.depth > maxDepth) this.fail(`Elements are nested deeper than ${maxDepth}.`);
    if (this.skippedDepth > 0) this.skippedDepth += 1;
    else if (!this.handler) this.openRoot(tag);
    else if (tag.uri !== this.namespace) this.skippedDepth = 1;
    else if (this.building.length > 0) this.build(tag);
    else this.openChild(this.handler, tag);
  }

  private openRoot({ local, uri }: SaxesTagNS): void {
    this.handler = this.handlerOfRoot({ name: local, namespace: uri, line: this.line });
    this.namespace = uri;
    this.streamed.push(local);
    this.handler.open(local, this.line);
  }

  private openChild(handler: XmlHandler, tag: SaxesTagNS): void {
    const { local } = tag;
    const isRead = handler.streamed.get(this.streamed.at(-1) ?? '')?.has(local);
    if (!isRead) this.skippedDepth = 1;
    else if (!handler.streamed.has(local)) this.build(tag);
    else {
      this.streamed.push(local);
      handler.open(local, this.line);
    }
  }

  private build({ local, attributes }: SaxesTagNS): void {
    const opened: OpenElement = {
      name: local,
      line: this.line,
      text: '',
      currency: attributes['Ccy']?.value,
      children: [],
    };
    this.elements += 1;
    if (this.elements > maxElements) this.fail(`An element has more than ${maxElements} elements.`);
    this.building.at(-1)?.children.push(opened);
    this.building.push(opened);
  }

  private addText(text: string): void {
    this.startToken();
    const element = this.building.at(-1);
    if (!element || this.skippedDepth > 0 || element.children.length > 0) return;
    element.text += text;
    if (element.text.length > maxTextLength) {
      this.fail(`${element.name} has more than ${maxTextLength} characters.`);
    }
  }

  private closeTag(): void {
    this.startToken();
    this.depth -= 1;
    if (this.skippedDepth > 0) {
      this.skippedDepth -= 1;
      return;
    }
    const built = this.building.pop();
    if (built) this.closeBuilt(built);
    else this.handler?.close(this.streamed.pop() ?? '', this.line);
  }

  private closeBuilt(built: OpenElement): void {
    // Before its first child, an element has white space.
    if (built.children.length > 0) built.text = '';
    this.length += built.text.length;
    if (this.length > maxElementLength) this.fail(`${built.name} is too long.`);
    if (this.building.length > 0) return;
    const { length } = this;
    this.elements = 0;
    this.length = 0;
    this.handler?.element(this.streamed.at(-1) ?? '', built, length);
  }
}
