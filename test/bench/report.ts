/** The measurements and their targets: as a table, as JSON, and in docs/operations/performance.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../src/kernel/project.ts';

export interface Line {
  readonly budget: string;
  /** The target: a lower or an upper limit. */
  readonly target: readonly ['at least' | 'at most', number];
  readonly measured: number;
  /** The unit of both values; absent for a ratio or a count. */
  readonly unit?: 'ms' | 's' | 'MB' | '/s';
  /** The number of decimals of the values. */
  readonly decimals?: number;
  /** The details of the measurement. */
  readonly detail?: string;
}

export interface Surroundings {
  readonly database: string;
  readonly node: string;
  readonly cpu: string;
  readonly when: string;
}

export const surroundings = (database: string): Surroundings => ({
  database,
  node: process.version,
  cpu: `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}`,
  when: new Date().toISOString().slice(0, 10),
});

export const isMet = ({ target: [side, bound], measured }: Line): boolean =>
  side === 'at least' ? measured >= bound : measured <= bound;

const formatValue = (value: number, { unit, decimals = 2 }: Line): string =>
  `${value.toFixed(decimals)}${unit === undefined ? '' : unit === '/s' ? '/s' : ` ${unit}`}`;

const boundOf = (line: Line): string => {
  const [side, bound] = line.target;
  const exact = Number.isInteger(bound) ? String(bound) : bound.toFixed(line.decimals ?? 2);
  return `${side} ${exact}${line.unit === undefined ? '' : line.unit === '/s' ? '/s' : ` ${line.unit}`}`;
};

/** One run of the benchmark. */
export interface Measured extends Surroundings {
  readonly lines: readonly Line[];
}

const cellsOf = (line: Line | undefined): string[] =>
  line ? [formatValue(line.measured, line), isMet(line) ? 'met' : '**missed**'] : ['', ''];

/**
 * The table as Markdown, with the environment below it.
 *
 * @param second a run with another version of Node.js, which has columns of its own.
 */
export function tableOf({ lines, ...around }: Measured, second?: Measured): string {
  const { database, node, cpu, when } = around;
  const versions = second ? [node, second.node] : [node];
  const rows = lines.map((line) => {
    const other = second?.lines.find(({ budget }) => budget === line.budget);
    return [
      line.budget,
      boundOf(line),
      ...cellsOf(line),
      ...(second ? cellsOf(other) : []),
      line.detail ?? '',
    ];
  });
  const header = ['budget', 'target', ...versions.flatMap((one) => [`Node ${one}`, 'result']), 'details'];
  return [
    ...[header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`),
    '',
    `${database}, ${cpu}, ${when}.${second ? ` The details are those of Node ${node}.` : ''}`,
    '',
  ].join('\n');
}

export const jsonOf = ({ lines, ...around }: Measured): string =>
  JSON.stringify(
    { ...around, lines: lines.map((line) => ({ ...line, result: isMet(line) ? 'met' : 'missed' })) },
    null,
    2,
  );

const [startMarker, endMarker] = ['<!-- bench: begin -->\n', '<!-- bench: end -->\n'];

/** Writes the table to docs/operations/performance.md. */
export function writeDocument(table: string): void {
  const path = join(projectRoot, 'docs/operations/performance.md');
  const text = readFileSync(path, 'utf8');
  const [from, to] = [text.indexOf(startMarker), text.indexOf(endMarker)];
  if (from < 0 || to < from) throw new Error('The document has no place for the table.');
  writeFileSync(path, text.slice(0, from + startMarker.length) + table + text.slice(to));
}
