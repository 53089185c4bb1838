/** SQL of device codes. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import { deviceCodes } from '../tables.ts';
import type { DeviceCode } from './device-code.ts';

type CodeRow = typeof deviceCodes.$inferSelect;

type StoredDeviceCode = DeviceCode & { readonly platformId: Id<'Platform'> };

const toDeviceCode = (row: CodeRow): StoredDeviceCode => ({
  digest: row.digest,
  platformId: idOf('Platform', row.platformId),
  agentId: idOf('Agent', row.agentId),
  issuedAt: row.issuedAt,
  expiresAt: row.expiresAt,
  redeemedAt: row.redeemedAt ?? undefined,
  supersededAt: row.supersededAt ?? undefined,
});

/** Stores a new code, which supersedes the agent's previous one. The agent's row is locked. */
export async function insertDeviceCode(
  tx: Executor,
  platformId: Id<'Platform'>,
  code: DeviceCode,
): Promise<void> {
  await supersedeDeviceCodes(tx, code.agentId, code.issuedAt);
  await tx.insert(deviceCodes).values({
    digest: code.digest,
    platformId: uuidOf(platformId),
    agentId: uuidOf(code.agentId),
    issuedAt: code.issuedAt,
    expiresAt: code.expiresAt,
  });
}

/** Supersedes every code of the agent that was not redeemed. */
export async function supersedeDeviceCodes(tx: Executor, agentId: Id<'Agent'>, at: Date): Promise<void> {
  await tx
    .update(deviceCodes)
    .set({ supersededAt: at })
    .where(
      and(
        eq(deviceCodes.agentId, uuidOf(agentId)),
        isNull(deviceCodes.redeemedAt),
        isNull(deviceCodes.supersededAt),
      ),
    );
}

/** Searches all platforms: a caller that redeems a code has no platform yet. */
export async function findDeviceCode(
  db: Executor,
  digest: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<StoredDeviceCode | undefined> {
  const found = db.select().from(deviceCodes).where(eq(deviceCodes.digest, digest));
  const [row] = await (lock ? found.for('update') : found);
  return row && toDeviceCode(row);
}

export async function markDeviceCodeRedeemed(tx: Executor, code: DeviceCode): Promise<void> {
  await tx
    .update(deviceCodes)
    .set({ redeemedAt: code.redeemedAt ?? null })
    .where(eq(deviceCodes.digest, code.digest));
}
