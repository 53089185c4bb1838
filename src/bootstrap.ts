/**
 * Creates a sandbox platform on the first start. Later starts on the same database change nothing.
 *
 * Decision: if BOOTSTRAP_TOKEN is set, its token must exist. On a database that has platforms but not this token, the
 * start fails with a message; it does not create a second platform. A deleted token stays deleted and the start continues,
 * because a restart must not depend on a token that was replaced.
 */
import { eq } from 'drizzle-orm';
import type { Config } from './config.ts';
import { ConfigError } from './infrastructure/config-error.ts';
import { lockUntilCommit } from './infrastructure/database/advisory-locks.ts';
import { attributedTo } from './infrastructure/database/attribution.ts';
import type { Executor } from './infrastructure/database/client.ts';
import { transact } from './infrastructure/database/transact.ts';
import { matchesDigest } from './kernel/crypto/secrets.ts';
import { createFirstMember } from './members/sign-in/issue-sign-in-link.ts';
import { createPlatform } from './operations/platforms/create-platform.ts';
import { apiTokens, platforms } from './platforms/tables.ts';
import type { Ports } from './sandbox/ports.ts';

/** The first platform's token. `secret` is undefined when it came from BOOTSTRAP_TOKEN. */
export interface Bootstrapped {
  readonly clientId: string;
  readonly secret: string | undefined;
  /**
   * The token of the first member's sign-in link. Only with the embedded database, and not with BOOTSTRAP_TOKEN: then the
   * output of the process may be a log.
   */
  readonly signInToken: string | undefined;
}

/** Returns the new platform's token; undefined when a platform exists already. */
export async function bootstrap(
  ports: Pick<Ports, 'db' | 'clock'>,
  { bootstrapToken, sandboxUmaDomain }: Pick<Config, 'bootstrapToken' | 'sandboxUmaDomain'>,
): Promise<Bootstrapped | undefined> {
  const actor = { kind: 'SYSTEM', id: undefined, name: undefined } as const;
  return transact(attributedTo(ports.db, { actor, operation: 'start' }), async (tx) => {
    // When several processes start at once, one creates the platform.
    await lockUntilCommit(tx, 'bootstrap');
    const [existing] = await tx.select({ id: platforms.id }).from(platforms).limit(1);
    if (existing) {
      if (bootstrapToken) await requireExistingToken(tx, bootstrapToken);
      return undefined;
    }
    const platform = { name: 'Sandbox', mode: 'SANDBOX', sandboxUmaDomain, token: bootstrapToken } as const;
    const { platform: created, token, clientSecret } = await createPlatform(ports, platform, tx);
    const printsLink = ports.db.kind === 'embedded' && !bootstrapToken;
    return {
      clientId: token.clientId,
      secret: bootstrapToken ? undefined : clientSecret,
      signInToken: printsLink ? await createFirstMember(tx, ports, created) : undefined,
    };
  });
}

const remedy =
  'Set the token of the first start, or unset BOOTSTRAP_TOKEN. npm run token:create creates another token.';

/** Throws when the database does not have the token, or has another secret for it. */
async function requireExistingToken(
  tx: Executor,
  { clientId, secret }: NonNullable<Config['bootstrapToken']>,
): Promise<void> {
  const [token] = await tx
    .select({ secretDigest: apiTokens.secretDigest, deletedAt: apiTokens.deletedAt })
    .from(apiTokens)
    .where(eq(apiTokens.clientId, clientId));
  if (!token) {
    throw new ConfigError(
      `BOOTSTRAP_TOKEN is not a token of this database, which has platforms already. ${remedy}`,
    );
  }
  if (!token.deletedAt && !matchesDigest(secret, token.secretDigest)) {
    throw new ConfigError(`BOOTSTRAP_TOKEN has a different secret than the token with this id. ${remedy}`);
  }
}
