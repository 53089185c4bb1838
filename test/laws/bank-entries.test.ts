/**
 * Whatever a bank reports of its entries, in whatever order and how often: each entry of the last statement is stored once, and belongs
 * to a statement. Entries have few amounts and references, and each report states some of their parts. Each has a name of its own.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bankEntries } from '../../src/rails/bank-records/tables.ts';
import { addDays } from '../../src/rails/calendar/business-days.ts';
import { exchangeDue } from '../../src/rails/exchanger.ts';
import { entry, groupHeader, statement, statementElement, xml } from '../support/bank-files.ts';
import { type BankWorld, bankWorld } from '../support/bank-world.ts';
import { publish } from '../support/pulls.ts';
import { randomRuns } from '../support/random-runs.ts';

let world: BankWorld;
beforeAll(async () => {
  world = await bankWorld({ openingBalance: 0 });
});
afterAll(() => world.stop());

const maxEntries = 7;

/** An entry of the bank. */
const anEntry = fc.record({
  amount: fc.constantFrom('1.00', '2.00'),
  reference: fc.constantFrom('', 'A', 'B'),
});

/** Which entries a report has, in which order, and which parts of each it states. */
const aReport = fc.record({
  order: fc.shuffledSubarray(
    Array.from({ length: maxEntries }, (_, index) => index),
    { minLength: maxEntries },
  ),
  isReported: fc.array(fc.boolean(), { minLength: maxEntries, maxLength: maxEntries }),
  parts: fc.array(
    fc.record({ account: fc.boolean(), id: fc.boolean(), text: fc.boolean(), value: fc.boolean() }),
    {
      minLength: maxEntries,
      maxLength: maxEntries,
    },
  ),
  /** Of a statement of two pages: where the second one starts. */
  pageEnd: fc.nat(maxEntries),
});
type Report = typeof aReport extends fc.Arbitrary<infer T> ? T : never;

const aHistory = fc.record({
  entries: fc.array(anEntry, { minLength: 2, maxLength: maxEntries }),
  hasPages: fc.boolean(),
  notifications: fc.array(aReport, { maxLength: 2 }),
  versions: fc.array(aReport, { maxLength: 2 }),
  last: aReport,
  lateNotification: aReport,
  again: aReport,
});

let runs = 0;
let files = 0;

async function send(text: string): Promise<void> {
  files += 1;
  publish(world, text.replace('B-1', `B-${files}`), `${files}.xml`);
  world.service.clock.advance(61);
  while (await exchangeDue(world.service.ports));
}

test('each entry is stored once', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(aHistory, async ({ entries, hasPages, notifications, versions, ...history }) => {
      runs += 1;
      const [run, day] = [runs, addDays('2020-01-01', runs)];
      const text = (index: number, { parts }: Report): string => {
        const { amount = '', reference } = entries[index] ?? {};
        const [name, stated] = [`${run}-${index}`, parts[index]];
        const value = stated?.value ? `<ValDt><Dt>${day}</Dt></ValDt>` : '';
        const ofBank = reference ? `<AcctSvcrRef>${run}${reference}</AcctSvcrRef>` : '';
        const id = stated?.id ? `<Refs><EndToEndId>E-${name}</EndToEndId></Refs>` : '';
        const account = stated?.account ? `<DbtrAcct><Id><IBAN>FR${name}</IBAN></Id></DbtrAcct>` : '';
        const remittance = stated?.text ? `<RmtInf><Ustrd>Rent ${name}</Ustrd></RmtInf>` : '';
        const details = `${id}<RltdPties><Dbtr><Nm>${name}</Nm></Dbtr>${account}</RltdPties>${remittance}`;
        return entry({
          amount,
          after: `<BookgDt><Dt>${day}</Dt></BookgDt>${value}${ofBank}<NtryDtls><TxDtls>${details}</TxDtls></NtryDtls>`,
        });
      };
      const textsOf = (report: Report, isComplete: boolean): string[] =>
        report.order
          .filter((index) => index < entries.length && (isComplete || report.isReported[index]))
          .map((index) => text(index, report));
      const notify = (report: Report) => {
        const element = statementElement('Ntfctn', {
          id: `N-${files}`,
          entries: textsOf(report, false).join(''),
        });
        return send(
          xml('camt.054.001.08', `<BkToCstmrDbtCdtNtfctn>${groupHeader}${element}</BkToCstmrDbtCdtNtfctn>`),
        );
      };
      const state = async (report: Report, isComplete: boolean) => {
        const texts = textsOf(report, isComplete);
        const pages = hasPages ? [texts.slice(0, report.pageEnd), texts.slice(report.pageEnd)] : [texts];
        for (const [index, page] of pages.entries()) {
          const number = `<PgNb>${index + 1}</PgNb><LastPgInd>${index + 1 === pages.length}</LastPgInd>`;
          const before = `<StmtPgntn>${number}</StmtPgntn>`;
          await send(statement({ id: `S-${run}`, before, entries: page.join('') }));
        }
      };
      for (const report of notifications) await notify(report);
      for (const report of versions) await state(report, false);
      await state(history.last, true);
      await notify(history.lateNotification);
      await state(history.again, true);

      const rows = await world.service.db.orm.select().from(bankEntries);
      const stored = rows.filter(({ bookedOn }) => bookedOn === day);
      const names = stored.map(({ record }) => record.details[0]?.counterparty?.name ?? '');
      expect(names.sort()).toEqual(entries.map((_, index) => `${run}-${index}`));
      expect(stored.every(({ statementId }) => statementId !== null)).toBe(true);
    }),
    { numRuns: randomRuns(20, 300) },
  );
});
