/** Global ids: any record whose type implements Node, by the id that the whole service uses. */
import { type Demand, requirePermission } from '../src/access/principal.ts';
import { InvalidInput } from '../src/kernel/errors.ts';
import { type Id, type IdType, parseAnyId, typeOfId } from '../src/kernel/ids.ts';
import { builder } from './builder.ts';
import { type Context, principalOf } from './context.ts';

interface NodeRecord {
  readonly id: Id<IdType>;
}

type Load = (context: Context, id: never) => Promise<NodeRecord | undefined>;

const kinds = new Map<IdType, { typeName: string; load: Load; demand: Demand }>();

export const NodeRef = builder.interfaceRef<NodeRecord>('Node').implement({
  description: 'A record with a global id.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Global id, `<Type>:<uuid>`.' }),
  }),
  resolveType: (record) => kinds.get(typeOfId(record.id))?.typeName,
});

/**
 * Makes a kind of record reachable by `node` and `nodes`.
 *
 * @param demand what a caller must be allowed to see the kind; to others its records do not exist.
 */
export function registerNode<T extends IdType>(
  idType: T,
  typeName: string,
  load: (context: Context, id: Id<T>) => Promise<NodeRecord | undefined>,
  demand: Demand = 'VIEW_PLATFORM',
): void {
  kinds.set(idType, { typeName, load: load as Load, demand });
}

/** The GraphQL type of a record, by its id. */
export const typeNameOf = (record: NodeRecord): string | undefined =>
  kinds.get(typeOfId(record.id))?.typeName;

/** The record of an id that the service wrote; null where its kind is not a Node, or the caller may not see it. */
export async function nodeOf(context: Context, id: string): Promise<NodeRecord | null> {
  const parsed = parseAnyId(id);
  return (parsed && (await kinds.get(typeOfId(parsed))?.load(context, parsed as never))) ?? null;
}

async function findNode(context: Context, id: string, path: string): Promise<NodeRecord | null> {
  const parsed = parseAnyId(id);
  if (!parsed) {
    if (/^[A-Za-z]+:[0-9a-f-]{36}$/i.test(id)) return null;
    throw InvalidInput.at(path, 'must be an id of the form <Type>:<uuid>');
  }
  const kind = kinds.get(typeOfId(parsed));
  if (!kind || requirePermission(principalOf(context), kind.demand) !== true) return null;
  return (await kind.load(context, parsed as never)) ?? null;
}

const maxNodes = 100;

builder.queryField('node', (t) =>
  t.field({
    type: NodeRef,
    nullable: true,
    authScopes: { permission: 'VIEW_SELF' },
    description: 'Any record by its id; null when it does not exist or belongs to somebody else.',
    args: { id: t.arg.id({ required: true, description: 'Global id, `<Type>:<uuid>`.' }) },
    resolve: (_root, { id }, context) => findNode(context, id, 'id'),
  }),
);

builder.queryField('nodes', (t) =>
  t.field({
    type: [NodeRef],
    nullable: { list: false, items: true },
    authScopes: { permission: 'VIEW_SELF' },
    description: 'Up to 100 records by their ids, in the order asked; null for each that is not found.',
    args: { ids: t.arg.idList({ required: true, description: '1 to 100 global ids.' }) },
    resolve: (_root, { ids }, context) => {
      if (ids.length > maxNodes) throw InvalidInput.at('ids', `must have at most ${maxNodes} ids`);
      return Promise.all(ids.map((id, index) => findNode(context, id, `ids.${index}`)));
    },
  }),
);
