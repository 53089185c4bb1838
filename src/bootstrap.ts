/**
 * The first start makes a sandbox platform; a later one with the same data changes nothing.
 *
 * Decision: whoever sets BOOTSTRAP_TOKEN relies on that token. On a database that has platforms, and not this token, no
 * second platform is made for it: the start ends with a line that says so. A token that was deleted since stays deleted,
 * and the start goes on, because a restart must not depend on a token that was replaced.
 */
import { eq } from 'drizzle-orm';
import type { Config } from './config.ts';
import { ConfigError } from './infrastructure/config-error.ts';
import { lockUntilCommit } from './infrastructure/database/advisory-locks.ts';
import type { Executor } from './infrastructure/database/client.ts';
import { transact } from './infrastructure/database/transact.ts';
import { matchesDigest } from './kernel/crypto/secrets.ts';
import { createPlatform } from './operations/platforms/create-platform.ts';
import { apiTokens, platforms } from './platforms/tables.ts';
import type { Ports } from './sandbox/ports.ts';

/** The first platform's token; `secret` only if it was made here, and not given by BOOTSTRAP_TOKEN. */
export interface Bootstrapped {
  readonly clientId: string;
  readonly secret: string | undefined;
}

/** Answers the new platform's token, or nothing when there was a platform already. */
export async function bootstrap(
  ports: Pick<Ports, 'db' | 'clock'>,
  { bootstrapToken, sandboxUmaDomain }: Pick<Config, 'bootstrapToken' | 'sandboxUmaDomain'>,
): Promise<Bootstrapped | undefined> {
  return transact(ports.db, async (tx) => {
    // Of several processes that start at once, one makes the first platform.
    await lockUntilCommit(tx, 'bootstrap');
    const [existing] = await tx.select({ id: platforms.id }).from(platforms).limit(1);
    if (existing) {
      if (bootstrapToken) await requireKnown(tx, bootstrapToken);
      return undefined;
    }
    const platform = { name: 'Sandbox', mode: 'SANDBOX', sandboxUmaDomain, token: bootstrapToken } as const;
    const { token, clientSecret } = await createPlatform(ports, platform, tx);
    return { clientId: token.clientId, secret: bootstrapToken ? undefined : clientSecret };
  });
}

const remedy =
  'Give the one that it was first started with, or leave BOOTSTRAP_TOKEN out; npm run token:create makes another token.';

/** Throws where the database does not know the token, or knows it by another secret. */
async function requireKnown(
  tx: Executor,
  { clientId, secret }: NonNullable<Config['bootstrapToken']>,
): Promise<void> {
  const [known] = await tx
    .select({ secretDigest: apiTokens.secretDigest, deletedAt: apiTokens.deletedAt })
    .from(apiTokens)
    .where(eq(apiTokens.clientId, clientId));
  if (!known) {
    throw new ConfigError(
      `BOOTSTRAP_TOKEN is not a token of this database, which has platforms already. ${remedy}`,
    );
  }
  if (!known.deletedAt && !matchesDigest(secret, known.secretDigest)) {
    throw new ConfigError(`BOOTSTRAP_TOKEN has another secret than the token of this id. ${remedy}`);
  }
}
