/** The context of a GraphQL request: principal, ports, event tail and loaders. */
import DataLoader from 'dataloader';
import type { EventTail } from '../../src/infrastructure/events/tail.ts';
import type { JobHandlers } from '../../src/infrastructure/jobs/jobs.ts';
import type { RequestRecord } from '../../src/infrastructure/observability/request-record.ts';
import { DomainError, Forbidden, Unauthorized } from '../../src/kernel/errors.ts';
import type {
  AgentPrincipal,
  PlatformCaller,
  Principal,
  RequiredPermission,
  Scope,
} from '../../src/platforms/access/principal.ts';
import { requirePermission, scopeOf } from '../../src/platforms/access/principal.ts';
import type { Ports } from '../../src/sandbox/ports.ts';

/** The connection of a client. */
interface ClientConnection {
  /** Sets a header of the response; does nothing on a socket. */
  setHeader(name: string, value: string): void;
  /** Breaks the connection, without a response or a closing message. */
  destroy(): void;
}

export interface Context {
  readonly ports: Ports;
  readonly tail: EventTail;
  /** The position of the event log when the operation started. A subscription without `after` starts here. */
  readonly startPosition: number;
  readonly jobs: JobHandlers;
  /** Logs a defect that does not fail the request. */
  readonly report?: (defect: unknown) => void;
  /** Absent if the request has no credentials. Only public operations can run. */
  readonly principal: Principal | undefined;
  /** Address of the caller, for rate limits of unauthenticated calls. */
  readonly sourceAddress: string;
  /** Header Last-Event-ID of an SSE client. Browsers send it when they reconnect. */
  readonly lastEventId?: string | undefined;
  /** Absent if the document is not executed for a request. */
  readonly connection?: ClientConnection;
  /** Collects the data of the request log line. */
  readonly record?: RequestRecord;
  readonly loaders: Map<string, DataLoader<never, unknown>>;
  /** Set when the request was cancelled or timed out. Loaders then stop loading. */
  isOver?: boolean;
}

/** The caller. Throws Unauthorized if the request has no credentials. */
export function principalOf(context: Context): Principal {
  if (!context.principal) throw new Unauthorized();
  return context.principal;
}

/** The caller, if it is a back end or a member of the platform. Throws Forbidden for other callers. */
export function platformOf(context: Context): PlatformCaller {
  const principal = principalOf(context);
  if (principal.kind === 'platform' || principal.kind === 'member') return principal;
  throw new Forbidden('This operation is for the platform.');
}

/** The caller, if it is an agent. Throws Forbidden for other callers. */
export function agentOf(context: Context): AgentPrincipal {
  const principal = principalOf(context);
  if (principal.kind !== 'agent') throw new Forbidden('This operation is for agents.');
  return principal;
}

/**
 * The scope of the caller, if the caller has the required permission; throws otherwise. Loaders call it once for each
 * level, so that a relation requires the same permission as the root field of its type.
 */
export function visibleIf(context: Context, required: RequiredPermission): Scope {
  const principal = principalOf(context);
  const allowed = requirePermission(principal, required);
  if (allowed instanceof DomainError) throw allowed;
  return scopeOf(principal);
}

/** Whether the caller has the permission. */
export const may = (context: Context, required: RequiredPermission): boolean =>
  requirePermission(principalOf(context), required) === true;

/**
 * The resolver of a field that an access token needs another permission for than for its record. Throws for a token without
 * it. Other callers read all fields of a record: a mutation returns it in full, whatever the API token may query.
 */
export function restrictedTo<Parent, Value>(
  required: RequiredPermission,
  resolve: (parent: Parent) => Value,
): (parent: Parent, args: unknown, context: Context) => Value {
  const restricted = (parent: Parent, _args: unknown, context: Context): Value => {
    if (context.principal?.kind === 'access-token') visibleIf(context, required);
    return resolve(parent);
  };
  restrictions.set(restricted, required);
  return restricted;
}

/** The permission of each resolver that `restrictedTo` made. */
const restrictions = new WeakMap<object, RequiredPermission>();

/** The permission that an access token needs for the field, beside that for its record. */
export function requiredOfResolver(field: {
  readonly extensions: Readonly<Record<string, unknown>>;
}): RequiredPermission | undefined {
  const { resolve } = (field.extensions['pothosOptions'] ?? {}) as { readonly resolve?: object };
  return resolve && restrictions.get(resolve);
}

/** Whether identifiers are returned without masking. */
export const mayManage = (context: Context): boolean => may(context, 'MANAGE');

export const visibleTo = (context: Context): Scope => scopeOf(principalOf(context));

/**
 * A loader of single records that batches its reads: one SQL statement for each type and level.
 *
 * @param name identifies the loader within a request.
 * @param load reads the records of all keys. Keys without a record are absent from the map.
 */
export function batched<K extends string, V>(
  name: string,
  load: (context: Context, keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
): (context: Context, key: K) => Promise<V | undefined> {
  return (context, key) => {
    let loader = context.loaders.get(name) as DataLoader<K, V | undefined> | undefined;
    if (!loader) {
      loader = new DataLoader<K, V | undefined>(async (keys) => {
        if (context.isOver) throw new Error('the request is over');
        const found = await load(context, keys);
        return keys.map((one) => found.get(one));
      });
      context.loaders.set(name, loader as unknown as DataLoader<never, unknown>);
    }
    return loader.load(key);
  };
}

/** Records by id. */
export const byId = <K extends string, V extends { readonly id: K }>(records: readonly V[]): Map<K, V> =>
  new Map(records.map((record) => [record.id, record]));
