/** The GraphQL documents of the README and the guides, and files of them for the compilers of clients. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DocumentNode, Kind, OperationTypeNode, parse, print, visit } from 'graphql';
import { projectRoot } from '../../src/kernel/project.ts';

export interface GuideDocument {
  /** Path of the guide. */
  readonly guide: string;
  readonly source: string;
}

const code = /^```(\w+)\n([\s\S]*?)^```/gm;
/** A literal of a shell or of JavaScript. */
const literal = /(["'`])((?:\\[\s\S]|(?!\1)[^\\])*)\1/g;
const startOfDocument = /^\s*(?:\{\s*\w|(?:query|mutation|subscription|fragment)\b[^{]*\{)/;
/** The query in the JSON body of a request. */
const queryInJson = /^\s*\{\s*"query":\s*("(?:\\.|[^"\\])*")/;

function documentsIn(language: string, block: string): string[] {
  if (language === 'graphql') return [block];
  return [...block.matchAll(literal)].flatMap(([, quote, body = '']) => {
    const text = quote === "'" ? body : body.replace(/\\(["$`\\])/g, '$1');
    const json = queryInJson.exec(text)?.[1];
    if (json !== undefined) return [JSON.parse(json) as string];
    return startOfDocument.test(text) ? [text] : [];
  });
}

export const guides: readonly string[] = [
  'README.md',
  ...readdirSync(join(projectRoot, 'docs/guides')).map((name) => `docs/guides/${name}`),
];

/** A text that starts like a document and is none makes the parser of the caller fail. */
export const guideDocuments: readonly GuideDocument[] = guides.flatMap((guide) =>
  [...readFileSync(join(projectRoot, guide), 'utf8').matchAll(code)].flatMap(
    ([, language = '', block = '']) => documentsIn(language, block).map((source) => ({ guide, source })),
  ),
);

const suffixes = {
  [OperationTypeNode.QUERY]: 'Query',
  [OperationTypeNode.MUTATION]: 'Mutation',
  [OperationTypeNode.SUBSCRIPTION]: 'Subscription',
} as const;

export interface Definition {
  readonly name: string;
  /** Absent for a fragment. */
  readonly kind: 'Query' | 'Mutation' | 'Subscription' | undefined;
  readonly source: string;
}

/**
 * The definitions of a document under the names that Relay requires: the name of the module, the name in the guide and, for an
 * operation, its kind. The names are unique among all modules, as codegen requires.
 */
export function definitionsOf(module: string, { source }: GuideDocument): Definition[] {
  const nameOfFragment = ({ name }: { name: { value: string } }) => ({
    name: { kind: Kind.NAME, value: `${module}_${name.value}` } as const,
  });
  const named: DocumentNode = visit(parse(source), {
    OperationDefinition: (node) => ({
      ...node,
      name: {
        kind: Kind.NAME,
        value: `${module}${node.name?.value ?? ''}${suffixes[node.operation]}`,
      } as const,
    }),
    FragmentDefinition: (node) => ({ ...node, ...nameOfFragment(node) }),
    FragmentSpread: (node) => ({ ...node, ...nameOfFragment(node) }),
  });
  return named.definitions.map((definition) => ({
    name: 'name' in definition ? (definition.name?.value ?? '') : '',
    kind: definition.kind === Kind.OPERATION_DEFINITION ? suffixes[definition.operation] : undefined,
    source: print(definition),
  }));
}
