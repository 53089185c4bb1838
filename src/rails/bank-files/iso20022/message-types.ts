/** The messages that the service writes and reads, by namespace. */
import type { IncomingFileKind } from '../bank-file.ts';

const prefix = 'urn:iso:std:iso:20022:tech:xsd:';

export const namespaceOf = (message: string): string => prefix + message;

type IsoFileKind = Exclude<IncomingFileKind, 'NACHA_RETURNS'>;

/** How a kind of message names what it has. */
export interface MessageType {
  readonly kind: IsoFileKind;
  /** The element in `Document`. */
  readonly message: string;
}

/** Two digits of the version, `02` to `14`. */
const versions = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => String(first + index).padStart(2, '0'));

const all = (family: string, version: readonly string[], type: MessageType): [string, MessageType][] =>
  version.map((two) => [namespaceOf(`${family}.001.${two}`), type]);

/**
 * Versions 02 and 08 of camt and versions 03 and 10 of pain.002 are what banks use. Those between differ only in elements
 * that are not read, or as the later version does.
 */
const byNamespace: ReadonlyMap<string, MessageType> = new Map([
  ...all('pain.002', versions(3, 14), { kind: 'PAIN_002', message: 'CstmrPmtStsRpt' }),
  ...all('camt.052', versions(2, 14), { kind: 'CAMT_052', message: 'BkToCstmrAcctRpt' }),
  ...all('camt.053', versions(2, 14), { kind: 'CAMT_053', message: 'BkToCstmrStmt' }),
  ...all('camt.054', versions(2, 14), { kind: 'CAMT_054', message: 'BkToCstmrDbtCdtNtfctn' }),
]);

export const findMessageType = (namespace: string): MessageType | undefined => byNamespace.get(namespace);
