/** Appends to the description of each root field which permissions it needs, read from its own scopes. */
import type { GraphQLSchema } from 'graphql';
import { type Demand, permissionsInWords } from '../../src/platforms/access/permissions.ts';

/** The demand that a root field was declared with; none where it is open to callers without a credential. */
export const demandOf = (field: {
  readonly extensions: Readonly<Record<string, unknown>>;
}): Demand | undefined =>
  (field.extensions['pothosOptions'] as { authScopes?: { permission?: Demand } } | undefined)?.authScopes
    ?.permission;

export function describePermissions(schema: GraphQLSchema): GraphQLSchema {
  for (const type of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
    for (const field of Object.values(type?.getFields() ?? {})) {
      const demand = demandOf(field);
      if (demand) field.description = `${field.description ?? ''} ${permissionsInWords(demand)}`.trim();
    }
  }
  return schema;
}
