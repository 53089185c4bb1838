import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bankEntries, bankStatements } from '../../../src/rails/bank-records/tables.ts';
import { entry, groupHeader, statement, statementElement, xml } from '../../support/bank-files.ts';
import { type BankWorld, bankWorld } from '../../support/bank-world.ts';

let world: BankWorld;
beforeEach(async () => {
  world = await bankWorld();
});
afterEach(() => world.stop());

/** The bank publishes a file, long enough ago to be complete. */
function publish(name: string, text: string): void {
  const inbox = join(world.folder, 'inbox');
  mkdirSync(inbox, { recursive: true });
  writeFileSync(join(inbox, name), text);
  utimesSync(join(inbox, name), 1, 1);
}

describe('a statement that the bank sends again', () => {
  const original = statement({ entries: entry({ after: '<AddtlNtryInf>Rent</AddtlNtryInf>' }) });

  test.each([
    ['in a message with another id', original.replace('<MsgId>B-1<', '<MsgId>B-2<'), 0],
    ['with other white space', original.replace('<Stmt>', '\n<Stmt>'), 0],
    ['with another text of an entry', original.replace('Rent', 'Rent of May'), 1],
    [
      'with another text of the statement',
      original.replace('</Stmt>', '<AddtlStmtInf>Copy</AddtlStmtInf></Stmt>'),
      1,
    ],
    ['with another amount', original.replace('10.00', '10.01'), 1],
    ['with one entry more', original.replace('</Stmt>', `${entry()}</Stmt>`), 1],
  ])('%s', async (_, again, conflicts) => {
    expect(again).not.toBe(original);
    publish('1.xml', original);
    publish('2.xml', again);
    await world.exchange();
    const found = await world.service.db.orm
      .select()
      .from(bankStatements)
      .where(eq(bankStatements.hasConflict, true));
    expect(found).toHaveLength(conflicts);
  });
});

describe('an entry that a notification reports before the statement', () => {
  const booked = '<BookgDt><Dt>2025-10-13</Dt></BookgDt>';
  const reference = '<AcctSvcrRef>R-1</AcctSvcrRef>';
  test.each([
    ['with its day', booked + reference],
    // Its fingerprint would differ from that of the statement, and the deposit would be credited twice.
    ['without a day', reference],
  ])('%s is recorded once', async (_, inNotification) => {
    const notified = statementElement('Ntfctn', { id: 'N-1', entries: entry({ after: inNotification }) });
    publish(
      '1.xml',
      xml('camt.054.001.08', `<BkToCstmrDbtCdtNtfctn>${groupHeader}${notified}</BkToCstmrDbtCdtNtfctn>`),
    );
    publish('2.xml', statement({ entries: entry({ after: booked + reference }) }));
    await world.exchange();
    expect(await world.service.db.orm.select().from(bankEntries)).toHaveLength(1);
  });
});
