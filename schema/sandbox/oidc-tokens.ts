/** sandboxOidcToken: tokens for OAUTH credentials of the sandbox. */
import { Forbidden, InvalidInput } from '../../src/kernel/errors.ts';
import {
  type SandboxOidcToken,
  SandboxOidcTokenInput,
  sandboxOidcToken,
} from '../../src/sandbox/create-oidc-token.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { principalOf } from '../core/context.ts';

const SandboxOidcTokenRef = builder.objectRef<SandboxOidcToken>('SandboxOidcToken').implement({
  description: 'An OpenID Connect token that the sandbox issued in place of an issuer.',
  fields: (t) => ({
    oidcToken: t.exposeString('oidcToken', {
      description: 'Token for addCredential and verifyCredential. It verifies once.',
    }),
    issuer: t.exposeString('issuer', { description: 'Its claim `iss`.' }),
    audience: t.exposeString('audience', { description: 'Its claim `aud`.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description:
        'Time from which verifyCredential rejects the token. Real time, 60 seconds after its issue.',
    }),
  }),
});

builder.mutationField('sandboxOidcToken', (t) =>
  t.errorUnionField({
    description:
      'Issues an OpenID Connect token in place of an issuer. addCredential and verifyCredential of this sandbox platform accept it.',
    authScopes: { permission: 'MANAGE_WALLET' },
    args: {
      subject: t.arg.string({
        required: true,
        description: 'Claim `sub`: the person, 1 to 255 characters. The credential is bound to it.',
      }),
      issuer: t.arg.string({
        description:
          'Claim `iss`: an issuer of the platform, https://accounts.google.com (the default) or https://appleid.apple.com.',
      }),
      audience: t.arg.string({
        description:
          'Claim `aud`, at most 255 characters. Default: the first audience that the platform registered for the issuer, or sandbox.',
      }),
      email: t.arg.string({ description: 'Claim `email`, which becomes the nickname of the credential.' }),
    },
    types: [SandboxOidcTokenRef, InvalidInput, Forbidden],
    union: {
      name: 'SandboxOidcTokenResult',
      description: 'Result of sandboxOidcToken.',
      resolveType: () => SandboxOidcTokenRef,
    },
    ...accepting(SandboxOidcTokenInput.shape, (input, context) =>
      sandboxOidcToken(context.ports, principalOf(context), input),
    ),
  }),
);
