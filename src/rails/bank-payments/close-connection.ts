/**
 * Closes a bank connection whose payments are all settled.
 *
 * Source: docs/behaviour/bank-connections.md#connections.
 */
import { transact } from '../../infrastructure/database/transact.ts';
import type { Id } from '../../kernel/ids.ts';
import type { Ports } from '../../payments/ports.ts';
import type { PlatformCaller } from '../../platforms/access/principal.ts';
import { requireStepUp } from '../../platforms/access/step-up.ts';
import type { StepUpRequired } from '../../platforms/errors.ts';
import type { BankConnection } from '../bank-connections/bank-connection.ts';
import { lockConnection, saveConnection } from '../bank-connections/store.ts';
import { BankConnectionInUse, BankConnectionNotFound } from '../errors.ts';
import { hasUnsettledPayments } from './payment-list-store.ts';

export async function closeBankConnection(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  principal: PlatformCaller,
  { id }: { readonly id: Id<'BankConnection'> },
): Promise<BankConnection | BankConnectionNotFound | BankConnectionInUse | StepUpRequired> {
  const notPresent = requireStepUp(principal, clock.real());
  if (notPresent) return notPresent;
  const { platform } = principal;
  return transact<BankConnection | BankConnectionNotFound | BankConnectionInUse>(db, async (tx) => {
    const before = await lockConnection(tx, platform.id, id);
    if (!before) return new BankConnectionNotFound(id);
    if (before.status === 'CLOSED') return before;
    if (await hasUnsettledPayments(tx, id)) return new BankConnectionInUse();
    const after: BankConnection = { ...before, status: 'CLOSED', updatedAt: clock.now(platform) };
    await saveConnection(tx, after);
    return after;
  });
}
