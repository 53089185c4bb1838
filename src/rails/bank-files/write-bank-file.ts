/** The writer of each kind of outgoing file, loaded when it is needed. */
import type { BankFileWriter, OutgoingFileKind } from './bank-file.ts';

const writers: Readonly<Record<OutgoingFileKind, () => Promise<BankFileWriter>>> = {
  PAIN_001: async () => (await import('./iso20022/write-pain-001.ts')).writePain001,
  PAIN_008: async () => (await import('./iso20022/write-pain-008.ts')).writePain008,
  NACHA: async () => (await import('./nacha/write-nacha.ts')).writeNacha,
};

export const writerOf = (kind: OutgoingFileKind): Promise<BankFileWriter> => writers[kind]();
