/** What the parts of an explanation read with: the caller, what it may read, and records that several parts need. */

import { withApprovals } from '../../agents/actions/action-approvals.ts';
import { actionsOfPayments } from '../../agents/actions/action-store.ts';
import type { AgentAction } from '../../agents/actions/agent-action.ts';
import type { AuditEntry } from '../../infrastructure/audit-log/audit-entry.ts';
import { auditEntriesOfRecords } from '../../infrastructure/audit-log/audit-log-store.ts';
import { sequenceAuditEntries } from '../../infrastructure/audit-log/sequence.ts';
import type { Actor } from '../../infrastructure/database/attribution.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { groupedBy } from '../../kernel/grouped.ts';
import type { Id } from '../../kernel/ids.ts';
import { stepsUpTo } from '../../payments/transactions/consistent-read.ts';
import { type TimelineStep, timelinesOf } from '../../payments/transactions/timeline.ts';
import type { Transaction } from '../../payments/transactions/transaction.ts';
import { type Principal, requirePermission, type Scope, scopeOf } from '../../platforms/access/principal.ts';
import type { Ports } from '../../sandbox/ports.ts';
import { type ExplanationStep, maxActions } from './explanation.ts';

export interface Reading {
  readonly db: Executor;
  readonly scope: Scope;
  /** Deliveries, files of banks and the audit log belong to no customer. */
  readonly mayReadPlatform: boolean;
  /** An agent sees only the number of votes. */
  readonly mayReadVotes: boolean;
  /** The status changes of each transaction, up to the state in which it was read. */
  readonly timelineOf: (transaction: Transaction) => readonly TimelineStep[];
  /** The latest actions of agents that executed the payment or its quote, with votes; none for a caller that may not read agents. */
  readonly actionsOf: (transaction: Transaction) => readonly AgentAction[];
  /** Changes of a record by operations, oldest first. */
  readonly changesOf: (id: string) => readonly AuditEntry[];
}

/**
 * Explains one part of payments: reads what it needs for all of them in a constant number of statements, and returns the
 * function that makes the steps of each.
 */
export type Part = (
  reading: Reading,
  transactions: readonly Transaction[],
) => Promise<(transaction: Transaction) => readonly ExplanationStep[]>;

export const noSteps = (): readonly ExplanationStep[] => [];

/** A payment and its quote are created, executed and decided by a few operations. */
const maxChanges = 10;

async function changesOf(
  ports: Pick<Ports, 'db' | 'dataKey'>,
  platformId: Id<'Platform'>,
  transactions: readonly Transaction[],
): Promise<ReadonlyMap<string, readonly AuditEntry[]>> {
  await sequenceAuditEntries(ports);
  const ids = transactions.flatMap(({ id, quoteId }) => (quoteId ? [id, quoteId] : [id]));
  return auditEntriesOfRecords(ports.db.orm, platformId, ids, maxChanges);
}

type ActionsByTransaction = ReadonlyMap<Id<'Transaction'> | undefined, readonly AgentAction[]>;
const noActions: ActionsByTransaction = new Map();

async function actionsOf(
  db: Executor,
  scope: Scope,
  transactions: readonly Transaction[],
): Promise<ActionsByTransaction> {
  const byQuote = new Map(
    transactions.flatMap(({ id, quoteId }) => (quoteId ? [[quoteId, id] as const] : [])),
  );
  const found = await actionsOfPayments(db, scope, {
    transactionIds: transactions.map(({ id }) => id),
    quoteIds: [...byQuote.keys()],
  });
  const actions = await withApprovals(db, scope, found);
  return groupedBy(actions, ({ transactionId, subject }) =>
    subject.type === 'EXECUTE_QUOTE' ? byQuote.get(subject.quoteId) : transactionId,
  );
}

export async function openReading(
  ports: Pick<Ports, 'db' | 'dataKey'>,
  principal: Principal,
  transactions: readonly Transaction[],
): Promise<Reading> {
  const { platform } = principal;
  const db = ports.db.orm;
  const scope = scopeOf(principal);
  const mayReadAgents = requirePermission(principal, 'VIEW_AGENTS') === true;
  const mayReadPlatform = requirePermission(principal, 'VIEW_PLATFORM') === true;
  const [timelines, actions, changes] = await Promise.all([
    timelinesOf(
      db,
      platform,
      transactions.map(({ id }) => id),
    ),
    mayReadAgents ? actionsOf(db, scope, transactions) : noActions,
    mayReadPlatform ? changesOf(ports, platform.id, transactions) : new Map<string, AuditEntry[]>(),
  ]);
  return {
    db,
    scope,
    mayReadPlatform,
    mayReadVotes: principal.kind !== 'agent',
    timelineOf: (transaction) => stepsUpTo(transaction, timelines.get(transaction.id) ?? []),
    actionsOf: ({ id }) => (actions.get(id) ?? []).slice(-maxActions),
    changesOf: (id) => changes.get(id) ?? [],
  };
}

/** The actor as the subject of a sentence. */
export function actorText({ kind, name }: Actor): string {
  const named = name === undefined ? '' : ` "${name}"`;
  switch (kind) {
    case 'MEMBER':
      return name ?? 'A member';
    case 'API_TOKEN':
      return `API token${named}`;
    case 'ACCESS_TOKEN':
      return `Access token${named}`;
    case 'AGENT':
      return `Agent${named}`;
    case 'OPERATOR':
      return 'An operator';
    case 'SYSTEM':
      return 'The service';
    case 'ANONYMOUS':
      return 'A caller without a credential';
  }
}

/** `INSUFFICIENT_FUNDS` as `insufficient funds`. */
export const inWords = (value: string): string => value.toLowerCase().replaceAll('_', ' ');
