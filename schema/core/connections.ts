/** Relay connections over keyset pages: edges, nodes, page info, and a total that is counted only if it is selected. */
import type { ObjectRef } from '@pothos/core';
import { z } from 'zod';
import type { Executor } from '../../src/infrastructure/database/client.ts';
import { readList } from '../../src/infrastructure/database/wide-reads.ts';
import { DomainError } from '../../src/kernel/errors.ts';
import type { Id, IdType } from '../../src/kernel/ids.ts';
import {
  encodeCursor,
  listName,
  type Page,
  type PageArguments,
  type PageRequest,
  pageRequest,
} from '../../src/kernel/page.ts';
import { optional } from '../../src/kernel/parse.ts';
import type { Scope } from '../../src/platforms/access/principal.ts';
import { accepting } from './accepting.ts';
import { type BuilderTypes, builder } from './builder.ts';
import { countCost } from './complexity.ts';
import { type Context, visibleTo } from './context.ts';
import { counted } from './counts.ts';

export type { PageArguments } from '../../src/kernel/page.ts';

interface Connection<T> {
  readonly page: Page<T>;
  readonly count: (context: Context) => Promise<number>;
}

interface Edge<T> {
  readonly cursor: string;
  readonly node: T;
}

type Listed = { readonly id: Id<IdType> };

const edgeOf = <T extends Listed>(page: Page<T>, node: T): Edge<T> => ({
  cursor: encodeCursor(page.list, node.id),
  node,
});

/** Position of a page in its list. */
export interface PagePosition {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor: string | undefined;
  readonly endCursor: string | undefined;
}

export const PageInfo = builder.objectRef<PagePosition>('PageInfo').implement({
  description: 'Position of this page in its list.',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', {
      description:
        'Whether the list has more records after `endCursor`. With `last`, whether the request had a `before` cursor.',
    }),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage', {
      description:
        'Whether the list has records before `startCursor`. With `first`, whether the request had an `after` cursor.',
    }),
    startCursor: t.string({
      nullable: true,
      description: 'Cursor of the first record of this page; null if the page is empty.',
      resolve: (position) => position.startCursor ?? null,
    }),
    endCursor: t.string({
      nullable: true,
      description:
        'Cursor of the last record of this page; null if the page is empty. Pass it as `after` to read the next page.',
      resolve: (position) => position.endCursor ?? null,
    }),
  }),
});

function positionOf(page: Page<Listed>): PagePosition {
  const [first] = page.items;
  const last = page.items.at(-1);
  return {
    hasNextPage: page.hasNextPage,
    hasPreviousPage: page.hasPreviousPage,
    startCursor: first && edgeOf(page, first).cursor,
    endCursor: last && edgeOf(page, last).cursor,
  };
}

/**
 * Declares `<name>Connection` and `<name>Edge`.
 *
 * @param counted false for a list without totalCount.
 * @param createdIn the list, without filter, to which mutations add records. The records then have the field `edge`, which
 *   the list directives of Relay take from the result of a mutation.
 * @param isListed where the list does not show all records: whether it shows this one. Otherwise its `edge` is null.
 */
export function connectionOf<T extends Listed>(
  name: string,
  node: ObjectRef<BuilderTypes, T>,
  {
    counted = true,
    createdIn,
    isListed,
  }: {
    counted?: boolean;
    createdIn?: string | ((record: T) => string);
    isListed?: (record: T) => boolean;
  } = {},
) {
  const EdgeRef = builder.objectRef<Edge<T>>(`${name}Edge`).implement({
    description: `One ${name} with its cursor.`,
    fields: (t) => ({
      cursor: t.exposeString('cursor', {
        description: 'Cursor of the record. Pass it as `after` to continue after this record.',
      }),
      node: t.field({ type: node, description: 'The record.', resolve: (edge) => edge.node as never }),
    }),
  });
  if (createdIn !== undefined) {
    builder.objectField(node, 'edge', (t) =>
      t.field({
        type: EdgeRef,
        nullable: isListed !== undefined,
        description: `The record as an edge of its list, for Relay's list directives. Its cursor is for the list without filter.${isListed ? ' Null for a record that the list does not show.' : ''}`,
        resolve: (record) => {
          // The types of the builder take the nullability from a literal only.
          if (isListed && !isListed(record as T)) return null as never;
          const list = typeof createdIn === 'string' ? createdIn : createdIn(record as T);
          return { cursor: encodeCursor(list, record.id), node: record as T };
        },
      }),
    );
  }
  return builder.objectRef<Connection<T>>(`${name}Connection`).implement({
    description: `One page of a list of ${name} records.`,
    fields: (t) => ({
      edges: t.field({
        type: [EdgeRef],
        bound: 'page',
        description: 'Records of the page with their cursors.',
        resolve: ({ page }) => page.items.map((one) => edgeOf(page, one)),
      }),
      nodes: t.field({
        type: [node],
        bound: 'page',
        description: 'Records of the page.',
        resolve: ({ page }) => page.items as never,
      }),
      pageInfo: t.field({
        type: PageInfo,
        description: 'Position of this page in the list.',
        complexity: { field: 0, multiplier: 0 },
        resolve: ({ page }) => positionOf(page),
      }),
      ...(counted && {
        totalCount: t.int({
          description:
            'Number of all records that match, on all pages. It is counted only if this field is selected, and counting increases the cost of the query.',
          complexity: countCost,
          resolve: ({ count }, _args, context) => count(context),
        }),
      }),
    }),
  });
}

type ArgumentBuilder = PothosSchemaTypes.QueryFieldBuilder<BuilderTypes, object>['arg'];

/** The arguments of each connection: `args: { ...pageArguments(t) }`. */
export const pageArguments = (t: { arg: ArgumentBuilder }) => ({
  first: t.arg.int({ description: 'Page size, 1 to 100. Default: 20.' }),
  after: t.arg.string({ description: 'Cursor of the record after which the page starts.' }),
  last: t.arg.int({
    description:
      'Page size, 1 to 100, for the last records of the list or before `before`. Not with `first`.',
  }),
  before: t.arg.string({ description: 'Cursor of the record before which the page ends.' }),
});

const cursor = optional(z.string().max(1024, { error: 'is not a cursor of this list with this filter' }));

/** Zod schemas of the arguments. `pageRequestOf` checks the range of the size and the list of the cursors. */
export const pageShape = {
  first: optional(z.number()),
  after: cursor,
  last: optional(z.number()),
  before: cursor,
};

/** The requested page of a list with these filters. Throws InvalidInput for invalid arguments. */
export function pageRequestOf(list: string, filters: unknown, args: PageArguments): PageRequest {
  const request = pageRequest(listName(list, filters), args);
  if (request instanceof DomainError) throw request;
  return request;
}

/** Reads a page of a list and prepares the count of its records. */
export async function connect<T>(
  list: string,
  filters: unknown,
  args: PageArguments,
  read: (page: PageRequest) => Promise<Page<T>>,
  count: (db: Executor) => Promise<number>,
): Promise<Connection<T>> {
  return {
    page: await read(pageRequestOf(list, filters, args)),
    count: (context) => counted(context, count),
  };
}

/**
 * Options of a root list with a filter, restricted to the records that the caller may see. Spread them into the options
 * of the field together with `args: { ...pageArguments(t), filter: … }`.
 *
 * @param isWide whether the list has no index for the filter.
 */
export const listing = <F extends z.ZodObject, T>(
  list: string,
  filterInput: F,
  read: (db: Executor, scope: Scope, filter: z.output<F>, page: PageRequest) => Promise<Page<T>>,
  count: (db: Executor, scope: Scope, filter: z.output<F>) => Promise<number>,
  isWide: (filter: z.output<F>) => boolean = () => false,
) =>
  accepting({ ...pageShape, filter: optional(filterInput) }, ({ filter, ...page }, context) => {
    const scope = visibleTo(context);
    const given = filter ?? filterInput.parse({});
    return connect(
      list,
      given,
      page,
      (request) => readList(context.ports, isWide(given), (db) => read(db, scope, given, request)),
      (counting) => count(counting, scope, given),
    );
  });
