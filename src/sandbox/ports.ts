/** What the sandbox needs from outside, and with it all that the service needs. */
import type { Ports as PaymentPorts } from '../payments/ports.ts';

export interface Ports extends PaymentPorts {
  /** The domain of the sandbox's UMA receivers. */
  readonly sandboxUmaDomain: string;
}
