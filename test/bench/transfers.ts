/**
 * Transfers a second through the API, against the same SQL statements in a bare postgres.js loop: one transfer is
 * watched, and its statements are sent again and again with ids of their own.
 */

import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { agentTokens } from '../../src/agents/store.ts';
import { systemClock } from '../../src/app.ts';
import { transactionHooks } from '../../src/hooks.ts';
import { rawRows } from '../../src/infrastructure/database/client.ts';
import { openPostgres } from '../../src/infrastructure/database/postgres.ts';
import { DomainError } from '../../src/kernel/errors.ts';
import { newUuid } from '../../src/kernel/ids.ts';
import { TransferOutInput } from '../../src/payments/transfers/transfer.ts';
import { transferOut } from '../../src/payments/transfers/transfer-out.ts';
import { authenticate } from '../../src/platforms/access/authenticate.ts';
import { sandboxRail } from '../../src/sandbox/rail.ts';
import { basic } from '../support/service.ts';
import { measure, type Target } from './load.ts';
import { benchToken, type Running } from './processes.ts';

export interface Payer {
  readonly internal: string;
  readonly external: string;
}

/** Funded accounts, each with a bank account of the same owner. */
export async function preparePayers(url: string): Promise<Payer[]> {
  const db = await openPostgres(url);
  await db.orm.execute(sql`
    update ledger_accounts set posted = 1000000000 where owner = 'CUSTOMER' and currency = 'USD'`);
  await db.orm.execute(sql`
    insert into external_accounts (id, platform_id, customer_id, status, currency, account_type, account_info, fingerprint,
      created_at, updated_at)
    select gen_random_uuid(), c.platform_id, c.id, 'ACTIVE', 'USD', 'USD_ACCOUNT',
      '{"accountType":"USD_ACCOUNT","accountNumber":"123456789","routingNumber":"021000021","paymentRails":["ACH"],"beneficiary":{"beneficiaryType":"INDIVIDUAL","fullName":"Bench"}}'::jsonb,
      'bench-' || c.id, now(), now()
    from customers c`);
  const payers = await rawRows<Payer>(
    db.orm,
    sql`select 'InternalAccount:' || i.id as internal, 'ExternalAccount:' || e.id as external
        from internal_accounts i join external_accounts e on e.customer_id = i.customer_id
        where i.type = 'INTERNAL_FIAT' and i.currency = 'USD'`,
  );
  await db.close();
  return payers;
}

const mutation = `mutation Out($input: TransferInput!) {
  transferOut(input: $input) { __typename ... on Transaction { id status } }
}`;

export function transferTarget(server: Running, payers: readonly Payer[]): Target {
  let next = 0;
  return {
    url: `${server.url}/graphql`,
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: basic(benchToken) },
    body: () => {
      const payer = payers[next % payers.length];
      next += 1;
      const input = { source: payer?.internal, destination: payer?.external, amount: 100 };
      return JSON.stringify({ query: mutation, variables: { input } });
    },
  };
}

/** The same over REST. */
export function restTransferTarget(server: Running, payers: readonly Payer[]): Target {
  let next = 0;
  return {
    url: `${server.url}/2025-10-13/transfer-out`,
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: basic(benchToken) },
    body: () => {
      const payer = payers[next % payers.length];
      next += 1;
      return JSON.stringify({
        source: { accountId: payer?.internal },
        destination: { accountId: payer?.external },
        amount: 100,
      });
    },
  };
}

interface Statement {
  readonly text: string;
  readonly params: readonly unknown[];
}

/** The statements of one request: authentication, then the transfer. */
async function watchOne(url: string, payer: Payer): Promise<Statement[]> {
  const statements: Statement[] = [];
  const db = await openPostgres(url, { watch: (text, params) => statements.push({ text, params }) });
  const principal = await authenticate({ db, agentTokens }, basic(benchToken));
  if (principal instanceof DomainError || principal.kind !== 'platform')
    throw new Error('the token is known');
  const input = TransferOutInput.parse({ source: payer.internal, destination: payer.external, amount: 100 });
  const { result: made } = await transferOut(
    { db, clock: systemClock, rail: sandboxRail, transactionHooks },
    principal,
    input,
  );
  if (made instanceof DomainError) throw made;
  await db.close();
  return statements;
}

const uuidPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Requests a second of the same statements, in transactions as the service has them, without anything around. */
export async function measureBareTransfers(
  url: string,
  payers: readonly Payer[],
  connections: number,
  seconds: number,
): Promise<number> {
  const [first] = payers;
  if (!first) throw new Error('there are payers');
  const watched = await watchOne(url, first);
  const [authentication, ...rest] = watched;
  if (!authentication) throw new Error('a transfer has statements');
  const known = new Set<string>();
  const client = postgres(url, { max: connections, onnotice: () => undefined });
  for (const row of await client`select id from platforms union select id from ledger_accounts`)
    known.add(row['id']);

  const spelled = watched.map(({ params }) =>
    JSON.stringify(params, (_, v) => (typeof v === 'bigint' ? `${v}n` : v)),
  );
  const made = [...new Set(spelled.flatMap((text) => text.match(uuidPattern) ?? []))].filter(
    (uuid) => !known.has(uuid) && !first.external.includes(uuid) && !first.internal.includes(uuid),
  );
  const ownerOf = new Map<string, string>();
  for (const row of await client`select id, customer_id from internal_accounts where customer_id is not null`) {
    ownerOf.set(`InternalAccount:${row['id']}`, row['customer_id']);
  }
  const firstOwner = ownerOf.get(first.internal) ?? '';

  let next = 0;
  const until = performance.now() + seconds * 1000;
  const begun = performance.now();
  let done = 0;
  const uuidIn = (id: string) => id.slice(id.indexOf(':') + 1);
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) {
        const payer = payers[next % payers.length] as Payer;
        next += 1;
        const other = new Map(made.map((uuid) => [uuid, newUuid()]));
        other.set(uuidIn(first.internal), uuidIn(payer.internal));
        other.set(uuidIn(first.external), uuidIn(payer.external));
        other.set(firstOwner, ownerOf.get(payer.internal) ?? '');
        const again = (value: unknown): unknown =>
          typeof value === 'string'
            ? value.replace(uuidPattern, (uuid) => other.get(uuid) ?? uuid)
            : Array.isArray(value)
              ? value.map(again)
              : value;
        const run = (on: postgres.Sql, { text, params }: Statement) =>
          on.unsafe(text, params.map(again) as never[], { prepare: true });
        await run(client, authentication);
        await client.begin(async (tx) => {
          for (const statement of rest) await run(tx as unknown as postgres.Sql, statement);
        });
        done += 1;
      }
    }),
  );
  const perSecond = done / ((performance.now() - begun) / 1000);
  await client.end();
  return perSecond;
}

/** The ratio of both, measured in turn. */
export async function measureTransfers(url: string, target: Target, payers: readonly Payer[]) {
  const connections = 10;
  await measure(target, connections, 2);
  const rows: { ratio: number; ours: number; bare: number }[] = [];
  for (let round = 0; round < 5; round += 1) {
    const { perSecond, failures } = await measure(target, connections, 3);
    if (failures > 0) throw new Error(`${failures} transfers failed`);
    const bare = await measureBareTransfers(url, payers, connections, 3);
    rows.push({ ratio: perSecond / bare, ours: perSecond, bare });
  }
  rows.sort((a, b) => a.ratio - b.ratio);
  return rows[2] as (typeof rows)[number];
}
