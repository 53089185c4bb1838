/** What every resolver is given: who calls, the ports, the live log, and the loaders of this one request. */
import DataLoader from 'dataloader';
import type { EventTail } from '../../src/infrastructure/events/tail.ts';
import type { JobHandlers } from '../../src/infrastructure/jobs/jobs.ts';
import type { RequestRecord } from '../../src/infrastructure/observability/request-record.ts';
import { DomainError, Forbidden, Unauthorized } from '../../src/kernel/errors.ts';
import type {
  AgentPrincipal,
  PlatformPrincipal,
  Principal,
  RequiredPermission,
  Scope,
} from '../../src/platforms/access/principal.ts';
import { requirePermission, scopeOf } from '../../src/platforms/access/principal.ts';
import type { Ports } from '../../src/sandbox/ports.ts';

export interface Context {
  readonly ports: Ports;
  readonly tail: EventTail;
  /** Where the log was when the request arrived: what happens after it is told to a subscription that asks for no other place. */
  readonly arrivedAt: number;
  readonly jobs: JobHandlers;
  /** Logs a defect that does not fail the request. */
  readonly report?: (defect: unknown) => void;
  /** Absent where no credential was sent: only what is public may run. */
  readonly principal: Principal | undefined;
  /** Address of the caller, for limits that hold before anybody is known. */
  readonly sourceAddress: string;
  /** Cursor of the last message that an SSE client has seen, which browsers send by themselves on reconnecting. */
  readonly lastEventId?: string | undefined;
  /** Of the request that this serves: who records how it went. */
  readonly record?: RequestRecord;
  readonly loaders: Map<string, DataLoader<never, unknown>>;
  /** Set once nobody waits for the answer any more: nothing further is loaded for it. */
  isOver?: boolean;
}

/** The caller; throws for nobody, which the edge answers with 401. */
export function principalOf(context: Context): Principal {
  if (!context.principal) throw new Unauthorized();
  return context.principal;
}

/** The caller as the platform's own back end; operations of the platform take nobody else. */
export function platformOf(context: Context): PlatformPrincipal {
  const principal = principalOf(context);
  if (principal.kind !== 'platform') throw new Forbidden('This operation is for the platform.');
  return principal;
}

/** The caller as an agent; its operations take nobody else. */
export function agentOf(context: Context): AgentPrincipal {
  const principal = principalOf(context);
  if (principal.kind !== 'agent') throw new Forbidden('This operation is for agents.');
  return principal;
}

/**
 * The records that the caller may see, where it may see this kind at all; throws where not. Loaders ask it once for a
 * whole level, so that a relation is as closed as the root field of its kind.
 */
export function visibleIf(context: Context, demand: RequiredPermission): Scope {
  const principal = principalOf(context);
  const allowed = requirePermission(principal, demand);
  if (allowed instanceof DomainError) throw allowed;
  return scopeOf(principal);
}

/** Whether identifiers are shown whole. */
export const mayManage = (context: Context): boolean =>
  requirePermission(principalOf(context), 'MANAGE') === true;

export const visibleTo = (context: Context): Scope => scopeOf(principalOf(context));

/**
 * Loads records one by one for the caller and together from the database: one statement for each kind and level.
 *
 * @param name names the loader within a request; keys of two loaders never mix.
 * @param load answers what it found, by key. What is missing is `undefined`.
 */
export function batched<K extends string, V>(
  name: string,
  load: (context: Context, keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
): (context: Context, key: K) => Promise<V | undefined> {
  return (context, key) => {
    let loader = context.loaders.get(name) as DataLoader<K, V | undefined> | undefined;
    if (!loader) {
      loader = new DataLoader<K, V | undefined>(async (keys) => {
        if (context.isOver) throw new Error('nobody waits for this any more');
        const found = await load(context, keys);
        return keys.map((one) => found.get(one));
      });
      context.loaders.set(name, loader as unknown as DataLoader<never, unknown>);
    }
    return loader.load(key);
  };
}

/** Records by their own id. */
export const byId = <K extends string, V extends { readonly id: K }>(records: readonly V[]): Map<K, V> =>
  new Map(records.map((record) => [record.id, record]));
