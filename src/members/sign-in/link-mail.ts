/**
 * Mails with sign-in links. They are plain text.
 *
 * Source: docs/behaviour/members.md#links.
 */
import { transact } from '../../infrastructure/database/transact.ts';
import type { TextMail } from '../../infrastructure/mail/mailer.ts';
import { oneLine } from '../../kernel/one-line.ts';
import type { Platform } from '../../platforms/platform.ts';
import { takeInvitation } from '../attempts.ts';
import type { Member } from '../member.ts';
import type { Ports } from '../ports.ts';
import { lockMember } from '../store.ts';
import { mailedLinkMinutes, signInUrl } from './link.ts';
import { insertLink } from './link-store.ts';

const linkMail = (to: string, platformName: string, url: string): TextMail => ({
  to,
  subject: `Sign in to ${oneLine(platformName)}`,
  text: [
    `Open this link to sign in to ${oneLine(platformName)}:`,
    '',
    url,
    '',
    `It works once, within ${mailedLinkMinutes} minutes.`,
    'If you did not request it, ignore this mail.',
    '',
  ].join('\n'),
});

type LinkPorts = Pick<Ports, 'db' | 'clock' | 'mailer' | 'publicUrl'>;

/**
 * Creates a link and mails it. The mail server is called outside of any transaction.
 *
 * Decision: the member is locked while the link is created, and an address that changed meanwhile gets none. A change of the
 * address ends the links of the member, so none that exists afterwards may have been sent to the old one.
 */
export async function mailLink(
  { db, clock, mailer, publicUrl }: LinkPorts,
  platform: Pick<Platform, 'name'>,
  member: Member,
): Promise<void> {
  if (!mailer) return;
  const token = await transact(db, async (tx) => {
    const current = await lockMember(tx, member.platformId, member.id);
    return current?.email === member.email
      ? insertLink(tx, member, clock.real(), mailedLinkMinutes * 60_000)
      : undefined;
  });
  if (token === undefined) return;
  await mailer.sendText(linkMail(member.email, platform.name, signInUrl(publicUrl, token)));
}

/** Mails a link to a new member, after the response. Above the limits there is no mail: the member can request a link. */
export function mailInvitation(
  ports: LinkPorts & Pick<Ports, 'background'>,
  platform: Platform,
  member: Member,
): void {
  const { db, clock, background, mailer } = ports;
  if (!mailer) return;
  background.run(async () => {
    if ((await takeInvitation(db, member, clock.real())) === true) await mailLink(ports, platform, member);
  });
}
