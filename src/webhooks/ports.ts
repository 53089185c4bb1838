/** The ports of webhooks. */
import type { Ports as AgentPorts } from '../agents/ports.ts';
import type { Database } from '../infrastructure/database/client.ts';
import type { Id } from '../kernel/ids.ts';
import type { EventType } from './event-kinds.ts';

/** What happens to a delivery instead of one attempt. */
export type DeliveryFault = {
  /** The value of the header `X-Sandbox-Fault`; absent for a fault that is not visible. */
  readonly label: string | undefined;
} & (
  | { /** The request is not sent, as if the network had lost it. */ readonly effect: 'drop' }
  | { /** The request is sent twice. */ readonly effect: 'repeat' }
  | {
      /** The attempt is made later. */
      readonly effect: 'postpone';
      /** On the platform's clock. */
      readonly delayMs: number;
      /** Whether later deliveries of the same resource wait. */
      readonly holdsOthers: boolean;
    }
);

/** Called before an attempt on a platform that can have faults. */
export type DeliveryFaults = (
  db: Database,
  delivery: {
    readonly platformId: Id<'Platform'>;
    readonly eventType: EventType;
    /** Whether the attempt can be postponed: once for each delivery, which would otherwise not be sent while a fault lasts. */
    readonly isPostponable: boolean;
  },
) => Promise<DeliveryFault | undefined>;

export interface Ports extends AgentPorts {
  readonly deliveryFaults: DeliveryFaults;
}
