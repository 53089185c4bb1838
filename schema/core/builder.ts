/**
 * The one schema builder: context, plugins, scopes and defaults. Plugins wrap from the first to the last, so that a
 * refusal of scopes or of validation reaches the result union: errors outermost, then scopes, then validation.
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

export interface SchemaTypes {
  Context: Context;
  DefaultFieldNullability: false;
  AuthScopes: {
    /** What the caller must be allowed, whichever kind of caller it is: see `access/permissions.ts`. */
    permission: RequiredPermission;
    /** Callers of no account: the operation proves them by itself. */
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
  // Worked out before anything runs, once for each document: see serving/cost.ts.
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
