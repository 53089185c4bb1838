/** The ports of agents. */
import type { Executor } from '../infrastructure/database/client.ts';
import type { Id } from '../kernel/ids.ts';
import type { Ports as PaymentPorts } from '../payments/ports.ts';

/** The people who may approve. */
interface ApproverDirectory {
  /** Their email addresses, at most `limit`. */
  emailsOf(db: Executor, platformId: Id<'Platform'>, limit: number): Promise<readonly string[]>;
}

export interface Ports extends PaymentPorts {
  readonly approverDirectory: ApproverDirectory;
}
