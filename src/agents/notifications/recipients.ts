/** The addresses that are notified: those of the settings, and those of the people who may approve. */
import type { Executor } from '../../infrastructure/database/client.ts';
import { isOneAddress } from '../../infrastructure/mail/mailer.ts';
import type { Id } from '../../kernel/ids.ts';
import type { ApprovalNotifications } from '../approval-rules/approval-rules.ts';
import type { Ports } from '../ports.ts';

const maxApprovers = 100;

/** Each address once, whatever its case. Without a mail server there are none. */
export async function emailRecipients(
  db: Executor,
  { approverDirectory, mailer }: Pick<Ports, 'approverDirectory' | 'mailer'>,
  platformId: Id<'Platform'>,
  { emails, notifyApprovers }: ApprovalNotifications,
): Promise<string[]> {
  if (!mailer) return [];
  const approvers = notifyApprovers ? await approverDirectory.emailsOf(db, platformId, maxApprovers) : [];
  const byAddress = new Map(
    [...approvers, ...emails].filter(isOneAddress).map((address) => [address.toLowerCase(), address]),
  );
  return [...byAddress.values()];
}
