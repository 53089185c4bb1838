/** Inputs of addCredential and verifyCredential: one field for each type of credential, of which exactly one is given. */
import { maxTransports } from '../../src/wallets/credentials/credential-input.ts';
import { builder } from '../core/builder.ts';

const AddEmailOtp = builder.inputType('AddEmailOtpInput', {
  description: 'EMAIL_OTP credential. Codes are sent to the email address of the customer record.',
  fields: (t) => ({
    accountId: t.id({ required: true, description: 'The embedded wallet, InternalAccount:<uuid>.' }),
  }),
});

const AddOAuth = builder.inputType('AddOAuthInput', {
  description: "OAUTH credential: an account at one of the platform's OpenID Connect issuers.",
  fields: (t) => ({
    accountId: t.id({ required: true, description: 'The embedded wallet, InternalAccount:<uuid>.' }),
    oidcToken: t.string({ required: true, description: 'ID token, issued at most 60 seconds ago.' }),
  }),
});

const PasskeyAttestation = builder.inputType('PasskeyAttestationInput', {
  description:
    'Registration response of the authenticator, from navigator.credentials.create(). ES256, with user verification.',
  fields: (t) => ({
    credentialId: t.field({ type: 'Base64URL', required: true, description: 'rawId' }),
    clientDataJson: t.field({ type: 'Base64URL', required: true, description: 'clientDataJSON' }),
    attestationObject: t.field({
      type: 'Base64URL',
      required: true,
      description: 'attestationObject with format none or packed.',
    }),
    transports: t.stringList({
      description: `Result of getTransports(): usb, nfc, ble, internal, hybrid. At most ${maxTransports}.`,
    }),
  }),
});

const AddPasskey = builder.inputType('AddPasskeyInput', {
  description: 'PASSKEY credential that the client has just registered with the authenticator.',
  fields: (t) => ({
    accountId: t.id({ required: true, description: 'The embedded wallet, InternalAccount:<uuid>.' }),
    nickname: t.string({
      required: true,
      description: "Name of the passkey, 1 to 100 letters, digits, spaces and . _ - ' ( )",
    }),
    challenge: t.field({
      type: 'Base64URL',
      required: true,
      description:
        'Registration challenge: of createPasskeyOptions, or one that your back end issued. Valid for one registration.',
    }),
    attestation: t.field({
      type: PasskeyAttestation,
      required: true,
      description: 'Registration response of the authenticator.',
    }),
  }),
});

export const AddCredentialArgs = builder.inputType('AddCredentialInput', {
  description: 'Credential to add: exactly one of the fields.',
  isOneOf: true,
  fields: (t) => ({
    emailOtp: t.field({ type: AddEmailOtp, description: 'EMAIL_OTP: one-time codes by email.' }),
    oauth: t.field({ type: AddOAuth, description: 'OAUTH: an OpenID Connect provider.' }),
    passkey: t.field({ type: AddPasskey, description: 'PASSKEY: a passkey.' }),
  }),
});

const VerifyEmailOtp = builder.inputType('VerifyEmailOtpInput', {
  description: 'Proof of an EMAIL_OTP credential. A code becomes invalid after five wrong attempts.',
  fields: (t) => ({
    otp: t.string({ required: true, description: 'The one-time code. In the sandbox 000000.' }),
    clientPublicKey: t.field({
      type: 'P256PublicKey',
      required: true,
      description:
        'Public key of the client, to which the session key is encrypted. With wallets.clientHeldKeys, a compressed key becomes the session key.',
    }),
  }),
});

const VerifyOAuth = builder.inputType('VerifyOAuthInput', {
  description: 'Proof of an OAUTH credential: a recent ID token of the registered user.',
  fields: (t) => ({
    oidcToken: t.string({
      required: true,
      description: 'ID token, issued at most 60 seconds ago. Valid for one verification.',
    }),
    clientPublicKey: t.field({
      type: 'P256PublicKey',
      required: true,
      description:
        'Public key of the client, to which the session key is encrypted. With wallets.clientHeldKeys, a compressed key becomes the session key.',
    }),
  }),
});

const PasskeyAssertion = builder.inputType('PasskeyAssertionInput', {
  description: 'Assertion: response of the authenticator from navigator.credentials.get().',
  fields: (t) => ({
    credentialId: t.field({ type: 'Base64URL', required: true, description: 'rawId' }),
    clientDataJson: t.field({ type: 'Base64URL', required: true, description: 'clientDataJSON' }),
    authenticatorData: t.field({ type: 'Base64URL', required: true, description: 'authenticatorData' }),
    signature: t.field({ type: 'Base64URL', required: true, description: 'Signature in DER encoding.' }),
    userHandle: t.field({ type: 'Base64URL', description: 'userHandle. The service ignores it.' }),
  }),
});

const VerifyPasskey = builder.inputType('VerifyPasskeyInput', {
  description:
    'Proof of a PASSKEY credential: the assertion for a PasskeyAuthChallenge. The session key is encrypted to the clientPublicKey of that challenge.',
  fields: (t) => ({
    requestId: t.id({ required: true, description: 'requestId of the challenge. Valid for one use.' }),
    assertion: t.field({
      type: PasskeyAssertion,
      required: true,
      description: 'Assertion of the authenticator.',
    }),
  }),
});

export const VerifyCredentialArgs = builder.inputType('VerifyCredentialInput', {
  description: 'Proof of a credential: exactly one of the fields, the one for the type of the credential.',
  isOneOf: true,
  fields: (t) => ({
    emailOtp: t.field({ type: VerifyEmailOtp, description: 'One-time code of an EMAIL_OTP credential.' }),
    oauth: t.field({ type: VerifyOAuth, description: 'ID token of an OAUTH credential.' }),
    passkey: t.field({ type: VerifyPasskey, description: 'Assertion of a PASSKEY credential.' }),
  }),
});
