/** What became of a device code. Source: gaps 9.1; contract, `deviceCodeStatus`. */
import type { Scope } from '../access/principal.ts';
import type { Executor } from '../database/client.ts';
import { deviceCodeDigest, type NewDeviceCode } from './create-device-code.ts';
import { normaliseDeviceCode } from './device-code.ts';
import { findDeviceCode } from './device-code-store.ts';

/** The code as it is now; `undefined` for what is not a code of this platform. */
export async function findDeviceCodeStatus(
  db: Executor,
  { platformId }: Pick<Scope, 'platformId'>,
  text: string,
): Promise<NewDeviceCode | undefined> {
  const code = normaliseDeviceCode(text);
  const found = code && (await findDeviceCode(db, deviceCodeDigest(code)));
  if (!code || !found || found.platformId !== platformId) return undefined;
  return {
    code,
    agentId: found.agentId,
    expiresAt: found.expiresAt,
    redeemed: found.redeemedAt !== undefined,
  };
}
