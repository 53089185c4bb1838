/**
 * `npm run member:create`: creates a member and prints its sign-in link, or prints a link of a member that exists. The link is
 * shown only once.
 */
import { z } from 'zod';
import { DomainError } from '../kernel/errors.ts';
import { text } from '../kernel/parse.ts';
import { IssueSignInLinkInput, issueSignInLink } from '../members/sign-in/issue-sign-in-link.ts';
import { signInUrl } from '../members/sign-in/link.ts';
import { pageUrl } from '../page-url.ts';
import { flag, operationCommand } from './command.ts';

const { platform, email, name, roles } = IssueSignInLinkInput.shape;

const input = z.object({
  platform,
  email,
  name,
  /** Separated by commas, in upper or lower case. */
  roles: text(100)
    .transform((list): unknown => list.split(',').map((one) => one.trim().toUpperCase()))
    .pipe(roles)
    .optional(),
  'remove-passkeys': flag,
});

export const createMemberCommand = operationCommand({
  usage:
    'npm run member:create -- --email E [--name N] [--roles VIEW,TRANSACT,MANAGE,APPROVE] [--platform Platform:<uuid>] [--remove-passkeys]',
  input,
  async perform(ports, { 'remove-passkeys': removePasskeys, roles: given, ...others }, config) {
    const issued = await issueSignInLink(ports, { ...others, roles: given, removePasskeys });
    if (issued instanceof DomainError) return issued;
    const { member, token } = issued;
    return {
      platformId: member.platformId,
      memberId: member.id,
      name: member.name,
      email: member.email,
      roles: member.roles,
      signInUrl: signInUrl(pageUrl(config, config.port), token),
    };
  },
});
