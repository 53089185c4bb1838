/** The parts of the running service that transports use. */
import type { EventTail } from '../infrastructure/events/tail.ts';
import type { JobHandlers } from '../infrastructure/jobs/jobs.ts';
import type { Observability } from '../infrastructure/observability/observability.ts';
import type { Ports, RequestFaults, UpdateFaults } from '../sandbox/ports.ts';
import type { Limits } from './limits.ts';

/** The settings that transports read. */
interface TransportConfig {
  readonly limits: Limits;
  /** Serves GraphiQL, and the schema to callers without a credential. */
  readonly graphiql: boolean;
  /** How many proxies in front of the service are trusted to name the source address. */
  readonly trustedProxies: number;
}

export interface Service {
  readonly config: TransportConfig;
  readonly ports: Ports;
  readonly tail: EventTail;
  readonly jobs: JobHandlers;
  readonly observability: Observability;
  readonly requestFaults: RequestFaults;
  readonly updateFaults: UpdateFaults;
}
