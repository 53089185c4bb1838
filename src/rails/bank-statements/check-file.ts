/**
 * Reads a file completely before anything of it is recorded, so that an error in its last line leaves no trace in the books. The
 * reader checks the format; this checks that the file is for the connection.
 */

import type { BankConnection } from '../bank-connections/bank-connection.ts';
import { compactNumber, namesNumber } from '../bank-files/account-numbers.ts';
import type { BankAccount, IncomingFileKind, IncomingRecord } from '../bank-files/bank-file.ts';
import { UnreadableBankFile } from '../bank-files/bank-file.ts';

export interface CheckedFile {
  readonly kind: IncomingFileKind;
  readonly messageId: string;
  /** Booked entries and reports. */
  readonly count: number;
}

/** Whether the bank means the account of the connection. A bank may name it by its IBAN or by a local number. */
function isOwn({ account }: BankConnection, named: BankAccount): boolean {
  const compact = ({ iban, accountNumber }: BankAccount) =>
    [iban, accountNumber].flatMap((one) => (one ? [compactNumber(one)] : []));
  const numbers = compact(account);
  return compact(named).some((name) => numbers.some((own) => namesNumber(name, own)));
}

/** Throws `UnreadableBankFile` when the file cannot be used for the connection. */
export async function checkFile(
  connection: BankConnection,
  records: AsyncIterable<IncomingRecord>,
): Promise<CheckedFile> {
  let file: CheckedFile | undefined;
  let count = 0;
  for await (const record of records) {
    switch (record.record) {
      case 'file':
        file = { kind: record.kind, messageId: record.messageId, count: 0 };
        break;
      case 'statement':
        if (!isOwn(connection, record.account))
          throw new UnreadableBankFile('The statement is of another account.');
        if (record.currency !== undefined && record.currency !== connection.currency) {
          throw new UnreadableBankFile(
            `The statement is in ${record.currency}, the connection in ${connection.currency}.`,
          );
        }
        break;
      case 'entry':
        if (record.currency !== connection.currency) {
          throw new UnreadableBankFile(
            `An entry is in ${record.currency}, the connection in ${connection.currency}.`,
          );
        }
        if (record.status === 'BOOKED') count += 1;
        break;
      case 'statement-end':
        break;
      default:
        count += 1;
    }
  }
  if (!file) throw new UnreadableBankFile('The file is empty.');
  return { ...file, count };
}
