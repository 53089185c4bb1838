/** Messages for errors of passkeys. Browsers give them names and no text for people. */
import { SignInError } from './requests.ts';

export function passkeyMessage(error: unknown): string {
  if (error instanceof SignInError) return error.message;
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return 'The passkey window was closed.';
  if (name === 'InvalidStateError') return 'This device has a passkey of yours already.';
  return 'This browser could not use a passkey. Use a link by e-mail.';
}
