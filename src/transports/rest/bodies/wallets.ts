/** The shapes of credentials, sessions and signed retries. Source: interface; gaps 2.11, 4.7. */
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
    credentialId: z.string().optional().meta({ description: 'PASSKEY only, base64url.' }),
    ...times,
  })
  .meta({ id: 'AuthMethod' });

export const PasskeyAuthChallenge = z
  .object({
    ...AuthMethod.shape,
    credentialId: z.string(),
    challenge: z.string().meta({ description: 'base64url, for navigator.credentials.get().' }),
    rpId: z.string(),
    requestId: id('Request').meta({ description: 'Sent back as Request-Id.' }),
    expiresAt: instant,
  })
  .meta({ id: 'PasskeyAuthChallenge' });

export const AuthSession = z
  .object({ ...AuthMethod.shape, id: id('Session'), expiresAt: instant })
  .meta({ id: 'AuthSession' });

export const IssuedSession = AuthSession.extend({
  encryptedSessionSigningKey: z
    .string()
    .meta({ description: 'base58check, sealed to clientPublicKey. Once.' }),
}).meta({ id: 'IssuedSession' });

export const SignedRequestChallenge = z
  .object({
    payloadToSign: z.string().meta({ description: 'Signed byte for byte.' }),
    requestId: id('Request').meta({ description: 'Sent back as Request-Id.' }),
    expiresAt: instant,
    type: type.optional().meta({ description: 'On adding and revoking credentials, and revoking sessions.' }),
  })
  .meta({ id: 'SignedRequestChallenge' });

export const WalletExport = z
  .object({
    id: id('InternalAccount'),
    encryptedWalletCredentials: z
      .string()
      .meta({ description: 'JSON text: version, data, dataSignature, enclaveQuorumPublic.' }),
  })
  .meta({ id: 'WalletExport' });
