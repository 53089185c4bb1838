/** Lists as iterators over all of their records, page by page. */
import type { Operation } from './document.ts';
import { RequestError } from './errors.ts';

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
 * Checks that the cursors of a list do not repeat, without storing them (Brent's algorithm): each is compared with an
 * earlier one, which is replaced after 1, 2, 4, 8 and more pages.
 *
 * @throws RequestError if the list does not end.
 */
function cycleDetection(): (cursor: string) => void {
  let earlier: string | undefined;
  let count = 0;
  let limit = 1;
  return (cursor) => {
    if (cursor === earlier) {
      throw new RequestError('INVALID_RESPONSE', 'The server repeats the pages of the list.', {
        retryable: false,
      });
    }
    count += 1;
    if (count < limit) return;
    earlier = cursor;
    count = 0;
    limit *= 2;
  };
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
  const checkCursor = cycleDetection();
  for (;;) {
    const page = select((await load({ ...variables, [position]: cursor })) as never);
    if (!page) return;
    const nodes = page.nodes ?? page.edges?.map(({ node }) => node) ?? [];
    yield* isBackwards ? [...nodes].reverse() : nodes;
    const { hasNextPage, hasPreviousPage, startCursor, endCursor } = page.pageInfo;
    const [hasMore, next] = isBackwards ? [hasPreviousPage, startCursor] : [hasNextPage, endCursor];
    if (!hasMore) return;
    if (typeof next !== 'string') {
      throw new TypeError(
        `The document does not select ${isBackwards ? 'startCursor' : 'endCursor'} of pageInfo.`,
      );
    }
    checkCursor(next);
    cursor = next;
  }
}
