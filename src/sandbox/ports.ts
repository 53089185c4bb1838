/** The ports of the sandbox. They include the ports of all lower contexts. */
import type { Database } from '../infrastructure/database/client.ts';
import type { DatabaseUnavailable } from '../infrastructure/database/unavailable.ts';
import type { RateLimited } from '../kernel/errors.ts';
import type { Principal } from '../platforms/access/principal.ts';
import type { Ports as RailPorts } from '../rails/ports.ts';

/** What happens to a request. */
export interface RequestFault {
  /** The value of the header `X-Sandbox-Fault`; absent for a fault that is not visible. */
  readonly label: string | undefined;
  /** How long the request waits before it is executed; 0 for no delay. */
  readonly delayMs: number;
  /** The error that rejects the request instead of its execution. */
  readonly error: RateLimited | DatabaseUnavailable | undefined;
  /** Whether the connection breaks after the execution, before the response. */
  readonly losesResponse: boolean;
}

/**
 * Called for each request, before it is executed. Counts the fault that it returns.
 *
 * @param operations the root fields of the document, or the operation id of the endpoint.
 */
export type RequestFaults = (
  db: Database,
  principal: Principal | undefined,
  operations: readonly string[],
) => Promise<RequestFault | undefined>;

/** What happens to an update of a subscription. */
export interface UpdateFault {
  /**
   * `delay`: it and the updates after it arrive later. `disconnect`: the connection breaks before it arrives. `repeat`: it
   * arrives twice. `repeat-after-next`: it arrives again after the next update.
   */
  readonly effect: 'delay' | 'disconnect' | 'repeat' | 'repeat-after-next';
  readonly label: string | undefined;
  readonly delayMs: number;
}

/** The faults of one stream. */
export interface StreamFaults {
  /**
   * Called for each update. Counts the fault that it returns. Returns undefined at once while the platform has no fault,
   * because an update may have thousands of streams.
   */
  take(eventType: string | undefined): Promise<UpdateFault | undefined> | undefined;
  close(): void;
}

/**
 * Called when a stream starts; undefined where no faults exist.
 *
 * @param db a view in the partition of the caller: an update of a platform with many streams counts a fault for each.
 */
export type UpdateFaults = (
  db: Database,
  principal: Principal,
  operations: readonly string[],
) => StreamFaults | undefined;

/** The operations of both APIs: root fields of GraphQL, and operation ids of REST. */
export interface OperationNames {
  readonly requests: ReadonlySet<string>;
  /** Root fields of subscriptions. */
  readonly subscriptions: ReadonlySet<string>;
}

export interface Ports extends RailPorts {
  /** The domain of the sandbox's UMA receivers. */
  readonly sandboxUmaDomain: string;
  /** The names by which a fault can select an operation. */
  readonly operationNames: () => Promise<OperationNames>;
}
