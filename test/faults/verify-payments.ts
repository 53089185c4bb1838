/**
 * Compares the record of the clients with the database: exactly the acknowledged operations exist, each payment has the
 * expected steps, and every account has the resulting balance.
 */
import type postgres from 'postgres';
import { balanceNow } from './calls.ts';
import type { Client } from './client.ts';
import { netOf, stepsOf, unexecuted } from './outcomes.ts';
import type { Movement, Operation, RequestedAction, RunRecord } from './record.ts';

interface ActionRow {
  readonly id: string;
  readonly status: string;
  readonly transaction: string | null;
  readonly because: string | null;
}

/** The expected result of one payment. */
interface Expected {
  readonly movement: Movement;
  readonly steps: readonly string[];
}

export async function verifyPayments(sql: postgres.Sql, record: RunRecord, client: Client): Promise<void> {
  const keys = new Map(
    (await sql`select key, result_id from idempotency_keys`).map(({ key, result_id }) => [key, result_id]),
  );
  /** The id of the created record, also if an attempt without a response created it before a later attempt was rejected. */
  const idOf = ({ id, key, uncertain }: Operation): string | undefined =>
    id ?? (uncertain ? keys.get(key) : undefined);
  const idsOf = (operations: readonly Operation[]) =>
    operations.flatMap((operation) => idOf(operation) ?? []);

  const completed = record.operations.filter((operation) => idOf(operation) !== undefined);
  record.sameSet(
    'idempotency keys',
    keys.keys(),
    completed.map(({ key }) => key),
  );
  for (const { kind, key, id } of completed) {
    if (id !== undefined && keys.get(key) !== id)
      record.finding(`the key of ${kind} ${id} has ${keys.get(key)}`);
  }
  const ids = async (rows: postgres.PendingQuery<postgres.Row[]>) => (await rows).map(({ id }) => String(id));
  record.sameSet(
    'customers',
    await ids(sql`select 'Customer:' || id as id from customers`),
    idsOf(record.customers),
  );
  record.sameSet(
    'external accounts',
    await ids(sql`select 'ExternalAccount:' || id as id from external_accounts`),
    idsOf(record.externalAccounts),
  );

  await verifyFunding(sql, record, idOf);
  const payments = await expectedPayments(sql, record, idOf);
  const stepsByTransaction = new Map(
    (
      await sql<{ id: string; steps: string[] }[]>`
        select resource_id as id, jsonb_agg(
          case when data->>'status' = data->>'previousStatus' then 'REFUND_' || (data->>'refundStatus')
            else data->>'status' end order by serial) as steps
        from events where topic = 'transaction' group by resource_id`
    ).map(({ id, steps }) => [id, steps]),
  );
  const rows = await sql<{ id: string; amount: string }[]>`
    select 'Transaction:' || id as id, coalesce(sent_amount, received_amount)::text as amount
    from transactions where origin <> 'FUNDING'`;
  record.sameSet(
    'transactions',
    rows.map(({ id }) => id),
    payments.keys(),
  );
  for (const { id, amount } of rows) {
    const expected = payments.get(id);
    if (!expected) continue;
    const { movement, steps } = expected;
    record.same(`steps of ${movement.flow} to ${movement.suffix}, ${id}`, stepsByTransaction.get(id), steps);
    record.same(`amount of ${id}`, Number(amount), movement.amount);
  }
  await verifyBalances(sql, record, client, idOf, payments.values());
}

/** The response to a deposit is the account. Each deposit must exist as one transaction with its amount. */
async function verifyFunding(
  sql: postgres.Sql,
  record: RunRecord,
  idOf: (operation: Operation) => string | undefined,
): Promise<void> {
  const sorted = (amounts: number[]) => amounts.sort((a, b) => a - b);
  const wanted = new Map<string, number[]>();
  for (const { flow, accountId, amount, made } of record.transfers) {
    if (flow !== 'FUNDING' || idOf(made) === undefined) continue;
    wanted.set(accountId, [...(wanted.get(accountId) ?? []), amount]);
  }
  const rows = await sql<{ id: string; amounts: string[] }[]>`
    select 'InternalAccount:' || destination_internal_id as id, jsonb_agg(received_amount::text) as amounts
    from transactions where origin = 'FUNDING' and status = 'COMPLETED' group by 1`;
  const found = new Map(rows.map(({ id, amounts }) => [id, amounts.map(Number)]));
  record.sameSet('funded accounts', found.keys(), wanted.keys());
  for (const [id, amounts] of wanted) {
    record.same(`deposits of ${id}`, sorted(found.get(id) ?? []), sorted(amounts));
  }
}

/** The expected payments by transaction id, each with its expected steps. */
async function expectedPayments(
  sql: postgres.Sql,
  record: RunRecord,
  idOf: (operation: Operation) => string | undefined,
): Promise<Map<string, Expected>> {
  const expected = new Map<string, Expected>();
  const expect = (id: string, movement: Movement, steps = stepsOf(movement.flow, movement.suffix)) => {
    if (expected.has(id)) record.finding(`${id} was acknowledged for two operations`);
    expected.set(id, { movement, steps });
  };
  for (const transfer of record.transfers) {
    const id = idOf(transfer.made);
    if (id !== undefined && transfer.flow !== 'FUNDING') expect(id, transfer);
  }

  const actions = new Map(
    (
      await sql<ActionRow[]>`
        select 'AgentAction:' || id as id, status, 'Transaction:' || transaction_id as transaction,
          failure_reason as because from agent_actions`
    ).map((row) => [row.id, row]),
  );
  record.sameSet(
    'agent actions',
    actions.keys(),
    record.actions.flatMap(({ operation }) => idOf(operation) ?? []),
  );
  const executedByAgents = new Set<string>();
  for (const action of record.actions) {
    const row = actions.get(idOf(action.operation) ?? '');
    if (!row) continue;
    verifyAction(record, action, row);
    if (row.transaction === null) continue;
    if (action.quote) executedByAgents.add(row.transaction);
    else expect(row.transaction, action);
  }

  const transactionOf = new Map(
    (
      await sql<{ id: string; transaction: string }[]>`
        select 'Quote:' || id as id, 'Transaction:' || transaction_id as transaction from quotes`
    ).map(({ id, transaction }) => [id, transaction]),
  );
  record.sameSet(
    'quotes',
    transactionOf.keys(),
    record.quotes.flatMap(({ made }) => idOf(made) ?? []),
  );
  for (const quote of record.quotes) {
    const id = transactionOf.get(idOf(quote.made) ?? '');
    if (id === undefined) continue;
    const execution = quote.execution && idOf(quote.execution);
    if (execution !== undefined && execution !== id)
      record.finding(`${quote.made.id} was executed as ${execution}`);
    const isExecuted = execution !== undefined || executedByAgents.has(id);
    expect(id, quote, isExecuted ? undefined : unexecuted);
  }
  return expected;
}

/** An action has the status of its decision, and fails with its payment. */
function verifyAction(
  record: RunRecord,
  { decision, flow, suffix, quote }: RequestedAction,
  row: ActionRow,
): void {
  const { id, status, transaction, because } = row;
  if (status === 'PENDING_APPROVAL') record.finding(`${id} still waits`);
  const isSwept = quote !== undefined && transaction === null && /expired/i.test(because ?? '');
  if (transaction !== null) {
    const end = stepsOf(flow, suffix).findLast((step) => !step.startsWith('REFUND_'));
    record.same(`status of ${id}, whose payment is ${end}`, status, end === 'FAILED' ? 'FAILED' : 'APPROVED');
    if (decision?.wanted === 'reject') record.finding(`${id} was rejected, and paid`);
  } else if (decision?.wanted === 'reject' && !isSwept) {
    record.same(`status of ${id}, which was rejected`, status, 'REJECTED');
  } else if (!isSwept) {
    record.finding(`${id} is ${status} without a payment: ${because}`);
  }
}

/** Compares the balances of the record, of the ledger and of the API. */
async function verifyBalances(
  sql: postgres.Sql,
  record: RunRecord,
  client: Client,
  idOf: (operation: Operation) => string | undefined,
  payments: Iterable<Expected>,
): Promise<void> {
  const balances = new Map<string, number>();
  const add = ({ accountId, amount, flow }: Movement, steps: readonly string[]) =>
    balances.set(accountId, (balances.get(accountId) ?? 0) + amount * netOf(flow, steps));
  for (const { movement, steps } of payments) add(movement, steps);
  for (const funding of record.transfers) {
    if (funding.flow === 'FUNDING' && idOf(funding.made) !== undefined) add(funding, stepsOf('FUNDING', ''));
  }
  const rows = await sql<{ id: string; balance: string; held: string }[]>`
    select 'InternalAccount:' || account_id as id, balance::text, held::text from audit_balances
    where owner <> 'SERVICE'`;
  for (const { id, balance, held } of rows) {
    record.same(`balance of ${id}`, Number(balance), balances.get(id) ?? 0);
    record.same(`held on ${id}`, Number(held), 0);
    if (!balances.has(id)) continue;
    const { body } = (await client.settle(balanceNow(id))).response;
    record.same(`returned balance of ${id}`, body?.balance.amount, balances.get(id));
    record.same(`returned available balance of ${id}`, body?.availableBalance.amount, balances.get(id));
    record.count('balances compared');
  }
  const [reserved] = await sql<{ n: string }[]>`
    select count(*) as n from agents where reserved_amount <> 0 or reserved_transaction_count <> 0`;
  record.same('agents that have something set aside', Number(reserved?.n), 0);
}
