/**
 * PostGraphile as a peer: a GraphQL server that makes one SQL statement of a nested document. It is installed from npm, with
 * the Node.js version that it is fastest on, into a folder of the benchmark's own.
 */
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { projectRoot } from '../../src/kernel/project.ts';
import type { Target } from './load.ts';
import { type Running, startProcess } from './processes.ts';

const run = promisify(execFile);

const packages = ['postgraphile@5.1.5', 'node@24', 'graphql@16'];
const folder = join(projectRoot, 'node_modules/.cache/bench/postgraphile-5.1.5');
const node = join(folder, 'node_modules/node/bin/node');

/** The page of `page.ts`, in the names that PostGraphile gives to the tables. */
const pageQuery = `query Page {
  allCustomers(first: 50, orderBy: ROW_ID_DESC) { nodes {
    id rowId platformCustomerId customerType umaAddress email fullName kycStatus createdAt
    internalAccountsByCustomerId(orderBy: ROW_ID_ASC) { nodes {
      id rowId type status currency ledgerAccountByRowId { posted held } } }
    transactionsByCustomerId(first: 5, orderBy: ROW_ID_DESC) { nodes {
      id rowId status type sentAmount sourceCurrency receivedAmount destinationCurrency createdAt } }
  } }
}`;

async function install(): Promise<void> {
  if (!existsSync(node)) {
    mkdirSync(folder, { recursive: true });
    await run('npm', ['install', '--silent', '--no-audit', '--no-fund', '--prefix', folder, ...packages]);
  }
  copyFileSync(join(projectRoot, 'test/bench/postgraphile.mjs'), join(folder, 'server.mjs'));
}

/** Starts the peer on the service's database; `undefined`, with a line that says why, where it cannot be installed. */
export async function startPostGraphile(databaseUrl: string): Promise<Running | undefined> {
  try {
    await install();
  } catch (error) {
    console.error(
      `PostGraphile cannot be installed, so nothing is compared with it: ${(error as Error).message}`,
    );
    return undefined;
  }
  const sql = postgres(databaseUrl, { max: 1 });
  // The two tables share their ids without a foreign key, so the relation has to be named.
  await sql`comment on table internal_accounts is '@foreignKey (id) references ledger_accounts (id)'`;
  await sql.end();
  return startProcess(
    [join(folder, 'server.mjs'), databaseUrl],
    { NODE_ENV: 'production', GRAPHILE_ENV: 'production' },
    node,
  );
}

export const postGraphileTarget = (server: Running): Target => ({
  url: `${server.url}/graphql`,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: () => JSON.stringify({ query: pageQuery }),
});
