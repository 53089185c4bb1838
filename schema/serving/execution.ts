/**
 * How documents become answers, the same over HTTP and sockets: parsed and validated once for each text, compiled when
 * they come often, executed with loaders of their own.
 *
 * Decision: a query that has come three times is compiled (graphql-jit) instead of interpreted field by field. Not
 * sooner, so that texts that never come again cost no compilation.
 */
import type {
  DocumentNode,
  ExecutionArgs,
  ExecutionResult,
  GraphQLInputType,
  OperationDefinitionNode,
} from 'graphql';
import {
  createSourceEventStream,
  GraphQLError,
  getNamedType,
  getOperationAST,
  execute as interpret,
  isInputObjectType,
  isInputType,
  Kind,
  typeFromAST,
  validate,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { Unauthorized } from '../../src/kernel/errors.ts';
import type { Context } from '../context.ts';
import { schema } from '../index.ts';
import type { Update } from '../subscriptions.ts';
import { parseWithinLimits } from './limits.ts';
import { presentDocumentError, presentRefusal, variableErrors } from './present.ts';
import { answering, type ToldResult } from './told.ts';

interface Prepared {
  readonly document: DocumentNode;
  readonly errors: readonly GraphQLError[];
}

const preparedKept = 1_000;
const prepared = new Map<string, Prepared>();

function parsed(source: string): DocumentNode {
  try {
    return parseWithinLimits(source);
  } catch (error) {
    throw error instanceof GraphQLError ? presentDocumentError(error) : error;
  }
}

/** A document's text, parsed within the limits and validated; throws what is wrong with its syntax or size. */
export function prepare(source: string): Prepared {
  const known = prepared.get(source);
  if (known) {
    prepared.delete(source);
    prepared.set(source, known);
    return known;
  }
  const document = parsed(source);
  const errors = validate(schema, document).map((error) => presentDocumentError(error, document));
  const fresh: Prepared = { document, errors };
  prepared.set(source, fresh);
  if (prepared.size > preparedKept) prepared.delete(prepared.keys().next().value as string);
  return fresh;
}

interface Compiled {
  uses: number;
  query: CompiledQuery<unknown, unknown> | undefined;
}

const compileAfter = 3;
const compiled = new WeakMap<DocumentNode, Map<string, Compiled>>();

/** One-of inputs are not known to the compiler, so operations that take one stay interpreted. */
function takesOneOf(operation: OperationDefinitionNode): boolean {
  const seen = new Set<GraphQLInputType>();
  const hasOneOf = (type: GraphQLInputType): boolean => {
    const named = getNamedType(type);
    if (!isInputObjectType(named) || seen.has(named)) return false;
    seen.add(named);
    return named.isOneOf || Object.values(named.getFields()).some((field) => hasOneOf(field.type));
  };
  return (operation.variableDefinitions ?? []).some(({ type: node }) => {
    const type = typeFromAST(schema, node);
    return isInputType(type) && hasOneOf(type);
  });
}

function compiledQuery(
  document: DocumentNode,
  operationName: string,
): CompiledQuery<unknown, unknown> | undefined {
  let byName = compiled.get(document);
  if (!byName) {
    byName = new Map();
    compiled.set(document, byName);
  }
  let entry = byName.get(operationName);
  if (!entry) {
    entry = { uses: 0, query: undefined };
    byName.set(operationName, entry);
  }
  entry.uses += 1;
  if (entry.uses === compileAfter) {
    const operation = getOperationAST(document, operationName || null);
    if (operation && operation.operation !== 'mutation' && !takesOneOf(operation)) {
      const query = compileQuery(schema, document, operationName || undefined);
      if (isCompiledQuery(query)) entry.query = query as CompiledQuery<unknown, unknown>;
    }
  }
  return entry.query;
}

const isIntrospection = (name: string): boolean => name === '__schema' || name === '__type';

/** The root fields of an operation, through its fragments. */
function rootFields(document: DocumentNode, operation: OperationDefinitionNode): Set<string> {
  const names = new Set<string>();
  const seen = new Set<string>();
  const visit = ({ selections }: OperationDefinitionNode['selectionSet']): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) names.add(selection.name.value);
      else if (selection.kind === Kind.INLINE_FRAGMENT) visit(selection.selectionSet);
      else if (!seen.has(selection.name.value)) {
        seen.add(selection.name.value);
        for (const definition of document.definitions) {
          if (
            definition.kind === Kind.FRAGMENT_DEFINITION &&
            definition.name.value === selection.name.value
          ) {
            visit(definition.selectionSet);
          }
        }
      }
    }
  };
  visit(operation.selectionSet);
  return names;
}

/**
 * Whether the caller may ask for these root fields at all: without a credential, only those that prove the caller by
 * themselves, and the schema itself where that is open.
 */
export function mayAsk(
  document: DocumentNode,
  operationName: string | null | undefined,
  context: Pick<Context, 'principal'>,
  openSchema: boolean,
): GraphQLError | undefined {
  if (context.principal) return undefined;
  const operation = getOperationAST(document, operationName);
  if (!operation) return undefined;
  const root = schema.getRootType(operation.operation);
  for (const name of rootFields(document, operation)) {
    const open =
      name === '__typename' ||
      (isIntrospection(name) && openSchema) ||
      root?.getFields()[name]?.extensions['public'] === true;
    if (!open) return presentRefusal(new Unauthorized('Missing credentials'));
  }
  return undefined;
}

const isVariableError = (result: ExecutionResult): boolean =>
  !result.data && (result.errors ?? []).some(({ message }) => message.startsWith('Variable "$'));

/** Executes a prepared document. */
export async function execute(args: ExecutionArgs): Promise<ExecutionResult> {
  const { document, operationName, contextValue, rootValue, variableValues } = args;
  const fast = compiledQuery(document, operationName ?? '');
  const result = (await (fast
    ? fast.query(rootValue, contextValue, variableValues ?? {})
    : interpret(args))) as ExecutionResult;
  return isVariableError(result)
    ? { errors: [variableErrors(schema, document, operationName, variableValues ?? {})] }
    : result;
}

/** Starts a subscription: answers one by one, or the result that says why not. */
export async function subscribe(
  args: ExecutionArgs,
): Promise<AsyncIterableIterator<ToldResult> | ExecutionResult> {
  const source = await createSourceEventStream(args);
  if (Symbol.asyncIterator in source) {
    return answering((source as AsyncIterable<Update>)[Symbol.asyncIterator](), args, execute);
  }
  return isVariableError(source)
    ? { errors: [variableErrors(schema, args.document, args.operationName, args.variableValues ?? {})] }
    : source;
}
