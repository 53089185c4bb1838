/** Reads ISO 20022 files of banks, by the namespace of the document: pain.002, camt.052, camt.053 and camt.054. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type BankFileReader, type IncomingRecord, UnreadableBankFile } from '../bank-file.ts';
import { findMessageType, type MessageType } from './message-types.ts';
import { createStatementReader, isStatementFile } from './statement-reader.ts';
import { createStatusReportReader } from './status-report-reader.ts';
import { unreadable } from './xml-element.ts';
import { type HandlerOfRoot, type XmlHandler, XmlReader } from './xml-reader.ts';

/** Bytes that are parsed at once, in about 2 ms. Other work runs between two slices, whatever the size of the chunks is. */
const sliceSize = 32_768;

function* slicesOf(chunk: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < chunk.length; start += sliceSize)
    yield chunk.subarray(start, start + sliceSize);
}

function selectReader({ kind, message }: MessageType, emit: (record: IncomingRecord) => void): XmlHandler {
  if (isStatementFile(kind)) return createStatementReader(kind, message, emit);
  return createStatusReportReader(message, emit);
}

/** The document has exactly one message, of the type that its namespace names. */
function withOneMessage(handler: XmlHandler, message: string): XmlHandler {
  let messages = 0;
  return {
    ...handler,
    open: (name, line) => {
      if (name === message) messages += 1;
      if (messages > 1) throw unreadable(`${message} occurs more than once.`, line);
      handler.open(name, line);
    },
    close: (name, line) => {
      if (name === 'Document' && messages === 0) throw unreadable(`${message} is missing in Document.`, line);
      handler.close(name, line);
    },
  };
}

const selectHandler =
  (emit: (record: IncomingRecord) => void): HandlerOfRoot =>
  ({ name, namespace, line }) => {
    if (name !== 'Document') throw unreadable('The root element is not Document.', line);
    const type = findMessageType(namespace);
    if (!type) throw unreadable('The namespace of Document is not that of a known message.', line);
    return withOneMessage(selectReader(type, emit), type.message);
  };

/** Decodes parts of UTF-8. A byte order mark is left out. */
function createDecoder(line: () => number): (bytes?: Uint8Array) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return (bytes) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch (error) {
      if (error instanceof TypeError) throw new UnreadableBankFile('The file is not UTF-8.', line());
      throw error;
    }
  };
}

export const readIso20022: BankFileReader = async function* (chunks) {
  const records: IncomingRecord[] = [];
  const reader = new XmlReader(selectHandler((record) => records.push(record)));
  const decode = createDecoder(() => reader.line);
  for await (const chunk of chunks) {
    for (const slice of slicesOf(chunk)) {
      reader.write(decode(slice));
      yield* records.splice(0);
      await nextTurn();
    }
  }
  reader.write(decode());
  reader.end();
  yield* records.splice(0);
};
