/** The cost of a statement by its query plan, which does not depend on the load of the machine. */
import { sql } from 'drizzle-orm';
import { type Executor, rawRows } from '../../src/infrastructure/database/client.ts';

export interface Cost {
  /** Pages of tables and indexes. */
  readonly buffers: number;
  /** Rows that were read and discarded by a filter. */
  readonly removed: number;
  /** The maximum number of rows in one sort. */
  readonly sorted: number;
  /** A readable line for each step. */
  readonly plan: readonly string[];
}

interface Node {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly Node[];
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Runs a statement with its parameters and returns its cost. */
export async function costOf(orm: Executor, text: string, params: readonly unknown[]): Promise<Cost> {
  const pieces = text.split(/(\$\d+)/).map((piece) => {
    const place = /^\$(\d+)$/.exec(piece)?.[1];
    return place === undefined ? sql.raw(piece) : sql`${sql.param(params[Number(place) - 1])}`;
  });
  const [row] = await rawRows<Record<string, unknown>>(
    orm,
    sql`explain (analyze, buffers, format json) ${sql.join(pieces)}`,
  );
  const output = row?.['QUERY PLAN'];
  const [{ Plan: plan }] = (typeof output === 'string' ? JSON.parse(output) : output) as [{ Plan: Node }];
  const nodes = nodesOf(plan);
  return {
    buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    removed: nodes.reduce(
      (sum, node) => sum + (node['Rows Removed by Filter'] ?? 0) * node['Actual Loops'],
      0,
    ),
    sorted: Math.max(
      0,
      ...nodes
        .filter((node) => node['Node Type'] === 'Sort')
        .map((node) => node.Plans?.[0]?.['Actual Rows'] ?? 0),
    ),
    plan: nodes.map((node) =>
      [
        node['Node Type'],
        node['Index Name'] ?? node['Relation Name'] ?? '',
        `${node['Actual Rows']} rows × ${node['Actual Loops']}`,
        `${node['Shared Hit Blocks'] + node['Shared Read Blocks']} buffers`,
        `${node['Rows Removed by Filter'] ?? 0} removed`,
      ].join(' | '),
    ),
  };
}
