/** The access token was valid, and its lifetime has ended. */
import { Unauthorized } from '../../kernel/errors.ts';

/** The reason, also of the closing of a socket and of the end of a stream. Clients compare it. */
export const tokenExpired = 'token expired';

export class CredentialExpired extends Unauthorized {
  constructor() {
    super(tokenExpired, 'The access token has expired. Send a new one.');
  }
}
