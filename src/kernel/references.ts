/** References for a bank's memo field: `<prefix>-<12 base32 characters>`. Source: docs/behaviour/accounts.md#payment-instructions. */
import { randomBytes } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** At most 18 characters with a prefix of up to five. 60 random bits. */
export function newReference(prefix: string): string {
  const bytes = randomBytes(12);
  let text = '';
  for (const byte of bytes) text += alphabet[byte & 31];
  return `${prefix}-${text}`;
}
