/**
 * `npm run ledger:verify`: recomputes the ledger's balances and compares them with transactions, holds and the event log.
 *
 * Decision: the command changes nothing, so it does not migrate. It fails on a database of another version.
 */
import { z } from 'zod';
import type { Config } from '../config.ts';
import { ConfigError } from '../infrastructure/config-error.ts';
import type { Database } from '../infrastructure/database/client.ts';
import { openDataKeyOf, readKeyRow, selectMasterKey } from '../infrastructure/keys/data-key.ts';
import { type SealingKey, sealingKey } from '../kernel/crypto/at-rest.ts';
import { type Verdict, verifyLedger } from '../operations/audit/verify-ledger.ts';
import { type Command, flag, onDatabase, requireCurrent } from './command.ts';

/** The data key, which is only read. `undefined` where the master key is not available, for example to an auditor. */
async function availableDataKey(db: Database, config: Config): Promise<SealingKey | undefined> {
  const row = await readKeyRow(db.orm);
  if (!row) return undefined;
  try {
    return sealingKey(openDataKeyOf(row, selectMasterKey(row, config)));
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

const input = z.object({ json: flag });

export const verifyLedgerCommand: Command<typeof input> = {
  usage: 'npm run ledger:verify -- [--json]',
  input,
  run: (options, config) =>
    onDatabase(
      config,
      async ({ db }) => {
        await requireCurrent(db);
        const verdict = await verifyLedger(db, await availableDataKey(db, config));
        return {
          text: options.json ? `${JSON.stringify(verdict)}\n` : tableOf(verdict),
          ok: verdict.verified,
        };
      },
      { existing: true },
    ),
};

/** Formats the verdict as text: a line for each check, the first few offenders, and the result. */
function tableOf({ checks, eventsWaiting, suspense, auditLogs, sealsChecked, verified }: Verdict): string {
  const table = [
    ['check', 'rows', 'wrong', 'result'],
    ...checks.map(({ name, rows, wrong }) => [
      name,
      String(rows),
      String(wrong),
      wrong === 0 ? 'ok' : 'WRONG',
    ]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0)));
  const lines = table.map(([name = '', rows = '', wrong = '', result = '']) =>
    [name.padEnd(widths[0] ?? 0), rows.padStart(widths[1] ?? 0), wrong.padStart(widths[2] ?? 0), result].join(
      '  ',
    ),
  );
  const failed = checks.filter(({ wrong }) => wrong > 0);
  for (const { name, wrong, offenders } of failed) {
    lines.push('', `${name}:`, ...offenders.map((offender) => `  ${offender}`));
    if (wrong > offenders.length) lines.push(`  and ${wrong - offenders.length} more`);
  }
  if (eventsWaiting > 0) lines.push('', `${eventsWaiting} events have no position in the log yet.`);
  for (const { platformId, currency, amount } of suspense) {
    lines.push('', `${platformId} has ${amount} ${currency} in suspense, returned for deleted customers.`);
  }
  for (const { platformId, position, hash } of auditLogs) {
    lines.push('', `The audit log of ${platformId} has ${position} entries and ends with ${hash}.`);
  }
  if (!sealsChecked) {
    lines.push('', 'The seals of the audit logs were not checked, because the master key is not available.');
  }
  lines.push(
    '',
    verified ? 'The ledger verifies.' : `The ledger does NOT verify: ${failed.length} checks failed.`,
  );
  return `${lines.join('\n')}\n`;
}
