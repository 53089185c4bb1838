/**
 * Closes a break: a person says what the entry was.
 *
 * Decision: a break that was a fee or interest of the bank is moved to the account of bank fees. The money of other breaks stays on
 * the account of breaks, because this service does not know who owes it.
 *
 * Source: docs/behaviour/bank-connections.md#breaks.
 */
import { z } from 'zod';
import { transact } from '../../infrastructure/database/transact.ts';
import { invariant } from '../../kernel/errors.ts';
import { idSchema } from '../../kernel/ids.ts';
import { falseByDefault, text } from '../../kernel/parse.ts';
import type { Ports } from '../../payments/ports.ts';
import { decidedByOf, type PlatformCaller } from '../../platforms/access/principal.ts';
import { requireStepUp } from '../../platforms/access/step-up.ts';
import type { StepUpRequired } from '../../platforms/errors.ts';
import { findConnection } from '../bank-connections/store.ts';
import type { BankEntry } from '../bank-records/bank-entry.ts';
import { lockEntry, resolveEntry } from '../bank-records/entry-store.ts';
import { moveBetween } from '../deposits/record-unmatched.ts';
import { BankEntryNotABreak, BankEntryNotFound } from '../errors.ts';

export const ResolveBankEntryInput = z.object({
  id: idSchema('BankEntry'),
  resolution: text(500),
  isBankFee: falseByDefault,
});

export async function resolveBankEntry(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  principal: PlatformCaller,
  { id, resolution, isBankFee }: z.output<typeof ResolveBankEntryInput>,
): Promise<BankEntry | BankEntryNotFound | BankEntryNotABreak | StepUpRequired> {
  const notPresent = requireStepUp(principal, clock.real());
  if (notPresent) return notPresent;
  const { platform } = principal;
  return transact<BankEntry | BankEntryNotFound | BankEntryNotABreak>(db, async (tx) => {
    const entry = await lockEntry(tx, platform.id, id);
    if (!entry) return new BankEntryNotFound(id);
    if (entry.kind !== 'BREAK' || entry.resolvedAt) return new BankEntryNotABreak();
    const at = clock.now(platform);
    const resolvedBy = decidedByOf(principal);
    await resolveEntry(tx, id, { by: resolvedBy, resolution, isBankFee, at });
    if (isBankFee) {
      const connection = await findConnection(tx, platform.id, entry.connectionId);
      invariant(connection, 'the connection of an entry exists');
      // Other movements of the entry were payments or deposits, and stay where they are.
      const money = { amount: entry.breakAmount ?? 0n, currency: connection.currency };
      await moveBetween(tx, platform.id, { from: 'BANK_BREAKS', to: 'BANK_FEES' }, money, {
        description: 'Break resolved as a bank fee',
        at,
      });
    }
    return { ...entry, resolvedAt: at, resolvedBy, resolution };
  });
}
