/** The verification provider of a platform, whose signed results are accepted. */
import {
  deleteVerificationProvider,
  SetVerificationProviderInput,
  setVerificationProvider,
} from '../../src/customers/verification-providers/set-verification-provider.ts';
import { findProvider } from '../../src/customers/verification-providers/store.ts';
import type { VerificationProvider } from '../../src/customers/verification-providers/verification-provider.ts';
import { Forbidden, InvalidInput, NotFound } from '../../src/kernel/errors.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { platformOf, visibleTo } from '../core/context.ts';

const VerificationProviderRef = builder.objectRef<VerificationProvider>('VerificationProvider').implement({
  description: 'A service that checks identities, and posts its results to /providers/verifications.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the provider.' }),
    createdAt: t.field({ type: 'DateTime', description: 'Creation time.', resolve: (one) => one.createdAt }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'Time of the last change of its name or secret.',
      resolve: (one) => one.updatedAt,
    }),
  }),
});

builder.queryField('verificationProvider', (t) =>
  t.field({
    type: VerificationProviderRef,
    nullable: true,
    authScopes: { permission: 'VIEW_PLATFORM' },
    description: 'The verification provider of the platform; null if there is none.',
    resolve: async (_root, _args, context) =>
      (await findProvider(context.ports.db.orm, visibleTo(context).platformId)) ?? null,
  }),
);

const SetVerificationProviderArgs = builder.inputType('SetVerificationProviderInput', {
  description: 'A verification provider.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the provider, 1 to 100 characters.' }),
    secret: t.string({
      required: true,
      description:
        'Key of its signatures, 32 to 200 printable ASCII characters without blanks. It is never returned.',
    }),
  }),
});

builder.mutationFields((t) => ({
  setVerificationProvider: t.errorUnionField({
    description:
      'Sets the verification provider of the platform, or replaces its name and secret. Its signed results decide on verifications.',
    authScopes: { permission: 'MANAGE' },
    args: {
      input: t.arg({ type: SetVerificationProviderArgs, required: true, description: 'The provider.' }),
    },
    types: [VerificationProviderRef, InvalidInput, Forbidden],
    union: {
      name: 'SetVerificationProviderResult',
      description: 'Result of setVerificationProvider.',
      resolveType: () => VerificationProviderRef,
    },
    ...accepting({ input: SetVerificationProviderInput }, ({ input }, context) =>
      setVerificationProvider(context.ports, platformOf(context), input),
    ),
  }),
  deleteVerificationProvider: t.errorUnionField({
    description: 'Deletes the verification provider of the platform. Its results are no longer accepted.',
    authScopes: { permission: 'MANAGE' },
    types: [VerificationProviderRef, InvalidInput, Forbidden, NotFound],
    union: {
      name: 'DeleteVerificationProviderResult',
      description: 'Result of deleteVerificationProvider.',
      resolveType: () => VerificationProviderRef,
    },
    ...accepting({}, (_args, context) => deleteVerificationProvider(context.ports, platformOf(context))),
  }),
}));
