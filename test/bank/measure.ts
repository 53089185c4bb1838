/**
 * `npm run bank:measure`: a file of 100,000 payments, from waiting to published, and a statement of a million entries,
 * from received to recorded. Each is one exchange in a process of its own. Prints seconds and the peak of its resident memory.
 * Exit code 1 when one is above its bound.
 *
 *   --payments 100000   0 to leave the file out
 *   --entries 1000000   0 to leave the statement out
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type postgres from 'postgres';
import { openPostgres } from '../../src/infrastructure/database/postgres.ts';
import { uuidOf } from '../../src/kernel/ids.ts';
import { transferOut } from '../../src/payments/transfers/transfer-out.ts';
import { findPlatform } from '../../src/platforms/store.ts';
import { sharedCluster, withClient } from '../faults/cluster.ts';
import { ourIban } from '../support/bank-accounts.ts';
import { granted } from '../support/payments.ts';
import { makeDue } from './faults/bank-days.ts';
import { type Population, populate } from './faults/populate.ts';
import { openPorts } from './open-ports.ts';

const { values } = parseArgs({
  options: {
    payments: { type: 'string', default: '100000' },
    entries: { type: 'string', default: '1000000' },
  },
});

/** Bundles the exchange as `build.mjs` bundles the service: a loader of TypeScript would be in the memory that is measured. */
async function bundleExchange(): Promise<string> {
  const { build } = await import('rolldown');
  const folder = join(import.meta.dirname, '../../dist/bank-measure');
  await build({
    input: join(import.meta.dirname, 'exchange-once.ts'),
    platform: 'node',
    transform: { target: 'node20.19' },
    external: ['@aws-sdk/client-s3', '@electric-sql/pglite', 'date-holidays', 'ssh2', 'ssh2-sftp-client'],
    output: { dir: folder, format: 'esm' },
  });
  return join(folder, 'exchange-once.js');
}

interface Cost {
  readonly seconds: number;
  readonly peakMb: number;
}

/** At most this. A statement has no bound of time. */
const bounds = {
  payments: { seconds: 60, peakMb: 500 },
  entries: { seconds: Number.POSITIVE_INFINITY, peakMb: 300 },
} as const satisfies Record<string, Cost>;

function exchange(script: string, url: string, folder: string): Promise<Cost> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [script, url, folder], (error, stdout) =>
      error ? reject(error) : resolve(JSON.parse(stdout) as Cost),
    );
  });
}

function report(what: string, { seconds, peakMb }: Cost, bound: Cost): void {
  const isMet = seconds <= bound.seconds && peakMb <= bound.peakMb;
  console.log(`${what}: ${seconds} s, ${peakMb} MB: ${isMet ? 'met' : 'MISSED'}`);
  if (!isMet) process.exitCode = 1;
}

/** One payment through the service, and the others as its copies. */
async function waitingPayments(
  url: string,
  folder: string,
  sql: postgres.Sql,
  { connection, payers }: Population,
  count: number,
): Promise<void> {
  const ports = await openPorts(url, folder);
  const platform = await findPlatform(ports.db.orm, connection.platformId);
  const [payer] = payers;
  const destination = payer?.beneficiaries[0];
  if (!platform || !payer || !destination) throw new Error('A platform has an account.');
  await sql.unsafe('set session_replication_role = replica');
  await sql`update ledger_accounts set posted = 100000000 where id = ${uuidOf(payer.account.id)}`;
  const input = { source: payer.account.id, destination, amount: 100n, description: undefined };
  const { id } = granted(
    await transferOut(ports, { platform }, { ...input, sandboxOutcome: undefined } as never),
  );
  await ports.db.close();
  const uuid = uuidOf(id);
  await sql.unsafe(`create temporary table copies as select gen_random_uuid() as new_id,
    'TO-' || upper(substr(md5(n::text), 1, 12)) as new_reference from generate_series(1, ${count}) n`);
  const columns = await sql<{ name: string }[]>`select column_name as name from information_schema.columns
    where table_name = 'transactions' and is_generated = 'NEVER' order by ordinal_position`;
  const names = columns.map(({ name }) => name);
  const copied = names.map((name) => ({ id: 'new_id', reference: 'new_reference' })[name] ?? `t.${name}`);
  await sql.unsafe(
    `insert into transactions (${names.join()}) select ${copied.join()} from transactions t, copies where t.id = '${uuid}'`,
  );
  await sql.unsafe(`insert into bank_payments (id, platform_id, connection_id, transaction_id, direction, service_level, status,
      clearing_code, end_to_end_id, amount, created_at, updated_at)
    select gen_random_uuid(), '${uuidOf(connection.platformId)}', '${uuidOf(connection.id)}', new_id, 'CREDIT', 'SEPA', 'WAITING',
      'CLEARING_SEPA', new_reference, 100, now(), now() from copies`);
  await sql.unsafe('analyze');
  await sql`update bank_connections set max_payments_per_file = ${count}`;
}

const entryText = (index: number): string =>
  `<Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-23</Dt></BookgDt><ValDt><Dt>2026-11-23</Dt></ValDt><AcctSvcrRef>SB${index}</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd><NtryDtls><TxDtls><Refs><EndToEndId>PAYER-${index}</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>Ada Lovelace</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>FR1420041010050500013M02606</IBAN></Id></DbtrAcct></RltdPties><RmtInf><Ustrd>Invoice ${index}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>\n`;

const balanceText = (code: string, amount: string): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-23</Dt></Dt></Bal>`;

async function writeStatement(inbox: string, count: number): Promise<void> {
  mkdirSync(inbox, { recursive: true });
  const path = join(inbox, 'statement.xml');
  const file = await open(`${path}.part`, 'w');
  await file.write(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>M-1</MsgId><CreDtTm>2026-11-23T18:00:00Z</CreDtTm></GrpHdr><Stmt><Id>S-1</Id><ElctrncSeqNb>1</ElctrncSeqNb><Acct><Id><IBAN>${ourIban}</IBAN></Id><Ccy>EUR</Ccy></Acct>${balanceText('OPBD', '0.00')}${balanceText('CLBD', `${count}.00`)}\n`,
  );
  for (let index = 0; index < count; ) {
    let text = '';
    for (const end = Math.min(index + 1_000, count); index < end; index += 1) text += entryText(index);
    await file.write(text);
  }
  await file.write('</Stmt></BkToCstmrStmt></Document>\n');
  await file.close();
  utimesSync(`${path}.part`, 1, 1);
  renameSync(`${path}.part`, path);
}

async function measure(): Promise<void> {
  const [payments, entries] = [Number(values.payments), Number(values.entries)];
  const script = await bundleExchange();
  const cluster = await sharedCluster();
  const folder = mkdtempSync(join(tmpdir(), 'bank-measure-'));
  try {
    const db = await openPostgres(cluster.url);
    await db.migrate();
    const population = await populate(db, {
      url: cluster.url,
      dataDir: folder,
      format: 'ISO20022',
      openingBalance: 0,
      customers: 0,
    });
    await db.close();
    await withClient(cluster.url, async (sql) => {
      if (payments > 0) {
        await waitingPayments(cluster.url, folder, sql, population, payments);
        await makeDue(sql);
        const cost = await exchange(script, cluster.url, folder);
        report(`a file of ${payments} payments`, cost, bounds.payments);
        console.log(await sql`select status, count, byte_length from bank_files`);
      }
      if (entries > 0) {
        await writeStatement(join(folder, 'bank', uuidOf(population.connection.id), 'inbox'), entries);
        await makeDue(sql);
        const cost = await exchange(script, cluster.url, folder);
        report(`a statement of ${entries} entries`, cost, bounds.entries);
        console.log(
          await sql`select status, count, byte_length, reason from bank_files where direction = 'IN'`,
        );
      }
    });
  } finally {
    await cluster.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

await measure();
