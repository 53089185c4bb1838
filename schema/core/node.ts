/** The fields `node` and `nodes`: any record whose type implements Node, by its global id. */
import { z } from 'zod';
import { type Id, type IdType, parseAnyId, typeOfId } from '../../src/kernel/ids.ts';
import { boundedList } from '../../src/kernel/lists.ts';
import { type RequiredPermission, requirePermission } from '../../src/platforms/access/principal.ts';
import { acceptingOn } from './accepting.ts';
import { builder } from './builder.ts';
import { type Context, principalOf } from './context.ts';

interface NodeRecord {
  readonly id: Id<IdType>;
}

type Load = (context: Context, id: never) => Promise<NodeRecord | undefined>;

type Reaches = (context: Context, id: never) => Promise<boolean>;

interface NodeKind {
  readonly typeName: string;
  readonly load: Load;
  readonly required: RequiredPermission;
  readonly reaches: Reaches | undefined;
}

const kinds = new Map<IdType, NodeKind>();

export const NodeRef = builder.interfaceRef<NodeRecord>('Node').implement({
  description: 'A record with a global id.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Global id, `<Type>:<uuid>`.' }),
  }),
  resolveType: (record) => kinds.get(typeOfId(record.id))?.typeName,
});

/**
 * Registers a record type for `node` and `nodes`.
 *
 * @param required the permission that a caller needs; for other callers the records do not exist.
 * @param reaches whether the caller reaches the record through `node`; by default every visible one.
 */
export function registerNode<T extends IdType>(
  idType: T,
  typeName: string,
  load: (context: Context, id: Id<T>) => Promise<NodeRecord | undefined>,
  required: RequiredPermission = 'VIEW_PLATFORM',
  reaches?: (context: Context, id: Id<T>) => Promise<boolean>,
): void {
  kinds.set(idType, { typeName, load: load as Load, required, reaches: reaches as Reaches | undefined });
}

/** Name of the GraphQL type of a record. */
export const typeNameOf = (record: NodeRecord): string | undefined =>
  kinds.get(typeOfId(record.id))?.typeName;

const permissionOfType = () =>
  new Map([...kinds.values()].map(({ typeName, required }) => [typeName, required]));
let permissions: ReadonlyMap<string, RequiredPermission> | undefined;

/** The permission with which `node` returns records of the type. */
export function nodePermissionOf(typeName: string): RequiredPermission | undefined {
  permissions ??= permissionOfType();
  return permissions.get(typeName);
}

/** Any text in the form of an id is accepted. An unknown type is treated as a record that does not exist. */
const nodeId = z.string().refine((id) => parseAnyId(id) || /^[A-Za-z]{1,100}:[0-9a-f-]{36}$/i.test(id), {
  error: 'must be an id of the form <Type>:<uuid>',
});

/** The record of an id; null if its type is not a Node or the caller may not see it. */
export async function nodeOf(context: Context, id: string): Promise<NodeRecord | null> {
  const parsed = parseAnyId(id);
  const kind = parsed && kinds.get(typeOfId(parsed));
  if (!kind || requirePermission(principalOf(context), kind.required) !== true) return null;
  if (kind.reaches && !(await kind.reaches(context, parsed as never))) return null;
  return (await kind.load(context, parsed as never)) ?? null;
}

const maxNodes = 100;

builder.queryField('node', (t) =>
  t.field({
    type: NodeRef,
    nullable: true,
    authScopes: { permission: 'VIEW_SELF' },
    description:
      'Returns any record by its global id; null if it does not exist or the caller cannot see it.',
    args: { id: t.arg.id({ required: true, description: 'Global id, `<Type>:<uuid>`.' }) },
    ...acceptingOn({ id: nodeId }, (_root, { id }, context) => nodeOf(context, id)),
  }),
);

builder.queryField('nodes', (t) =>
  t.field({
    type: [NodeRef],
    bound: { argument: 'ids', default: maxNodes, max: maxNodes },
    nullable: { list: false, items: true },
    authScopes: { permission: 'VIEW_SELF' },
    description:
      'Returns up to 100 records by their global ids, in the order of the ids; null for each record that is not found.',
    args: { ids: t.arg.idList({ required: true, description: `Global ids, at most ${maxNodes}.` }) },
    ...acceptingOn({ ids: boundedList(nodeId, maxNodes) }, (_root, { ids }, context) =>
      Promise.all(ids.map((id) => nodeOf(context, id))),
    ),
  }),
);
