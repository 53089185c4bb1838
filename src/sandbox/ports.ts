/** The ports of the sandbox. They include the ports of all lower contexts. */
import type { Ports as PaymentPorts } from '../payments/ports.ts';

export interface Ports extends PaymentPorts {
  /** The domain of the sandbox's UMA receivers. */
  readonly sandboxUmaDomain: string;
}
