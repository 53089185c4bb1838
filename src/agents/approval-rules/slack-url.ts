/** The URL of an incoming webhook of Slack. Everybody who knows it can post, so it is sealed at rest and never returned. */
import type { SealingKey } from '../../kernel/crypto/at-rest.ts';
import { utf8 } from '../../kernel/crypto/encodings.ts';
import type { Id } from '../../kernel/ids.ts';
import type { ApprovalNotifications } from './approval-rules.ts';

type SealedUrl = NonNullable<ApprovalNotifications['slack']>;

const purpose = 'approval-slack-url';

export const sealSlackUrl = (dataKey: SealingKey, platformId: Id<'Platform'>, url: string): SealedUrl => ({
  host: new URL(url).host,
  sealedUrl: Buffer.from(dataKey.seal(purpose, platformId, utf8(url))).toString('base64'),
});

export const openSlackUrl = (
  dataKey: SealingKey,
  platformId: Id<'Platform'>,
  { sealedUrl }: Pick<SealedUrl, 'sealedUrl'>,
): string =>
  Buffer.from(dataKey.open(purpose, platformId, Buffer.from(sealedUrl, 'base64'))).toString('utf8');
