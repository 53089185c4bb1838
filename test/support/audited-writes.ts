/**
 * The successful writes of tests. When a service stops, each operation that succeeded must have left an entry in the audit
 * log, by the kind of actor whose credential was sent. So every test of an operation is also a test of its entry.
 */
import { sql } from 'drizzle-orm';
import { parse } from 'graphql';
import { type Database, rawRows } from '../../src/infrastructure/database/client.ts';

/** Operations that leave no entry, each with the reason. The names are those of GraphQL, or of REST without one. */
export const leavesNoEntry: Readonly<Record<string, string>> = {
  backtestAgentPolicy: 'tries a policy; no record changes',
  createPasskeyOptions: 'makes a challenge; the passkey is an entry when it is added',
  estimateWithdrawalFee: 'computes a price; no record changes',
  sandboxOidcToken: 'signs a token of a test issuer; no record changes',
};

/** Their caller proves itself by a code. REST ignores a credential that is sent too. */
const anonymousOperations = ['redeemDeviceCode', 'claimInvitation'];

/**
 * They succeed also when there is nothing to change. `test/infrastructure/audit-log/audit-log.test.ts` and
 * `test/schema/rails/bank-records.test.ts` have their entries.
 */
const mayChangeNothing = ['deleteSandboxFaults', 'exchangeBankFiles', 'updatePlatformConfig'];

interface Write {
  readonly operation: string;
  readonly requestId: string;
  readonly actorKind: string;
}

const writes = new WeakMap<Database, Write[]>();

const actorKindOf = (authorization: string | null): string => {
  if (authorization === null) return 'ANONYMOUS';
  if (/^basic /i.test(authorization)) return 'API_TOKEN';
  return /^bearer gat_/i.test(authorization) ? 'AGENT' : 'ACCESS_TOKEN';
};

function record(db: Database, authorization: string | null, headers: Headers, operation: string): void {
  const requestId = headers.get('x-request-id');
  if (requestId === null || operation in leavesNoEntry) return;
  const list = writes.get(db.origin) ?? [];
  list.push({ operation, requestId, actorKind: actorKindOf(authorization) });
  writes.set(db.origin, list);
}

/** Records the mutations of a document whose result is known to be a success. A replay of an idempotency key changes nothing. */
export function recordGraphqlWrites(
  db: Database,
  authorization: string | null,
  headers: Headers,
  query: unknown,
  body: unknown,
): void {
  const data = (body as { data?: Record<string, { __typename?: string; id?: string } | null> } | undefined)
    ?.data;
  if (!data || typeof query !== 'string' || !query.includes('mutation') || query.includes('idempotencyKey'))
    return;
  const [definition] = parse(query, { noLocation: true }).definitions;
  if (definition?.kind !== 'OperationDefinition' || definition.operation !== 'mutation') return;
  for (const field of definition.selectionSet.selections) {
    if (field.kind !== 'Field') continue;
    const result = data[field.alias?.value ?? field.name.value];
    // A preview is the result of a dry run, which writes nothing.
    const isSuccess = result?.__typename
      ? !/(Error|Preview)$/.test(result.__typename)
      : result?.id !== undefined;
    if (result && isSuccess) record(db, authorization, headers, field.name.value);
  }
}

/** Records a request that is no GET and no dry run, and has succeeded, with its effect or with a challenge to sign. */
export function recordRestWrite(
  db: Database,
  authorization: string | null,
  method: string,
  operation: string,
  sent: unknown,
  { status, headers }: { readonly status: number; readonly headers: Headers },
): void {
  if (method === 'GET' || status >= 300 || headers.has('idempotent-replayed')) return;
  if ((sent as { readonly dryRun?: boolean } | undefined)?.dryRun) return;
  record(db, authorization, headers, operation);
}

/** What the audit log lacks of the recorded writes. */
export async function unrecordedWrites(db: Database): Promise<string[]> {
  const made = writes.get(db.origin) ?? [];
  if (made.length === 0) return [];
  writes.delete(db.origin);
  const { routes } = await import('../../src/transports/rest/routes/index.ts');
  const nameOf = new Map(routes.map(({ name, graphql }) => [name, graphql ?? name]));
  const rows = await rawRows<{ request_id: string; operation: string; kind: string }>(
    db.orm,
    sql`select request_id, operation, actor_kind as kind from audit_entries where request_id is not null
        union select attribution ->> 'requestId', attribution ->> 'operation', attribution ->> 'kind' from audit_changes
        where attribution ->> 'requestId' is not null`,
  );
  const entries = new Set(rows.map((row) => `${row.request_id} ${row.operation} ${row.kind}`));
  const kindOf = new Map(rows.map((row) => [row.request_id, row.kind]));
  const succeeded = new Map<string, boolean>();
  const problems: string[] = [];
  for (const { operation, requestId, actorKind: sent } of made) {
    const name = nameOf.get(operation) ?? operation;
    const mayBeAnonymous = anonymousOperations.includes(name) && kindOf.get(requestId) === 'ANONYMOUS';
    const actorKind = mayBeAnonymous ? 'ANONYMOUS' : sent;
    if (name in leavesNoEntry || (mayChangeNothing.includes(name) && !kindOf.has(requestId))) continue;
    // A write of values that the record has already leaves no entry, so one entry of all requests of an operation is enough.
    const isRecorded = entries.has(`${requestId} ${name} ${actorKind}`);
    succeeded.set(name, (succeeded.get(name) ?? false) || isRecorded);
    const kind = kindOf.get(requestId);
    if (kind !== undefined && kind !== actorKind)
      problems.push(`${name} has the actor ${kind}, not ${actorKind}`);
  }
  return [
    ...problems,
    ...[...succeeded].flatMap(([name, isRecorded]) => (isRecorded ? [] : [`${name} has no entry`])),
  ];
}
