/**
 * The schema builder: context, plugins, scopes and defaults. The first plugin wraps all others. The errors plugin is
 * first, so that errors of the permission check and of the validation become members of the result union.
 */
import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import ErrorsPlugin from '@pothos/plugin-errors';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import ZodPlugin from '@pothos/plugin-zod';
import { DomainError } from '../../src/kernel/errors.ts';
import { invalidInput } from '../../src/kernel/parse.ts';
import { type RequiredPermission, requirePermission } from '../../src/platforms/access/principal.ts';
import BoundsPlugin from './bounds.ts';
import { fieldComplexity } from './complexity.ts';
import { type Context, principalOf } from './context.ts';

interface SchemaTypes {
  Context: Context;
  DefaultFieldNullability: false;
  AuthScopes: {
    /** The required permission of the field for each kind of caller: see `platforms/access/permissions.ts`. */
    permission: RequiredPermission;
    /** No authentication: the operation itself verifies the caller, for example by a code. */
    anyone: boolean;
  };
  Scalars: {
    ID: { Input: string; Output: string };
    Amount: { Input: unknown; Output: bigint | number };
    DateTime: { Input: unknown; Output: Date };
    Date: { Input: unknown; Output: string };
    Base64URL: { Input: unknown; Output: string };
    P256PublicKey: { Input: unknown; Output: string };
    Upload: { Input: unknown; Output: never };
    StringMap: { Input: unknown; Output: Readonly<Record<string, string>> };
  };
}

/** The types of the builder, with all defaults applied. */
export type BuilderTypes = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [ErrorsPlugin, ScopeAuthPlugin, ZodPlugin, ComplexityPlugin, BoundsPlugin],
  defaultFieldNullability: false,
  errors: { directResult: true },
  scopeAuth: {
    authorizeOnSubscribe: true,
    authScopes: (context) => ({
      anyone: true,
      permission: (permission) => {
        const allowed = requirePermission(principalOf(context), permission);
        if (allowed instanceof DomainError) throw allowed;
        return true;
      },
    }),
  },
  zod: { validationError: invalidInput },
  // The transport computes the cost once for each document, before the execution: see transports/graphql/cost.ts.
  complexity: { disabled: true, fieldComplexity },
});

builder.queryType({ description: 'Read operations. Lists are Relay connections, newest first.' });
builder.mutationType({
  description:
    'Write operations. Each mutation returns a union of its result and its possible errors. Every error implements ServiceError.',
});
builder.subscriptionType({
  description:
    'Live updates over WebSocket (graphql-ws) or server-sent events. A client can resume from a cursor.',
});
