/** Access to root fields without a credential. */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import type { Context } from '../../../schema/core/context.ts';
import { schema } from '../../../schema/index.ts';
import { Unauthorized } from '../../kernel/errors.ts';
import { formatDomainError } from './format-error.ts';

const isIntrospection = (name: string): boolean => name === '__schema' || name === '__type';

/** The root fields of an operation, those in fragments included. */
export function rootFields(document: DocumentNode, operation: OperationDefinitionNode): Set<string> {
  const names = new Set<string>();
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const seen = new Set<string>();
  const visit = ({ selections }: OperationDefinitionNode['selectionSet']): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) names.add(selection.name.value);
      else if (selection.kind === Kind.INLINE_FRAGMENT) visit(selection.selectionSet);
      else if (!seen.has(selection.name.value)) {
        seen.add(selection.name.value);
        const fragment = fragments.get(selection.name.value);
        if (fragment) visit(fragment.selectionSet);
      }
    }
  };
  visit(operation.selectionSet);
  return names;
}

/**
 * The error of a caller without a credential that selects a root field which is not public. Public fields verify the
 * caller by their arguments.
 *
 * @param openSchema whether introspection is public.
 */
export function fieldAccessError(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  context: Pick<Context, 'principal'>,
  openSchema: boolean,
): GraphQLError | undefined {
  if (context.principal) return undefined;
  const root = schema.getRootType(operation.operation);
  for (const name of rootFields(document, operation)) {
    const isPublic =
      name === '__typename' ||
      (isIntrospection(name) && openSchema) ||
      root?.getFields()[name]?.extensions['public'] === true;
    if (!isPublic) return formatDomainError(new Unauthorized('Missing credentials'));
  }
  return undefined;
}
