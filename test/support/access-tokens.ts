/** Access tokens for tests. */
import type { AccessTokenScope } from '../../src/platforms/access/access-token.ts';
import { CreateAccessTokenInput, createAccessToken } from '../../src/platforms/access/create-access-token.ts';
import type { Service, TestPlatform } from './service.ts';

export interface TestToken {
  readonly id: string;
  readonly authorization: string;
}

interface TokenOptions {
  readonly customerId?: string;
  readonly subject?: string;
  readonly platform?: TestPlatform;
  /** The rest of its life. Shorter than the shortest lifetime: the token was created in the past. */
  readonly expiresInMs?: number;
}

/** An access token, created by the API token of the platform. */
export async function anAccessToken(
  { ports, platform: own }: Pick<Service, 'ports' | 'platform'>,
  scopes: readonly AccessTokenScope[],
  { platform = own, expiresInMs, ...input }: TokenOptions = {},
): Promise<TestToken> {
  const { clock } = ports;
  const shortestMs = 60_000;
  const created = await createAccessToken(
    expiresInMs === undefined
      ? ports
      : {
          ...ports,
          // Rounded up, because a token starts with a whole second.
          clock: {
            now: (of) => clock.now(of),
            real: () =>
              new Date(Math.ceil((clock.real().getTime() + expiresInMs - shortestMs) / 1_000) * 1_000),
          },
        },
    platform.principal,
    CreateAccessTokenInput.parse({
      scopes,
      ...input,
      ...(expiresInMs !== undefined && { ttlSeconds: shortestMs / 1_000 }),
    }),
  );
  if (created instanceof Error) throw created;
  return { id: created.token.id, authorization: `Bearer ${created.accessToken}` };
}
