/** SQL of verification providers. */
import { eq } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import type { SealingKey } from '../../kernel/crypto/at-rest.ts';
import { utf8 } from '../../kernel/crypto/encodings.ts';
import { type Id, uuidOf } from '../../kernel/ids.ts';
import { verificationProviders } from '../tables.ts';
import type { VerificationProvider } from './verification-provider.ts';

const purpose = 'verification-provider';

type Row = typeof verificationProviders.$inferSelect;

const toProvider = ({ name, createdAt, updatedAt }: Row): VerificationProvider => ({
  name,
  createdAt,
  updatedAt,
});

async function readRow(db: Executor, platformId: Id<'Platform'>): Promise<Row | undefined> {
  const [row] = await db
    .select()
    .from(verificationProviders)
    .where(eq(verificationProviders.platformId, uuidOf(platformId)));
  return row;
}

export async function findProvider(
  db: Executor,
  platformId: Id<'Platform'>,
): Promise<VerificationProvider | undefined> {
  const row = await readRow(db, platformId);
  return row && toProvider(row);
}

/** The provider with the bytes of its secret. */
export async function openProvider(
  db: Executor,
  dataKey: SealingKey,
  platformId: Id<'Platform'>,
): Promise<{ readonly provider: VerificationProvider; readonly secret: Uint8Array } | undefined> {
  const row = await readRow(db, platformId);
  return (
    row && { provider: toProvider(row), secret: dataKey.open(purpose, row.platformId, row.sealedSecret) }
  );
}

/** Inserts or replaces the provider of a platform. */
export async function saveProvider(
  tx: Executor,
  dataKey: SealingKey,
  platformId: Id<'Platform'>,
  { name, secret, at }: { readonly name: string; readonly secret: string; readonly at: Date },
): Promise<VerificationProvider> {
  const id = uuidOf(platformId);
  const changed = { name, sealedSecret: dataKey.seal(purpose, id, utf8(secret)), updatedAt: at };
  const rows = await tx
    .insert(verificationProviders)
    .values({ platformId: id, createdAt: at, ...changed })
    .onConflictDoUpdate({ target: verificationProviders.platformId, set: changed })
    .returning();
  return toProvider(rows[0] as Row);
}

/** Deletes the provider of a platform; undefined if there is none. */
export async function deleteProvider(
  tx: Executor,
  platformId: Id<'Platform'>,
): Promise<VerificationProvider | undefined> {
  const [row] = await tx
    .delete(verificationProviders)
    .where(eq(verificationProviders.platformId, uuidOf(platformId)))
    .returning();
  return row && toProvider(row);
}
