/** Publishes files in the inbox of the service. */
import { createHash } from 'node:crypto';
import { type BankState, nextId, nextNumber, recordBreak } from './bank-state.ts';
import type { CamtMessage } from './write-camt.ts';
import type { CamtFormat } from './write-camt-entry.ts';

/** `.08` and `.10`, or `.02` and `.03`. */
export function isOldVersion({ versions, behaviours }: BankState): boolean {
  if (versions !== 'MIXED') return versions === 'OLD';
  return behaviours.random('version').chance(0.5);
}

export const camtFormat = (state: BankState): CamtFormat => ({
  version: isOldVersion(state) ? '02' : '08',
  currency: state.currency,
  account: state.account,
});

export const camtMessage = (state: BankState): CamtMessage => ({
  messageId: nextId(state, 'SBM'),
  createdAt: `${state.today}T18:00:00Z`,
});

export const hashOf = (bytes: string | Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

/** Names ascend in the order of publication. */
async function write(state: BankState, kind: string, text: string): Promise<string> {
  const number = String(nextNumber(state, 'file')).padStart(6, '0');
  const name = `${number}-${kind}-${state.today}.${kind.startsWith('nacha') ? 'ach' : 'xml'}`;
  await state.folder.writeInbox(name, text);
  state.published.push({ name, kind, date: state.today });
  return name;
}

/**
 * Publishes a file. A truncated copy may come before it, and the same bytes again after it.
 *
 * @param kind `camt053`, `pain002`, `nacha-returns` and so on; part of the name.
 */
export async function publishFile(state: BankState, kind: string, text: string): Promise<void> {
  const { behaviours } = state;
  if (behaviours.decide('truncateFile', kind)) {
    // Without the padding of NACHA, so that data are missing.
    const { length: full } = text.replace(/(?:9{94}\n)+$/, '');
    const length = Math.floor(full * (0.3 + 0.6 * behaviours.random('truncateFile').next()));
    recordBreak(state, 'UNREADABLE_FILE', await write(state, kind, text.slice(0, length)));
  }
  await write(state, kind, text);
  if (behaviours.decide('repeatFile', kind)) await write(state, kind, text);
}
