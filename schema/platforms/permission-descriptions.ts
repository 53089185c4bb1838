/** Appends to the description of each root field which permissions it needs, read from its own scopes. */
import type { GraphQLSchema } from 'graphql';
import { permissionSummary, type RequiredPermission } from '../../src/platforms/access/permissions.ts';

/** The demand that a root field was declared with; none where it is open to callers without a credential. */
export const requiredPermissionOf = (field: {
  readonly extensions: Readonly<Record<string, unknown>>;
}): RequiredPermission | undefined =>
  (field.extensions['pothosOptions'] as { authScopes?: { permission?: RequiredPermission } } | undefined)
    ?.authScopes?.permission;

export function describePermissions(schema: GraphQLSchema): GraphQLSchema {
  for (const type of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
    for (const field of Object.values(type?.getFields() ?? {})) {
      const demand = requiredPermissionOf(field);
      if (demand) field.description = `${field.description ?? ''} ${permissionSummary(demand)}`.trim();
    }
  }
  return schema;
}
