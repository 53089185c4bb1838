/** Appends the required permission to the description of each root field. */
import type { GraphQLSchema } from 'graphql';
import { permissionSummary, type RequiredPermission } from '../../src/platforms/access/permissions.ts';

/** The required permission of a root field; undefined if callers without a credential may use it. */
export const requiredPermissionOf = (field: {
  readonly extensions: Readonly<Record<string, unknown>>;
}): RequiredPermission | undefined =>
  (field.extensions['pothosOptions'] as { authScopes?: { permission?: RequiredPermission } } | undefined)
    ?.authScopes?.permission;

export function describePermissions(schema: GraphQLSchema): GraphQLSchema {
  for (const type of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
    for (const field of Object.values(type?.getFields() ?? {})) {
      const required = requiredPermissionOf(field);
      if (required) field.description = `${field.description ?? ''} ${permissionSummary(required)}`.trim();
    }
  }
  return schema;
}
