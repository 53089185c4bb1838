/**
 * `npm run bank:reconcile`: compares the statements of a bank connection with each other and with the ledger.
 *
 * Decision: the command changes nothing, so it does not migrate. It fails on a database of another version.
 */
import { z } from 'zod';
import { invariant } from '../kernel/errors.ts';
import { idSchema } from '../kernel/ids.ts';
import { calendarDate, optional } from '../kernel/parse.ts';
import { findPlatform } from '../platforms/store.ts';
import { platformOfConnection } from '../rails/bank-connections/store.ts';
import { BankConnectionNotFound } from '../rails/errors.ts';
import { bankReconciliation, isReconciled } from '../rails/reconciliation/bank-reconciliation.ts';
import { reconciliationLines } from '../rails/reconciliation/reconciliation-view.ts';
import { type Command, onDatabase, requireCurrent, resultOrThrow } from './command.ts';

const input = z.object({
  connection: idSchema('BankConnection'),
  from: optional(calendarDate),
  to: optional(calendarDate),
});

export const reconcileBankCommand: Command<typeof input> = {
  usage: 'npm run bank:reconcile -- --connection BankConnection:<uuid> [--from YYYY-MM-DD] [--to YYYY-MM-DD]',
  input,
  run: ({ connection: connectionId, ...days }, config) =>
    onDatabase(
      config,
      async ({ db, clock }) => {
        await requireCurrent(db);
        const found = await platformOfConnection(db.orm, connectionId);
        const platformId = resultOrThrow(found ?? new BankConnectionNotFound(connectionId));
        const platform = await findPlatform(db.orm, platformId);
        invariant(platform, 'the platform of a connection exists');
        const given = { connectionId, ...days };
        const result = await bankReconciliation(db.orm, platformId, given, clock.now(platform));
        const reconciliation = resultOrThrow(result);
        const lines = reconciliationLines(reconciliation).map((line) => `${JSON.stringify(line)}\n`);
        return { text: lines.join(''), ok: isReconciled(reconciliation) };
      },
      { existing: true },
    ),
};
