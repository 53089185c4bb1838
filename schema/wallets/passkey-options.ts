/** createPasskeyOptions: the options of a registration, member for member as WebAuthn names them. */
import { Conflict, Forbidden, InvalidInput, NotFound } from '../../src/kernel/errors.ts';
import {
  CreatePasskeyOptionsInput,
  createPasskeyOptions,
  type PasskeyOptions,
} from '../../src/wallets/credentials/create-passkey-options.ts';
import { maxCredentials } from '../../src/wallets/credentials/credential-limit.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { principalOf } from '../core/context.ts';

const RelyingPartyRef = builder.objectRef<PasskeyOptions['rp']>('PasskeyRelyingParty').implement({
  description: 'The relying party of a passkey.',
  fields: (t) => ({
    id: t.exposeString('id', {
      description: 'rpId of the settings: the domain to which the passkey is bound.',
    }),
    name: t.exposeString('name', {
      description: 'appName of the mail settings, or the name of the platform.',
    }),
  }),
});

const UserRef = builder.objectRef<PasskeyOptions['user']>('PasskeyUser').implement({
  description: 'The account for which a passkey is created.',
  fields: (t) => ({
    id: t.expose('id', {
      type: 'Base64URL',
      description: 'User handle: the id of the account, in UTF-8. The same for every passkey of the account.',
    }),
    name: t.exposeString('name', { description: 'Email address of the customer, or their name.' }),
    displayName: t.exposeString('displayName', { description: 'Name of the customer.' }),
  }),
});

const ParameterRef = builder
  .objectRef<PasskeyOptions['pubKeyCredParams'][number]>('PasskeyParameter')
  .implement({
    description: 'An algorithm that a passkey may have.',
    fields: (t) => ({
      type: t.exposeString('type', { description: 'public-key' }),
      alg: t.exposeInt('alg', { description: 'COSE algorithm: -7 (ES256).' }),
    }),
  });

const DescriptorRef = builder
  .objectRef<PasskeyOptions['excludeCredentials'][number]>('PasskeyDescriptor')
  .implement({
    description: 'A registered passkey.',
    fields: (t) => ({
      type: t.exposeString('type', { description: 'public-key' }),
      id: t.expose('id', { type: 'Base64URL', description: 'WebAuthn credential id.' }),
    }),
  });

const SelectionRef = builder
  .objectRef<PasskeyOptions['authenticatorSelection']>('PasskeyAuthenticatorSelection')
  .implement({
    description: 'What an authenticator must be able to do.',
    fields: (t) => ({
      residentKey: t.exposeString('residentKey', { description: 'required: the passkey is discoverable.' }),
      requireResidentKey: t.exposeBoolean('requireResidentKey', {
        description: 'The same for clients of WebAuthn level 1. Always true.',
      }),
      userVerification: t.exposeString('userVerification', {
        description: 'required: the registration is rejected without it.',
      }),
    }),
  });

const OptionsRef = builder.objectRef<PasskeyOptions>('PublicKeyCredentialCreationOptions').implement({
  description:
    'Options for navigator.credentials.create(), in the JSON form of WebAuthn level 3: PublicKeyCredential.parseCreationOptionsFromJSON() and startRegistration({ optionsJSON }) of @simplewebauthn/browser accept a selection of all fields.',
  fields: (t) => ({
    rp: t.expose('rp', { type: RelyingPartyRef, description: 'The relying party.' }),
    user: t.expose('user', { type: UserRef, description: 'The account.' }),
    challenge: t.expose('challenge', {
      type: 'Base64URL',
      description: 'Challenge, to send back to addCredential. Valid for one registration of this account.',
    }),
    pubKeyCredParams: t.field({
      type: [ParameterRef],
      bound: 1,
      description: 'Accepted algorithms: ES256.',
      resolve: ({ pubKeyCredParams }) => [...pubKeyCredParams],
    }),
    timeout: t.exposeInt('timeout', { description: 'Lifetime of the challenge in milliseconds.' }),
    excludeCredentials: t.field({
      type: [DescriptorRef],
      bound: maxCredentials,
      description: 'Passkeys of the account. An authenticator that has one of them creates no other.',
      resolve: ({ excludeCredentials }) => [...excludeCredentials],
    }),
    authenticatorSelection: t.expose('authenticatorSelection', {
      type: SelectionRef,
      description: 'What the authenticator must be able to do.',
    }),
    attestation: t.exposeString('attestation', {
      description: 'none: the service does not ask for the model of the authenticator.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description:
        'Time from which the registration is rejected. Not a member of WebAuthn; browsers ignore it.',
    }),
  }),
});

builder.mutationField('createPasskeyOptions', (t) =>
  t.errorUnionField({
    description:
      'Creates the options with which a client registers a passkey for an embedded wallet. Send the challenge and the response of the authenticator to addCredential.',
    authScopes: { permission: 'MANAGE_WALLET' },
    args: {
      accountId: t.arg.id({ required: true, description: 'The embedded wallet, InternalAccount:<uuid>.' }),
    },
    types: [OptionsRef, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'CreatePasskeyOptionsResult',
      description: 'Result of createPasskeyOptions.',
      resolveType: () => OptionsRef,
    },
    ...accepting(CreatePasskeyOptionsInput.shape, (input, context) =>
      createPasskeyOptions(context.ports, principalOf(context), input),
    ),
  }),
);
