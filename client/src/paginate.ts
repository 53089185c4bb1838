/** Lists as iterators over all of their records, page by page. */
import type { Operation } from './document.ts';

interface PageInfo {
  readonly startCursor?: string | null;
  readonly endCursor?: string | null;
  readonly hasPreviousPage?: boolean;
  readonly hasNextPage?: boolean;
}

/** A page of a list: `nodes` or `edges`, and `pageInfo`. */
export interface Connection<Node = unknown> {
  readonly nodes?: readonly Node[];
  readonly edges?: readonly { readonly node: Node }[];
  readonly pageInfo: PageInfo;
}

/** The type of the records of a page. */
export type NodeOf<Page> = Page extends { readonly nodes: readonly (infer Node)[] }
  ? Node
  : Page extends { readonly edges: readonly { readonly node: infer Node }[] }
    ? Node
    : never;

type Data = Readonly<Record<string, unknown>>;
type Variables = Data;

const isConnection = (value: unknown): value is Connection =>
  typeof value === 'object' &&
  value !== null &&
  'pageInfo' in value &&
  ('nodes' in value || 'edges' in value);

/** The page among the root fields. */
function onlyConnection(data: Data): Connection {
  const found = Object.values(data).filter(isConnection);
  if (found.length === 1 && found[0]) return found[0];
  throw new TypeError(
    found.length === 0
      ? 'No root field of the document is a list with pageInfo and nodes or edges: give select.'
      : 'Several root fields of the document are lists: give select.',
  );
}

/**
 * Yields the records of all pages: in the order of the list, or from its end backwards if `last` is given.
 *
 * @param select finds the page in the data. Default: the root field that is one.
 */
export async function* paginate(
  { variables: declared }: Operation,
  variables: Variables,
  load: (variables: Variables) => Promise<Data>,
  select: (data: never) => Connection | null | undefined = onlyConnection,
): AsyncGenerator<unknown, void, undefined> {
  const isBackwards = typeof variables['last'] === 'number';
  const position = isBackwards ? 'before' : 'after';
  if (!declared.has(position)) throw new TypeError(`The document does not declare $${position}.`);
  let cursor = variables[position] ?? null;
  for (;;) {
    const page = select((await load({ ...variables, [position]: cursor })) as never);
    if (!page) return;
    const nodes = page.nodes ?? page.edges?.map(({ node }) => node) ?? [];
    yield* isBackwards ? [...nodes].reverse() : nodes;
    const { hasNextPage, hasPreviousPage, startCursor, endCursor } = page.pageInfo;
    const [hasMore, next] = isBackwards ? [hasPreviousPage, startCursor] : [hasNextPage, endCursor];
    if (!hasMore) return;
    if (typeof next !== 'string' || next === cursor) {
      throw new TypeError(
        `The document does not select ${isBackwards ? 'startCursor' : 'endCursor'} of pageInfo.`,
      );
    }
    cursor = next;
  }
}
