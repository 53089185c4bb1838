/** SQL of links to hosted verification. */
import { eq } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import type { Platform } from '../../platforms/platform.ts';
import { toPlatform } from '../../platforms/store.ts';
import { platforms } from '../../platforms/tables.ts';
import { kycLinks } from '../tables.ts';
import type { KycLink } from './kyc-link.ts';

const toLink = (row: typeof kycLinks.$inferSelect): KycLink => ({
  id: row.id,
  customerId: idOf('Customer', row.customerId),
  redirectUri: row.redirectUri ?? undefined,
  expiresAt: row.expiresAt,
  createdAt: row.createdAt,
  usedAt: row.usedAt ?? undefined,
});

export async function insertKycLink(tx: Executor, platformId: Id<'Platform'>, link: KycLink): Promise<void> {
  await tx.insert(kycLinks).values({
    ...link,
    platformId: uuidOf(platformId),
    customerId: uuidOf(link.customerId),
    redirectUri: link.redirectUri ?? null,
    usedAt: null,
  });
}

/** The link with its platform. The person who opens it has no credential of a platform. */
export async function findKycLink(
  db: Executor,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<{ link: KycLink; platform: Platform } | undefined> {
  const found = db
    .select()
    .from(kycLinks)
    .innerJoin(platforms, eq(platforms.id, kycLinks.platformId))
    .where(eq(kycLinks.id, id));
  const [row] = await (lock ? found.for('update', { of: kycLinks }) : found);
  return row && { link: toLink(row.kyc_links), platform: toPlatform(row.platforms) };
}

export async function markKycLinkUsed(tx: Executor, id: string, at: Date): Promise<void> {
  await tx.update(kycLinks).set({ usedAt: at }).where(eq(kycLinks.id, id));
}
