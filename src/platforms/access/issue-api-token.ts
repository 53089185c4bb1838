/**
 * Creates an API token of any platform, for an operator. When all tokens of a platform are lost, no caller of the API can
 * create another.
 */
import type { z } from 'zod';
import { transact } from '../../infrastructure/database/transact.ts';
import { type DomainError, InvalidInput } from '../../kernel/errors.ts';
import { idOf, idSchema } from '../../kernel/ids.ts';
import { optional } from '../../kernel/parse.ts';
import type { Platform } from '../platform.ts';
import type { Ports } from '../ports.ts';
import { findPlatform, platformUuids } from '../store.ts';
import { type ApiTokenCreated, CreateApiTokenInput, insertNewToken } from './create-api-token.ts';

export const IssueApiTokenInput = CreateApiTokenInput.extend({
  /** Optional if the database has one platform. */
  platform: optional(idSchema('Platform')),
});

export async function issueApiToken(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { platform: platformId, ...input }: z.output<typeof IssueApiTokenInput>,
): Promise<(ApiTokenCreated & { readonly platform: Platform }) | DomainError> {
  return transact<(ApiTokenCreated & { readonly platform: Platform }) | DomainError>(db, async (tx) => {
    const [only, ...others] = platformId ? [] : await platformUuids(tx);
    if (others.length > 0) return InvalidInput.at('platform', 'is required: there are several platforms');
    const id = platformId ?? (only && idOf('Platform', only));
    const platform = id && (await findPlatform(tx, id));
    if (!platform) return InvalidInput.at('platform', 'names no platform of this database');
    return { ...(await insertNewToken(tx, platform.id, input, clock.now(platform))), platform };
  });
}
