/**
 * The inputs of addCredential and verifyCredential. GraphQL uses one schema per credential type, for its one-of fields.
 * REST uses the union, discriminated by `type`.
 *
 * Decision: binary fields are checked here for their alphabet only, and decoded strictly where they are verified, because
 * the magic signature of the sandbox is not valid base64url.
 *
 * Decision: a nickname may contain combining marks, which many scripts need.
 *
 * Source: docs/behaviour/wallets.md; docs/behaviour/conventions.md#input-validation and docs/behaviour/wallets.md#credentials-and-sessions.
 */
import { z } from 'zod';
import { idSchema } from '../../kernel/ids.ts';
import { boundedList } from '../../kernel/lists.ts';
import { oneOf, optional, text, textMatching } from '../../kernel/parse.ts';
import { credentialTypes } from '../credential.ts';
import { sessionPublicKey } from '../sessions/client-key.ts';

const base64Url = (maxLength: number) =>
  textMatching(/^[A-Za-z0-9_-]+$/, 'base64url without padding', maxLength);

const accountId = idSchema('InternalAccount');
const oidcToken = text(16_384);

const nickname = z
  .string({ error: ({ input }) => (input === undefined ? 'is required' : 'must be a string') })
  .transform((value) => value.trim())
  .pipe(
    textMatching(/^[\p{L}\p{M}\p{N} ._\-'()]+$/u, "1 to 100 letters, digits, spaces and . _ - ' ( )", 100),
  );

export const maxTransports = 10;
const transports = optional(boundedList(oneOf(['usb', 'nfc', 'ble', 'internal', 'hybrid']), maxTransports));

export const addEmailOtp = z.object({ accountId });
export const addOAuth = z.object({ accountId, oidcToken });
export const addPasskey = z.object({
  accountId,
  nickname,
  challenge: base64Url(2048),
  attestation: z.object({
    credentialId: base64Url(2048),
    clientDataJson: base64Url(16_384),
    attestationObject: base64Url(65_536),
    transports,
  }),
});

const typed = <const T extends string, S extends z.ZodRawShape>(type: T, schema: z.ZodObject<S>) =>
  schema.extend({ type: z.literal(type) });

const unknownType = { error: `must be one of ${credentialTypes.join(', ')}` };

export const AddCredentialInput = z.discriminatedUnion(
  'type',
  [typed('EMAIL_OTP', addEmailOtp), typed('OAUTH', addOAuth), typed('PASSKEY', addPasskey)],
  unknownType,
);
export type AddCredential = z.output<typeof AddCredentialInput>;

export const verifyEmailOtp = z.object({ otp: text(64), clientPublicKey: sessionPublicKey });
export const verifyOAuth = z.object({ oidcToken, clientPublicKey: sessionPublicKey });
export const verifyPasskey = z.object({
  /** A malformed request id is a 401 of the operation, not a 400. */
  requestId: z.string({ error: 'must be a request id' }),
  assertion: z.object({
    credentialId: base64Url(2048),
    clientDataJson: base64Url(16_384),
    authenticatorData: base64Url(16_384),
    signature: base64Url(1024),
    userHandle: optional(base64Url(1024)),
  }),
});

export const VerifyCredentialInput = z.discriminatedUnion(
  'type',
  [typed('EMAIL_OTP', verifyEmailOtp), typed('OAUTH', verifyOAuth), typed('PASSKEY', verifyPasskey)],
  unknownType,
);
export type VerifyCredential = z.output<typeof VerifyCredentialInput>;
