/**
 * `npm run bank:faults`: payments and deposits of a production platform on PostgreSQL, by the files of a simulated bank, while the
 * process of the service is killed at every step. In the end the ledgers of both agree to the cent, and the reconciliation names every
 * break that the bank made. Ends with a table, and with exit code 1 after a difference.
 *
 *   --count 10000        payments and deposits
 *   --seed <n>           the seed of another run
 *   --seconds 1800       the maximum duration of the load, and of the rest
 *   --format ISO20022    or NACHA
 *
 * Decision: the database is a separate one on the test server, so that only processes are killed here; `npm run faults` crashes the
 * database.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { openPostgres } from '../../src/infrastructure/database/postgres.ts';
import { uuidOf } from '../../src/kernel/ids.ts';
import { bankFormats } from '../../src/rails/bank-connections/bank-connection.ts';
import { creditorReference } from '../../src/rails/bank-connections/creditor-reference.ts';
import { virtualIbansOf } from '../../src/rails/bank-connections/virtual-iban-store.ts';
import { createClient } from '../faults/client.ts';
import { sharedCluster } from '../faults/cluster.ts';
import { watchMemory } from '../faults/memory.ts';
import { disturbances } from '../faults/outages.ts';
import { seeded } from '../faults/random.ts';
import { RunRecord } from '../faults/record.ts';
import { report } from '../faults/report.ts';
import { createServer } from '../faults/servers.ts';
import { verifyLedger } from '../faults/verify-ledger.ts';
import { bankAccountsOf } from '../support/bank-accounts.ts';
import { behaviourKinds, type Probabilities } from '../support/simulated-bank/behaviours.ts';
import { createSimulatedBank } from '../support/simulated-bank/simulated-bank.ts';
import { drain, startBankDays } from './faults/bank-days.ts';
import { differencesOf } from './faults/compare-books.ts';
import { accountOf } from './faults/differences.ts';
import { installHolds } from './faults/held-commits.ts';
import { startKiller } from './faults/kills.ts';
import { payAll } from './faults/payments.ts';
import { populate } from './faults/populate.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    seconds: { type: 'string', default: '1800' },
    format: { type: 'string', default: 'ISO20022' },
  },
});
const [count, seed, seconds] = [values.count, values.seed, values.seconds].map(Number) as [
  number,
  number,
  number,
];
if (![count, seed, seconds].every((one) => Number.isInteger(one) && one >= 0))
  throw new Error('--count, --seed and --seconds take a number.');
const format = bankFormats.find((one) => one === values.format) ?? unknownFormat();

function unknownFormat(): never {
  throw new Error(`--format is ${bankFormats.join(' or ')}.`);
}

/** Of 100 payments and deposits. */
const depositShare = 30;
const openingBalance = 1_000_000_00;
const customers = 4;
/** What every account gets before the first payment. */
const funding = 50_000_000n;

/** Behaviours of a whole file or day are rarer than those of one payment, so that every run has files without them. */
const behaviours: Probabilities = Object.fromEntries(
  behaviourKinds.map((kind) => [kind, /File$|Batch$|Statement|Page/.test(kind) ? 0.08 : 0.03]),
);

const record = new RunRecord();
const closing: (() => Promise<unknown>)[] = [];
let since = Date.now();
const took = (what: string): void => {
  record.count(`time: ${what}, s`, Math.round((Date.now() - since) / 1000));
  since = Date.now();
};

async function run(): Promise<void> {
  const random = seeded(seed);
  const disturbed = disturbances();
  const cluster = await sharedCluster();
  closing.push(() => cluster.close());
  const root = mkdtempSync(join(tmpdir(), 'bank-faults-'));
  closing.push(async () => rmSync(root, { recursive: true, force: true }));
  console.log(`${cluster.description}; ${count} payments and deposits, ${format}, --seed ${seed}`);
  const settings = { BANK_EXCHANGE_DIR: join(root, 'bank') };
  const server = await createServer('the service', cluster.url, record, disturbed, false, {
    settings,
    // Entries are booked on the accounts that pay.
    mayWait: true,
  });
  closing.push(() => server.close());
  await server.start();
  const db = await openPostgres(cluster.url);
  const { connection, payers, token } = await populate(db, {
    url: cluster.url,
    dataDir: root,
    format,
    openingBalance,
    customers,
  });
  await db.close();
  const sql = postgres(cluster.url, { max: 2, fetch_types: false, onnotice: () => undefined });
  closing.push(() => sql.end());
  await installHolds(sql);
  const folder = join(settings.BANK_EXCHANGE_DIR, uuidOf(connection.id));
  const { currency, simulated, theirNumber } = bankAccountsOf[format];
  const bank = createSimulatedBank({
    seed,
    account: simulated,
    currency,
    folder,
    startBalance: BigInt(openingBalance),
    startDate: new Date().toISOString().slice(0, 10),
    behaviours,
    versions: 'MIXED',
  });
  const references = payers.map(({ account }) => creditorReference(account.reference));
  const base = { sql, bank, folder, random: random.branch(), record, theirNumber };
  took('start of the service');

  // Several, because the bank can lose the reference of a deposit.
  for (const reference of references)
    for (let nth = 0; nth < 4; nth += 1)
      bank.deposit({ amount: funding, name: 'Ada', iban: theirNumber, reference });
  await bank.closeDay();
  await drain(base, 120_000);
  const read = await openPostgres(cluster.url);
  const accountIds = payers.map(({ account }) => account.id);
  const virtualIbans = await virtualIbansOf(read.orm, [connection.id], accountIds);
  await read.close();
  const days = { ...base, destinations: { references, virtualIbans: [...virtualIbans.values()] } };
  took('first deposits');

  const deposits = Math.floor((count * depositShare) / 100);
  const memory = watchMemory([server]);
  const bankDays = startBankDays(days, deposits);
  const killer = startKiller({ url: cluster.url, server, record, random: random.branch() });
  const client = createClient({ servers: [server], record, disturbed }, random.branch());
  const until = Date.now() + seconds * 1_000;
  const payments = await payAll({
    client,
    payers,
    token,
    random: random.branch(),
    count: count - deposits,
    needsMore: () => isLong && killer.left().moments > 0,
    until,
  });
  took('load and kills');
  await killer.stop();
  if (isLong)
    for (const step of killer.left().steps) record.finding(`the service was not killed at: ${step}`);
  await bankDays.stop();
  console.log('settling and comparing');
  await drain(days, seconds * 1_000);
  await memory.stop();
  // The comparison occupies this process, which is the proxy between the service and its database.
  await server.stop();
  took('settling');

  const compared = await openPostgres(cluster.url);
  const accounts = new Map([
    ...payers.map(({ account }) => [creditorReference(account.reference), account.id] as const),
    ...[...virtualIbans].map(([id, iban]) => [iban, id] as const),
  ]);
  const books = { db: compared, connection, bank, accounts, payments, now: new Date() };
  for (const difference of await differencesOf(books)) record.finding(difference);
  await compared.close();
  await verifyLedger(cluster.url, record);
  took('comparing');
  countWork();
  report(record, [server], memory, { seconds, seed, soak: false });

  function countWork(): void {
    const rows: readonly (readonly [string, number])[] = [
      ['payments', payments.length],
      ['payments that the bank executed', outcomes('EXECUTED')],
      ['payments that the bank rejected', outcomes('REJECTED')],
      ['payments that the bank returned', outcomes('RETURNED')],
      ['deposits', bank.deposits().length],
      [
        'deposits without the reference of an account',
        bank.deposits().filter((one) => !accountOf({ accounts }, one)).length,
      ],
      ['kills', killer.kills],
      ['files to the bank', bank.fileResults().length],
      ['files of the bank', bank.publishedFiles().length],
      ['statements', bank.statements().length],
      ['breaks that the bank made', bank.breaks().length],
    ];
    for (const [what, number] of rows) record.count(what, number);
  }
  function outcomes(outcome: string): number {
    return [...bank.expected().values()].filter((one) => one.outcome === outcome).length;
  }
}

/** A long run goes on until there was a kill at each moment of each step, while it has time, and must have one at each step. */
const isLong = count >= 1_000;

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
try {
  await run();
} catch (error) {
  record.finding(`the run broke off: ${(error as Error).stack}`);
}
for (const close of closing.toReversed()) {
  await close().catch((error: Error) => console.error(`could not clean up: ${error.message}`));
}
const { findings } = record;
for (const finding of findings) console.log(`DIFFERENCE ${finding}`);
console.log(
  findings.length === 0 ? 'Nothing was lost, doubled or unnamed.' : `${findings.length} differences.`,
);
process.exit(findings.length === 0 ? 0 : 1);
