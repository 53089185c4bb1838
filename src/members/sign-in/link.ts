/**
 * The one-time link that signs a member in. Its token has 256 random bits, is stored as a digest, and works once.
 *
 * Decision: the token is in the fragment of the URL, which browsers do not send. So it is in no log of a server or proxy, and a
 * program that opens the links of mails does not use it up.
 *
 * Source: docs/behaviour/members.md#links.
 */
import { Unauthorized } from '../../kernel/errors.ts';
import { textMatching } from '../../kernel/parse.ts';

/** The lifetime of a link in a mail. */
export const mailedLinkMinutes = 15;
/** The lifetime of a link that a command or the first start prints. */
export const printedLinkHours = 24;

export const secretTokenInput = textMatching(/^[A-Za-z0-9_-]{43}$/, 'the token of a sign-in link', 43);

export const signInUrl = (publicUrl: string, token: string): string => `${publicUrl}/sign-in#token=${token}`;

/** No valid link has the token: it is unknown, was used, or has expired. */
export class InvalidLink extends Unauthorized {
  override readonly name = 'InvalidLink';
  constructor() {
    super(
      'Invalid link',
      'The sign-in link is not valid. It works once and for a short time. Request another.',
    );
  }
}
