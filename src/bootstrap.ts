/** The first start makes a sandbox platform; a later one with the same data changes nothing. */
import { eq, sql } from 'drizzle-orm';
import type { Config } from './config.ts';
import { rawRows } from './database/client.ts';
import { apiTokens, platforms } from './database/tables/index.ts';
import { transact } from './database/transact.ts';
import { createPlatform } from './platforms/create-platform.ts';
import type { Ports } from './ports.ts';

/** Held while the first platform is made, so that of several processes one makes it. */
const bootstrapLock = 7_203_115_093;

/** Answers the new platform's token, or nothing when there was one already. */
export async function bootstrap(
  ports: Pick<Ports, 'db' | 'clock'>,
  config: Pick<Config, 'bootstrapToken' | 'sandboxUmaDomain'>,
): Promise<{ clientId: string; clientSecret: string } | undefined> {
  return transact(ports.db, async (tx) => {
    await rawRows(tx, sql`select pg_advisory_xact_lock(${bootstrapLock})`);
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
