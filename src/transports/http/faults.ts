/** What a fault on request does to a response over HTTP. */
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { RequestFault } from '../../sandbox/ports.ts';

/** Names the fault that changed a response. */
export const faultHeader = 'X-Sandbox-Fault';

const lost = new WeakSet<ServerResponse>();

/** Whether the connection breaks instead of the response. */
export const isLost = (res: ServerResponse): boolean => lost.has(res);

/** Waits as long as the fault says, and names it in the response. */
export async function applyFault(res: ServerResponse, fault: RequestFault): Promise<void> {
  if (fault.label !== undefined) res.setHeader(faultHeader, fault.label);
  if (fault.losesResponse) lost.add(res);
  if (fault.delayMs > 0) await delay(fault.delayMs, undefined, { ref: false });
}
