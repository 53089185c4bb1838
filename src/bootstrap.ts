/** The first start makes a sandbox platform; a later one with the same data changes nothing. */
import { eq } from 'drizzle-orm';
import type { Config } from './config.ts';
import { lockUntilCommit } from './database/advisory-locks.ts';
import { apiTokens, platforms } from './database/tables/index.ts';
import { transact } from './database/transact.ts';
import { createPlatform } from './platforms/create-platform.ts';
import type { Ports } from './ports.ts';

/** Answers the new platform's token, or nothing when there was one already. */
export async function bootstrap(
  ports: Pick<Ports, 'db' | 'clock'>,
  config: Pick<Config, 'bootstrapToken' | 'sandboxUmaDomain'>,
): Promise<{ clientId: string; clientSecret: string } | undefined> {
  return transact(ports.db, async (tx) => {
    // Of several processes that start at once, one makes the first platform.
    await lockUntilCommit(tx, 'bootstrap');
    const { bootstrapToken } = config;
    const [known] = bootstrapToken
      ? await tx
          .select({ id: apiTokens.id })
          .from(apiTokens)
          .where(eq(apiTokens.clientId, bootstrapToken.clientId))
      : await tx.select({ id: platforms.id }).from(platforms).limit(1);
    if (known) return undefined;
    const { token, clientSecret } = await createPlatform(
      ports,
      {
        name: 'Sandbox',
        mode: 'SANDBOX',
        sandboxUmaDomain: config.sandboxUmaDomain,
        token: bootstrapToken,
      },
      tx,
    );
    return { clientId: token.clientId, clientSecret };
  });
}
