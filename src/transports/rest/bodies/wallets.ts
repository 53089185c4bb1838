/** Schemas of credentials, sessions and signed retries. Source: interface; docs/behaviour/wallets.md#credentials-and-sessions, docs/behaviour/wallets.md#export. */
import { z } from 'zod';
import { credentialTypes } from '../../../wallets/credential.ts';
import { id, instant, times } from './common.ts';

const type = z.enum(credentialTypes);

/** The interface allows no extra property. */
export const AuthMethod = z
  .strictObject({
    id: id('AuthMethod'),
    accountId: id('InternalAccount'),
    type,
    nickname: z.string(),
    credentialId: z
      .string()
      .optional()
      .meta({ description: 'WebAuthn credential id, base64url. Only for PASSKEY.' }),
    ...times,
  })
  .meta({ id: 'AuthMethod' });

export const PasskeyAuthChallenge = z
  .object({
    ...AuthMethod.shape,
    credentialId: z.string(),
    challenge: z
      .string()
      .meta({ description: 'Value of challenge for navigator.credentials.get(), base64url.' }),
    rpId: z.string(),
    requestId: id('Request').meta({ description: 'Id to send back in the header Request-Id.' }),
    expiresAt: instant,
  })
  .meta({ id: 'PasskeyAuthChallenge' });

export const AuthSession = z
  .object({ ...AuthMethod.shape, id: id('Session'), expiresAt: instant })
  .meta({ id: 'AuthSession' });

export const IssuedSession = AuthSession.extend({
  encryptedSessionSigningKey: z.string().meta({
    description: 'Session signing key, encrypted to clientPublicKey, in base58check. Returned only once.',
  }),
}).meta({ id: 'IssuedSession' });

export const SignedRequestChallenge = z
  .object({
    payloadToSign: z.string().meta({ description: 'Payload to sign, byte for byte.' }),
    requestId: id('Request').meta({ description: 'Id to send back in the header Request-Id.' }),
    expiresAt: instant,
    type: type.optional().meta({
      description:
        'Type of the credential. Present when a credential is added or revoked and when a session is revoked.',
    }),
  })
  .meta({ id: 'SignedRequestChallenge' });

export const WalletExport = z
  .object({
    id: id('InternalAccount'),
    encryptedWalletCredentials: z
      .string()
      .meta({ description: 'JSON text with version, data, dataSignature and enclaveQuorumPublic.' }),
  })
  .meta({ id: 'WalletExport' });
