/** The ports of members. */
import type { Background } from '../infrastructure/background.ts';
import type { Mailer } from '../infrastructure/mail/mailer.ts';
import type { Ports as WalletPorts } from '../wallets/ports.ts';

export interface Ports extends WalletPorts {
  /** Absent if no mail server is configured. */
  readonly mailer: Mailer | undefined;
  /** Work that no request waits for. */
  readonly background: Background;
  /** The idle lifetime of sessions. */
  readonly sessionIdleMs: number;
}
