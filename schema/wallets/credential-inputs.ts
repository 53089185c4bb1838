/** Inputs of addCredential and verifyCredential: one field for each type of credential, exactly one given. */
import { maxTransports } from '../../src/wallets/credentials/credential-input.ts';
import { builder } from '../core/builder.ts';

const AddEmailOtp = builder.inputType('AddEmailOtpInput', {
  description: "Codes go to the customer's email address on file; none is taken from the request.",
  fields: (t) => ({
    accountId: t.id({ required: true, description: 'The wallet, InternalAccount:<uuid>.' }),
  }),
});

const AddOAuth = builder.inputType('AddOAuthInput', {
  description: "A person at one of the platform's OpenID Connect issuers.",
  fields: (t) => ({
    accountId: t.id({ required: true, description: 'The wallet, InternalAccount:<uuid>.' }),
    oidcToken: t.string({ required: true, description: 'An ID token issued at most 60 seconds ago.' }),
  }),
});

const PasskeyAttestation = builder.inputType('PasskeyAttestationInput', {
  description: 'What navigator.credentials.create() answered. ES256, user verified.',
  fields: (t) => ({
    credentialId: t.field({ type: 'Base64URL', required: true, description: 'rawId' }),
    clientDataJson: t.field({ type: 'Base64URL', required: true, description: 'clientDataJSON' }),
    attestationObject: t.field({
      type: 'Base64URL',
      required: true,
      description: 'attestationObject; format none or packed.',
    }),
    transports: t.stringList({
      description: `getTransports(): usb, nfc, ble, internal, hybrid. At most ${maxTransports}.`,
    }),
  }),
});

const AddPasskey = builder.inputType('AddPasskeyInput', {
  description: 'A passkey that the client has just created.',
  fields: (t) => ({
    accountId: t.id({ required: true, description: 'The wallet, InternalAccount:<uuid>.' }),
    nickname: t.string({
      required: true,
      description: "1 to 100 letters, digits, spaces and . _ - ' ( )",
    }),
    challenge: t.field({
      type: 'Base64URL',
      required: true,
      description: 'The challenge that your back end issued; it registers once.',
    }),
    attestation: t.field({ type: PasskeyAttestation, required: true, description: 'The response.' }),
  }),
});

export const AddCredentialArgs = builder.inputType('AddCredentialInput', {
  description: 'A new credential: exactly one of the fields.',
  isOneOf: true,
  fields: (t) => ({
    emailOtp: t.field({ type: AddEmailOtp, description: 'One-time codes by email.' }),
    oauth: t.field({ type: AddOAuth, description: 'An OpenID Connect provider.' }),
    passkey: t.field({ type: AddPasskey, description: 'A passkey.' }),
  }),
});

const VerifyEmailOtp = builder.inputType('VerifyEmailOtpInput', {
  description: 'A one-time code. Five wrong ones end it.',
  fields: (t) => ({
    otp: t.string({ required: true, description: 'The code. In the sandbox 000000.' }),
    clientPublicKey: t.field({
      type: 'P256PublicKey',
      required: true,
      description: 'To which the session key is sealed.',
    }),
  }),
});

const VerifyOAuth = builder.inputType('VerifyOAuthInput', {
  description: 'A fresh token of the person who registered.',
  fields: (t) => ({
    oidcToken: t.string({
      required: true,
      description: 'An ID token issued at most 60 seconds ago; it verifies once.',
    }),
    clientPublicKey: t.field({
      type: 'P256PublicKey',
      required: true,
      description: 'To which the session key is sealed.',
    }),
  }),
});

const PasskeyAssertion = builder.inputType('PasskeyAssertionInput', {
  description: 'What navigator.credentials.get() answered.',
  fields: (t) => ({
    credentialId: t.field({ type: 'Base64URL', required: true, description: 'rawId' }),
    clientDataJson: t.field({ type: 'Base64URL', required: true, description: 'clientDataJSON' }),
    authenticatorData: t.field({ type: 'Base64URL', required: true, description: 'authenticatorData' }),
    signature: t.field({ type: 'Base64URL', required: true, description: 'signature, DER.' }),
    userHandle: t.field({ type: 'Base64URL', description: 'userHandle; not looked at.' }),
  }),
});

const VerifyPasskey = builder.inputType('VerifyPasskeyInput', {
  description: 'The answer to a PasskeyAuthChallenge, whose clientPublicKey the session key is sealed to.',
  fields: (t) => ({
    requestId: t.id({ required: true, description: 'requestId of the challenge; single use.' }),
    assertion: t.field({ type: PasskeyAssertion, required: true, description: 'The response.' }),
  }),
});

export const VerifyCredentialArgs = builder.inputType('VerifyCredentialInput', {
  description: 'A proof: exactly one of the fields, that of the credential’s type.',
  isOneOf: true,
  fields: (t) => ({
    emailOtp: t.field({ type: VerifyEmailOtp, description: 'A one-time code.' }),
    oauth: t.field({ type: VerifyOAuth, description: 'A fresh token.' }),
    passkey: t.field({ type: VerifyPasskey, description: 'An assertion.' }),
  }),
});
