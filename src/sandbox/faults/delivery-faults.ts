/** Faults of webhook deliveries. A delivery is leased together with whether its platform can have a fault. */
import type { Clock } from '../../infrastructure/ports.ts';
import type { DeliveryFaults } from '../../webhooks/ports.ts';
import { labelOf } from './fault.ts';
import { takeFault } from './take-fault.ts';

/** The kinds that postpone a delivery. */
const postponing = ['DELAY', 'REORDER'] as const;

export const createDeliveryFaults =
  ({ clock }: { readonly clock: Pick<Clock, 'real'> }): DeliveryFaults =>
  async (db, { platformId, eventType, isPostponable }) => {
    // A test shows whether the endpoint can be reached.
    if (eventType === 'TEST') return undefined;
    const except = isPostponable ? [] : postponing;
    const subject = { platformId, target: 'WEBHOOKS', eventType, except } as const;
    const fault = await takeFault(db, subject, clock.real());
    if (!fault) return undefined;
    const label = labelOf(fault);
    switch (fault.kind) {
      case 'DELAY':
      case 'REORDER':
        return { effect: 'postpone', label, delayMs: fault.delayMs, holdsOthers: fault.kind === 'DELAY' };
      case 'DUPLICATE':
        return { effect: 'repeat', label };
      default:
        return { effect: 'drop', label };
    }
  };
