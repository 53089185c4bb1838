/**
 * Mails a sign-in link to the members with an email address: one mail for each platform.
 *
 * Decision: the look-up and the mail are done after the response, so that neither the response nor its duration says whether a
 * member has the address.
 *
 * Source: docs/behaviour/members.md#links.
 */
import { z } from 'zod';
import { RateLimited } from '../../kernel/errors.ts';
import { email } from '../../kernel/parse.ts';
import { findPlatform } from '../../platforms/store.ts';
import { takeLinkRequest } from '../attempts.ts';
import { mailboxOf } from '../member.ts';
import type { Ports } from '../ports.ts';
import { findMembersOfAllPlatforms } from '../store.ts';
import { mailLink } from './link-mail.ts';

export const RequestLinkInput = z.object({ email });

/** The maximum number of platforms whose members one person is. */
const maxPlatforms = 20;

export async function requestSignInLink(
  ports: Pick<Ports, 'db' | 'clock' | 'mailer' | 'background' | 'publicUrl'>,
  input: z.output<typeof RequestLinkInput>,
  sourceAddress: string,
): Promise<true | RateLimited> {
  const { db, clock, background } = ports;
  const allowed = await takeLinkRequest(db, sourceAddress, input.email, clock.real());
  if (allowed !== true) return allowed;
  const started = background.run(async () => {
    for (const member of await findMembersOfAllPlatforms(db.orm, input.email, maxPlatforms)) {
      // The limit is by mailbox, so no other spelling may reach the same one.
      if (mailboxOf(member.email) !== mailboxOf(input.email)) continue;
      const platform = await findPlatform(db.orm, member.platformId);
      if (platform) await mailLink(ports, platform, member);
    }
  });
  return started ? true : new RateLimited(10);
}
