/** `npm run token:create`: creates another API token of a platform. The secret is shown only once. */
import { z } from 'zod';
import { DomainError } from '../kernel/errors.ts';
import { text } from '../kernel/parse.ts';
import { IssueApiTokenInput, issueApiToken } from '../platforms/access/issue-api-token.ts';
import { operationCommand } from './command.ts';

const { platform, permissions, name } = IssueApiTokenInput.shape;

const input = z.object({
  platform,
  /** Separated by commas, in upper or lower case. */
  permissions: text(100)
    .transform((list): unknown => list.split(',').map((one) => one.trim().toUpperCase()))
    .pipe(permissions),
  name: name.default('Created by an operator'),
});

export const createTokenCommand = operationCommand({
  usage: 'npm run token:create -- [--platform Platform:<uuid>] --permissions VIEW,TRANSACT,MANAGE [--name N]',
  input,
  async perform(ports, given) {
    const issued = await issueApiToken(ports, given);
    if (issued instanceof DomainError) return issued;
    return {
      platformId: issued.platform.id,
      name: issued.token.name,
      permissions: issued.token.permissions,
      tokenId: issued.token.clientId,
      clientSecret: issued.clientSecret,
    };
  },
});
