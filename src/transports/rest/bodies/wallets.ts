/** Schemas of credentials, sessions and signed retries. Source: interface; docs/behaviour/wallets.md#credentials-and-sessions, docs/behaviour/wallets.md#export. */
import { z } from 'zod';
import { credentialTypes } from '../../../wallets/credential.ts';
import { maxCredentials } from '../../../wallets/credentials/credential-limit.ts';
import { maxOrigins } from '../../../wallets/passkey-settings.ts';
import { id, instant, times } from './common.ts';
import { WalletSettings } from './platform.ts';

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

const publicKeyType = z.literal('public-key');

export const PasskeyOptions = z
  .object({
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({
      id: z.string().meta({ description: 'The user handle: the id of the account, base64url.' }),
      name: z.string(),
      displayName: z.string(),
    }),
    challenge: z.string().meta({ description: 'Base64url. Valid for one registration of this account.' }),
    pubKeyCredParams: z
      .array(z.object({ type: publicKeyType, alg: z.int() }))
      .max(1)
      .meta({ description: 'ES256 (-7), the only algorithm.' }),
    timeout: z.int().meta({ description: 'Milliseconds.' }),
    excludeCredentials: z
      .array(z.object({ type: publicKeyType, id: z.string() }))
      .max(maxCredentials)
      .meta({ description: 'The passkeys of the account.' }),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
    expiresAt: instant.meta({
      description:
        'Time from which the registration is rejected. Not a member of WebAuthn; browsers ignore it.',
    }),
  })
  .meta({
    id: 'PasskeyOptions',
    description: 'PublicKeyCredentialCreationOptionsJSON of WebAuthn level 3.',
  });

export const SandboxOidcToken = z
  .object({
    oidcToken: z
      .string()
      .meta({ description: 'Token for addCredential and verifyCredential. It verifies once.' }),
    issuer: z.string(),
    audience: z.string(),
    expiresAt: instant,
  })
  .meta({ id: 'SandboxOidcToken' });

export const WalletConfig = z
  .object({
    ...WalletSettings.shape,
    platformId: id('Platform'),
    organizationId: id('PlatformConfig').meta({
      description: 'The organizationId that exports of the platform contain.',
    }),
    exportIssuerPublicKey: z
      .string()
      .meta({ description: 'Public key that verifies wallet exports: P-256 point, uncompressed, in hex.' }),
    passkeys: z.object({ rpId: z.string(), origins: z.array(z.string()).max(maxOrigins) }).optional(),
    sessionTtlSeconds: z.int(),
  })
  .meta({ id: 'WalletConfig' });

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
